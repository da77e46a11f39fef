import type { Parameter } from '../../base/database/database';

type BoundType =
  | 'text'
  | 'text[]'
  | 'uuid'
  | 'uuid[]'
  | 'numeric[]'
  | 'timestamptz'
  | 'timestamptz[]'
  | 'tstzmultirange'
  | 'tsquery'
  | 'bigint';

/**
 * The bound parameters of one statement. Whatever a query says reaches the database through here
 * and in no other way.
 */
export class BoundParameters {
  readonly #values: Parameter[] = [];

  /** Returns the placeholder that stands for the value, cast to a type: `$3::uuid[]`. */
  bind(value: Parameter, type: BoundType): string {
    this.#values.push(value);
    return `$${this.#values.length}::${type}`;
  }

  /** Returns what `work` does; where it throws, what it bound until then is forgotten. */
  attempt<Result>(work: () => Result): Result {
    const length = this.#values.length;
    try {
      return work();
    } catch (error) {
      this.#values.length = length;
      throw error;
    }
  }

  /** Returns parameters that begin with these and go on by themselves. */
  fork(): BoundParameters {
    const forked = new BoundParameters();
    forked.#values.push(...this.#values);
    return forked;
  }

  /** The values so far, in the order of their placeholders. */
  values(): Parameter[] {
    return [...this.#values];
  }
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** Which objects a query matches. */
export interface Where {
  /** What follows `from`: they are `o`. It ends with a condition, so that another can follow. */
  readonly matching: string;
  /** Whether some conditions are about what the objects refer to. */
  readonly followsReferences: boolean;
  /** The conditions for a row `o` that is known. */
  readonly ofOneRow: {
    readonly ofType: string;
    /** Of the object and its own values; undefined where an index finds some of the rows all at once. */
    readonly direct: readonly string[] | undefined;
    /** Of what the object refers to. */
    readonly followed: readonly string[];
  };
  /** Every match satisfies each of these, and the planner knows about how many rows do. */
  readonly narrowing: readonly string[];
  readonly parameters: BoundParameters;
}

/** Conditions that hold for every row, and for none. */
export const always = 'true';
export const never = 'false';

export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? always : `(${conditions.join(' and ')})`;
}

export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? never : `(${conditions.join(' or ')})`;
}
