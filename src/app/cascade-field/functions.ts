import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { typedText } from '../objects/functions';
import { foundObjects } from '../objects/replies';
import { allowedSelections, cascadeFacts } from './replies';
import { levelId, selections } from './selections-payload';

export const readCascade = resolverFunction({
  key: 'cascadeField',
  payload: z.strictObject({}),
  reply: cascadeFacts,
});

/** What a level offers, given what is selected on the levels that its query refers to. */
export const searchLevel = resolverFunction({
  key: 'cascadeSearch',
  payload: z.strictObject({ levelId, text: typedText, selections }),
  reply: foundObjects,
});

/** What the levels below a changed one still allow of what is selected there. */
export const findAllowed = resolverFunction({
  key: 'cascadeAllowed',
  payload: z.strictObject({ changedLevelId: levelId, selections }),
  reply: allowedSelections,
});
