import * as z from 'zod/mini';
import { cardinality } from './configuration';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { typedText, foundObjects } from '../objects/objects-contract';
import { queryCheck } from '../query-editor/query-editor-contract';

/** What the editor needs to know of the configuration. */
export const fieldFacts = z.object({ cardinality });

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
