import * as z from 'zod/mini';
import { absentAsUndefined } from '../platform/absent-as-undefined';

/**
 * Jira writes ids as text in some places and as numbers in others. One spelling of each, small enough
 * to be exact as a number: permissions are asked by number, and configurations by text.
 */
const numericId = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.regex(/^[1-9]\d{0,14}$/)),
);

/**
 * Where the person is. The platform vouches for who they are and for the module; the ids of
 * issue, project and field only say what is asked for.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#extension-data
 */
const extension = z.object({
  fieldId: absentAsUndefined(z.string().check(z.regex(/^customfield_\d+$/))),
  issue: absentAsUndefined(
    z.object({ id: absentAsUndefined(numericId), typeId: absentAsUndefined(numericId) }),
  ),
  /** Of a bulk edit the chosen work items, in the place of one. */
  issues: absentAsUndefined(z.array(z.object({ id: numericId })).check(z.maxLength(1_000))),
  project: absentAsUndefined(z.object({ id: absentAsUndefined(numericId) })),
  configuration: absentAsUndefined(z.unknown()),
  /** The kind of page, named twice by the platform: `issue-view`, `portal-request` and others. */
  experience: absentAsUndefined(z.string()),
  renderContext: absentAsUndefined(z.string()),
  /** On the service portal: the service desk, and the type of the request. */
  portal: absentAsUndefined(z.object({ id: absentAsUndefined(numericId) })),
  request: absentAsUndefined(z.object({ typeId: absentAsUndefined(numericId) })),
});

const invocationContext = z.object({
  accountId: absentAsUndefined(z.string()),
  accountType: absentAsUndefined(z.string()),
  moduleKey: absentAsUndefined(z.string()),
  extension: z.prefault(extension, {}),
});

/** One call of a resolver function, checked. */
export type Invocation = z.output<typeof invocationContext>;

/** Returns undefined where the platform's context is not of the documented shape. */
export function findInvocation(context: unknown): Invocation | undefined {
  return invocationContext.safeParse(context).data;
}
