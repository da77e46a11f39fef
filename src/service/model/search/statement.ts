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

/** Conditions that hold for every row, and for none. */
export const always = 'true';
export const never = 'false';

export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? always : `(${conditions.join(' and ')})`;
}

export function anyOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? never : `(${conditions.join(' or ')})`;
}
