import {
  bindTemplate,
  describeFault,
  parseTemplate,
  placeholdersOf,
  type Bindings,
  type Query,
  type QuerySyntaxError,
} from '../../query';
import { Problem } from '../replies/problem';

/** What placeholders may stand for. */
interface BindingSources {
  /** Asked only where the query needs it; undefined where Jira does not tell. */
  readonly findEmailAddress: () => Promise<string | undefined>;
  /** As in {@link Bindings}; a query of a field without levels has none. */
  readonly levels?: Bindings['levels'];
}

type BoundQuery =
  | { readonly kind: 'bound'; readonly query: Query; readonly hasPlaceholders: boolean }
  | { readonly kind: 'fault'; readonly fault: QuerySyntaxError }
  /** The query needs the person's email address, and Jira does not tell it. */
  | { readonly kind: 'noEmail' }
  /** The query refers to a level where nothing is selected. */
  | { readonly kind: 'waits'; readonly message: string };

/** Reads a configured query and puts values in the place of its placeholders. */
export async function bindQuery(text: string, sources: BindingSources): Promise<BoundQuery> {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return { kind: 'fault', fault: parsed.error };
  const placeholders = placeholdersOf(parsed.query);
  const needsEmail = placeholders.some(({ kind }) => kind === 'emailPlaceholder');
  const emailCurrentUser = needsEmail ? await sources.findEmailAddress() : undefined;
  if (needsEmail && emailCurrentUser === undefined) return { kind: 'noEmail' };

  const bound = bindTemplate(parsed.query, { emailCurrentUser, levels: sources.levels });
  if (bound.ok) {
    return { kind: 'bound', query: bound.query, hasPlaceholders: placeholders.length > 0 };
  }
  const { code, message, location } = bound.error;
  if (code === 'NOTHING_SELECTED') return { kind: 'waits', message };
  return { kind: 'fault', fault: describeFault(text, message, location) };
}

/**
 * As {@link bindQuery}, for a person who can do nothing about the query.
 * @throws {Problem} QUERY_REFUSED, NO_EMAIL or LEVEL_WAITS
 */
export async function getBoundQuery(text: string, sources: BindingSources): Promise<Query> {
  const bound = await bindQuery(text, sources);
  switch (bound.kind) {
    case 'bound':
      return bound.query;
    case 'fault':
      throw new Problem('QUERY_REFUSED', describe(bound.fault));
    case 'noEmail':
      throw new Problem('NO_EMAIL');
    case 'waits':
      throw new Problem('LEVEL_WAITS', bound.message);
  }
}

function describe({ message, line, column }: QuerySyntaxError): string {
  return `${message} (line ${line}, column ${column})`;
}
