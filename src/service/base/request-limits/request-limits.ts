/** How many requests are let through in any span of {@link windowMs}. */
export interface RateLimits {
  readonly perToken: number;
  readonly perWorkspace: number;
}

export const windowMs = 300_000;

/** What requests are counted for. */
export interface Subject {
  readonly kind: 'token' | 'workspace';
  /** Of a personal access token, of an OAuth grant with all its tokens, or of a workspace. */
  readonly id: string;
}

export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly refusedBy: Subject; readonly waitMs: number };

/** What a subject has used at this moment. */
export interface Use {
  readonly used: number;
  readonly limit: number;
  /** How long until a request is let through; 0: at once. */
  readonly waitMs: number;
}

/** The limits as `find_bearer` takes them, which counts requests in the trip that looks up their token. */
export interface CountedLimits {
  /** Null for no limit. */
  readonly perToken: number | null;
  readonly perWorkspace: number | null;
  readonly windowMs: number;
  /** Epoch milliseconds; null for the database's own clock. */
  readonly nowMs: number | null;
}

/** What the database said of a request that it counted. */
export interface Counted {
  /** The key of the subject that has none left; null if it is let through. */
  readonly refused: string | null;
  readonly waitMs: number | null;
}

/** @see docs/service-api.md, "Limits" */
export interface RequestLimits {
  /**
   * Counts a request for each of the subjects, or for none where one of them has none left: a refused request
   * doesn't count. A workspace comes last: then no two requests wait for each other.
   * @param counted where the database counted it with its token: it doesn't count again
   */
  admit(subjects: readonly Subject[], counted?: Counted): Promise<Admission>;
  /** The limits for a look-up of a token; null where this process counts requests itself. */
  readonly countedLimits: () => CountedLimits | null;
  read(subject: Subject): Promise<Use>;
  /** Everybody begins again. */
  clear(): Promise<void>;
  /** Stores what only this process knows. */
  close(): Promise<void>;
}

export function limitOf({ perToken, perWorkspace }: RateLimits, { kind }: Subject): number {
  return kind === 'token' ? perToken : perWorkspace;
}

export function keyOf({ kind, id }: Subject): string {
  return `${kind} ${id}`;
}
