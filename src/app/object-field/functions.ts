import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { typedText } from '../objects/functions';
import { foundObjects } from '../objects/replies';
import { queryCheck } from '../query-editor/replies';
import { fieldFacts } from './replies';

export const searchObjects = resolverFunction({
  key: 'search',
  payload: z.strictObject({ text: typedText }),
  reply: foundObjects,
});

export const readField = resolverFunction({
  key: 'field',
  payload: z.strictObject({}),
  reply: fieldFacts,
});

/** Tries out a query of the configuration screen. */
export const checkQuery = resolverFunction({
  key: 'check',
  payload: z.strictObject({
    workspaceId: z.guid(),
    typeId: z.guid(),
    query: z.string().check(z.maxLength(templateLimits.maximumLength)),
    attributes: configuredAttributes,
  }),
  reply: queryCheck,
});
