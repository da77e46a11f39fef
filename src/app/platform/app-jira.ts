import type { FieldPlace } from './field-place';

/** A field of the site. */
export interface JiraField {
  /** Such as `customfield_10010`; `summary` of a field that is Jira's own. */
  readonly id: string;
  readonly name: string;
  /** Which of this app's field types it is; undefined for every other field. */
  readonly kind: 'object' | 'cascade' | undefined;
}

/** A field of one of this app's types. */
export type OwnField = JiraField & { readonly kind: NonNullable<JiraField['kind']> };

/** Those of this app's types, in the given order. */
export function listOwnFields(fields: readonly JiraField[]): OwnField[] {
  return fields.filter((field): field is OwnField => field.kind !== undefined);
}

/** What Jira keeps of one call of the function with one operator and one list of arguments. */
export interface Precomputation {
  readonly id: string;
  readonly operator: 'in' | 'not in';
  readonly arguments: readonly string[];
  /** The fragment; absent where there is an error in its place. */
  readonly value?: string;
  readonly error?: string;
  /** Milliseconds since the epoch. */
  readonly updated: number;
  /** Milliseconds since the epoch, when a search last used it: Jira drops it 7 days after that. */
  readonly used: number;
}

export interface PrecomputationPage {
  readonly isLast: boolean;
  readonly total: number;
  readonly values: readonly Precomputation[];
  /** Of entries that can't be read; empty for one without an id. */
  readonly unreadableIds: readonly string[];
}

export type PrecomputationUpdate =
  | { readonly id: string; readonly value: string }
  | { readonly id: string; readonly error: string };

export interface FoundIssue {
  readonly id: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What Jira tells the app, and people who may administer it, of fields. */
export interface JiraFields {
  /** Every field of the site. @throws {JiraError} */
  listFields(): Promise<JiraField[]>;
  /**
   * Of every context of the field; an entry is undefined where it was never configured.
   * @throws {JiraError}
   */
  listAllConfigurations(fieldId: string): Promise<unknown[]>;
}

/** What Jira says of searches and of issues, to whoever asks. */
export interface JiraIssues {
  /** For each query, in the given order: whether Jira accepts it. @throws {JiraError} */
  acceptsQueries(queries: readonly string[]): Promise<boolean[]>;
  /** About how many issues a query finds. @throws {JiraError} */
  countIssues(jql: string): Promise<number>;
  /**
   * At most 100 issues with these fields as they are now, which a search may tell later; those that
   * the caller may not see are left out.
   * @throws {JiraError}
   */
  readIssues(issueIds: readonly string[], fields: readonly string[]): Promise<FoundIssue[]>;
  /** One page of issues that the caller may see, with these fields: at most 100. @throws {JiraError} */
  searchIssues(
    jql: string,
    fields: readonly string[],
    nextPageToken?: string,
    maximumIssues?: number,
  ): Promise<{ issues: FoundIssue[]; nextPageToken?: string }>;
}

/**
 * Jira with the app's rights in functions that the platform itself calls: the JQL function, the
 * schedule and the queue, where no person is there to ask for. Only those get it, never a resolver.
 * Every call throws JiraError, with `retryAfterMs` where Jira named a time.
 */
export interface AppJira extends JiraFields, JiraIssues {
  /** One page of 100 in the order of creation, which does not change while they are used. */
  listPrecomputations(startAt: number): Promise<PrecomputationPage>;
  /** Those that Jira has dropped meanwhile are skipped. */
  updatePrecomputations(updates: readonly PrecomputationUpdate[]): Promise<void>;
  /**
   * The stored configurations of a field in one place; empty where no context applies. An entry is
   * undefined where a context applies and was never configured.
   */
  listFieldConfigurations(fieldId: string, place: FieldPlace): Promise<unknown[]>;
  /**
   * Sets the values of a field of this app, which leaves no trace in the history and sends neither
   * mails nor events.
   */
  writeFieldValues(
    fieldId: string,
    updates: readonly { readonly issueIds: readonly number[]; readonly value: unknown }[],
  ): Promise<void>;
}
