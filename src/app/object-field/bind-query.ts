import { bindTemplate, parseTemplate, placeholdersOf, type Query } from '../../query';

/** Where a query goes wrong, for the person who wrote it. */
export interface QueryFault {
  readonly message: string;
  /** Of the text that was read; absent where the whole query is meant. */
  readonly line?: number;
  readonly column?: number;
  readonly excerpt?: string;
}

export type BoundQuery =
  | { readonly kind: 'bound'; readonly query: Query; readonly hasPlaceholders: boolean }
  | { readonly kind: 'fault'; readonly fault: QueryFault }
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
    return { kind: 'fault', fault: faultAt(text, bound.error.message, bound.error.location.start) };
  }
  return { kind: 'bound', query: bound.query, hasPlaceholders: placeholders.length > 0 };
}

/** @param offset into the text, in UTF-16 units */
export function faultAt(text: string, message: string, offset: number): QueryFault {
  const before = text.slice(0, offset).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  const sourceLine = text.split('\n')[before.length - 1] ?? '';
  return {
    message,
    line: before.length,
    column,
    excerpt: `${sourceLine}\n${' '.repeat(column - 1)}^`,
  };
}
