import * as z from 'zod/mini';

const violationTypes = [
  'REQUIRED',
  'INVALID',
  'CONFLICT',
  'NOT_FOUND',
  'TOO_MANY',
  'TOO_LONG',
  'READ_ONLY',
  'TRANSITION_NOT_SUPPLIED',
  'TRANSITION_NOT_ALLOWED',
] as const;

const violationDomains = [
  'WORKSPACE',
  'TYPE',
  'ATTRIBUTE',
  'OBJECT',
  'CONTENT',
  'WORKFLOW',
  'SITE',
  'TOKEN',
  'APP',
] as const;

/** One field of a create or modify call that the service refused. */
const violation = z.object({
  /** The attribute's id for a value of an object, else the name of the field. */
  fieldIdentifier: z.string(),
  violationType: z.enum(violationTypes),
  invalidValue: z.string(),
  domain: z.enum(violationDomains),
  /** The place of the refused operation in a call of several. */
  index: z.optional(z.number().check(z.int())),
});
export type Violation = z.infer<typeof violation>;

/**
 * The body of every error reply.
 * @see docs/service-api.md, "Errors"
 */
export const errorBody = z.object({
  /** ISO 8601, UTC, with fractional seconds. */
  timestamp: z.string(),
  message: z.string(),
  path: z.string(),
  violations: z.optional(z.array(violation)),
  /** Where a query goes wrong; only on the 400 of an invalid query. */
  position: z.optional(
    z.object({
      offset: z.number().check(z.int()),
      line: z.number().check(z.int()),
      column: z.number().check(z.int()),
    }),
  ),
});
export type ErrorBody = z.infer<typeof errorBody>;
