import * as z from 'zod/mini';
import { cardinality } from './configuration';
import { templateLimits } from '../../query';
import { resolverFunction } from '../access/resolver-function';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { askedIds, foundObjects, offeredIds, typedText } from '../objects/objects-contract';
import { queryCheck } from '../query-editor/query-editor-contract';

/** What the editor needs to know before anything is searched. */
export const fieldFacts = z.object({
  cardinality,
  /** Whether the person has connected their account; true on the portal, where nobody needs to. */
  isConnected: z.boolean(),
});

export const searchObjects = resolverFunction({
  key: 'search',
  payload: z.strictObject({ text: typedText }),
  reply: foundObjects,
});

/** Which of these objects the field offers the person where they are. */
export const findOffered = resolverFunction({
  key: 'offered',
  payload: z.strictObject({ objectIds: askedIds }),
  reply: offeredIds,
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
