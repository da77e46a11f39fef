import * as z from 'zod/mini';
import { templateLimits } from '../../query';
import { configuredAttributes } from '../field-configuration/configured-attributes';
import { portalUse } from '../portal/portal-contract';

export const cardinality = z.enum(['one', 'many']);
export type Cardinality = z.infer<typeof cardinality>;

/** What an admin chose for one context of the field; stored by Jira with that context. */
export const configuration = z.object({
  version: z.literal(1),
  workspaceId: z.guid(),
  typeId: z.guid(),
  /** A template of the query language; empty offers every object of the type. */
  query: z.string().check(z.maxLength(templateLimits.maximumLength)),
  attributes: configuredAttributes,
  /** The picker searches them beside the label. Absent in configurations of earlier versions. */
  searchedAttributes: z.optional(configuredAttributes),
  cardinality,
  /** Absent in configurations of earlier versions. */
  portal: z.optional(portalUse),
});
export type Configuration = z.infer<typeof configuration>;
