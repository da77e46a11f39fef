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

type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly refusedBy: Subject; readonly waitMs: number };

/** What a subject has used at this moment. */
export interface Use {
  readonly used: number;
  readonly limit: number;
  /** How long until a request is let through; 0: at once. */
  readonly waitMs: number;
}

/** @see docs/service-api.md, "Limits" */
export interface RequestLimits {
  /**
   * Counts a request for each of the subjects, or for none where one of them has none left: a refused request
   * doesn't count. A workspace comes last: then no two requests wait for each other.
   */
  admit(subjects: readonly Subject[]): Promise<Admission>;
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
