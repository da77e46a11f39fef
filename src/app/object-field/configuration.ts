import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { portalUse } from '../portal/portal-use';

/** Beside a label there is room for no more. */
export const maximumShownAttributes = 3;

export const cardinality = z.enum(['one', 'many']);
export type Cardinality = z.infer<typeof cardinality>;

/** Shown beside the label, in this order. */
export const configuredAttributes = z
  .array(
    z.object({
      attributeId: z.guid(),
      name: z.string(),
      /** Absent in configurations of earlier versions. */
      attributeTypeCode: z.optional(z.string()),
    }),
  )
  .check(z.maxLength(maximumShownAttributes));

/** What an admin chose for one context of the field; stored by Jira with that context. */
export const configuration = z.object({
  version: z.literal(1),
  workspaceId: z.guid(),
  typeId: z.guid(),
  /** A template of the query language; empty offers every object of the type. */
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  attributes: configuredAttributes,
  cardinality,
  portal: portalUse,
});
export type Configuration = z.infer<typeof configuration>;
export type ConfiguredAttribute = Configuration['attributes'][number];
