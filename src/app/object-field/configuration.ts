import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { portalUse } from '../portal/portal-use';

/** Beside a label there is room for no more, and a search of more would take too long. */
export const maximumAttributes = 3;

export const cardinality = z.enum(['one', 'many']);
export type Cardinality = z.infer<typeof cardinality>;

/** The attribute types whose values people type the beginning of. */
export const searchableTypes: ReadonlySet<string> = new Set(['TEXT', 'EMAIL', 'URL']);

/** In this order. */
export const configuredAttributes = z
  .array(
    z.object({
      attributeId: z.guid(),
      name: z.string(),
      /** Absent in configurations of earlier versions. */
      attributeTypeCode: z.optional(z.string()),
    }),
  )
  .check(z.maxLength(maximumAttributes));

/** What an admin chose for one context of the field; stored by Jira with that context. */
export const configuration = z.object({
  version: z.literal(1),
  workspaceId: z.guid(),
  typeId: z.guid(),
  /** A template of the query language; empty offers every object of the type. */
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  /** Shown beside the label. */
  attributes: configuredAttributes,
  /** The picker searches them beside the label. Absent in configurations of earlier versions. */
  searchedAttributes: z.optional(configuredAttributes),
  cardinality,
  portal: portalUse,
});
export type Configuration = z.infer<typeof configuration>;
export type ConfiguredAttribute = Configuration['attributes'][number];
