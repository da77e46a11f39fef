import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { offset, savedPart } from '../bulk-screen/functions';
import { maximumLabelLength, maximumObjects } from '../objects/stored-value';
import { typedText } from '../objects/functions';
import { foundObjects } from '../objects/replies';
import { queryCheck } from '../query-editor/replies';
import { configuredAttributes } from './configuration';
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

/** Changes a part of the chosen work items, each by itself, with the labels of now. */
export const saveBulkObjects = resolverFunction({
  key: 'saveBulk',
  payload: z.strictObject({
    offset,
    operation: z.enum(['set', 'add', 'remove', 'clear']),
    objects: z
      .array(
        z.strictObject({
          objectId: z.string().check(z.maxLength(255)),
          label: z.string().check(z.maxLength(maximumLabelLength)),
        }),
      )
      .check(z.maxLength(maximumObjects)),
  }),
  reply: savedPart,
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
