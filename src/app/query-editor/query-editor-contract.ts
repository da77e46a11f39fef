import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { resolverFunction } from '../replies/reply';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { foundObjects, shownObject, typedText } from '../objects/objects-contract';

export const queryError = z.object({
  kind: z.literal('queryError'),
  message: z.string(),
  /** Both counted from 1; absent where the service names no position. */
  line: z.optional(z.number()),
  column: z.optional(z.number()),
  /** The line in question with a caret below it. */
  excerpt: z.optional(z.string()),
});
export type QueryError = z.infer<typeof queryError>;

/** A fault of a text as an answer about the query. */
export function queryErrorOf(fault: Omit<QueryError, 'kind'>): QueryError {
  const { message, line, column, excerpt } = fault;
  return { kind: 'queryError', message, line, column, excerpt };
}

const queryCheck = z.union([
  z.object({ kind: z.literal('matches'), total: z.number(), first: z.array(shownObject) }),
  queryError,
]);
export type QueryCheck = z.infer<typeof queryCheck>;

const draftSource = {
  workspaceId: z.guid(),
  typeId: z.guid(),
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  /** Shown beside the labels of what is found. */
  attributes: configuredAttributes,
};

export const checkQuery = resolverFunction('check', draftSource, queryCheck);

/** What the picker of the configuration screen offers the admin who types into it. */
export const previewObjects = resolverFunction(
  'preview',
  {
    ...draftSource,
    searchedAttributes: configuredAttributes,
    text: typedText,
  },
  foundObjects,
);
