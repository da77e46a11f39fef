import {
  bindTemplate,
  describeFault,
  parseTemplate,
  placeholdersOf,
  type Query,
  type QuerySyntaxError,
} from '../../query';

export type BoundQuery =
  | { readonly kind: 'bound'; readonly query: Query; readonly hasPlaceholders: boolean }
  | { readonly kind: 'fault'; readonly fault: QuerySyntaxError }
  /** The query needs the person's e-mail address, and Jira does not tell it. */
  | { readonly kind: 'noEmail' };

/**
 * Reads a configured query and puts the person's e-mail address into it. The address is asked for
 * only where the query needs it.
 */
export async function bindQuery(
  text: string,
  findEmailAddress: () => Promise<string | undefined>,
): Promise<BoundQuery> {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return { kind: 'fault', fault: parsed.error };
  const placeholders = placeholdersOf(parsed.query);
  const needsEmail = placeholders.some(({ kind }) => kind === 'emailPlaceholder');
  const emailCurrentUser = needsEmail ? await findEmailAddress() : undefined;
  if (needsEmail && emailCurrentUser === undefined) return { kind: 'noEmail' };

  const bound = bindTemplate(parsed.query, { emailCurrentUser });
  if (!bound.ok) {
    const { message, location } = bound.error;
    return { kind: 'fault', fault: describeFault(text, message, location) };
  }
  return { kind: 'bound', query: bound.query, hasPlaceholders: placeholders.length > 0 };
}
