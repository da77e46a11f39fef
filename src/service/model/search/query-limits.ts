import type { Location, Operand } from '../../../query';
import { DatabaseFault, StatementCancelled } from '../../base/database/database';

/** Something in a query that has no meaning here: an unknown name, a value of the wrong kind. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem';

  constructor(
    message: string,
    readonly location: Location,
  ) {
    super(message);
  }
}

const maximumConditions = 200;
/** With up to this many conditions, the planner can weigh every order without slowing down. */
const fewConditions = 6;
const maximumSteps = 30;
const maximumListedValues = 1_000;
const maximumWordsPerText = 100;
/** More can be too much for one statement. */
export const maximumWords = 1_000;

/** A query that is too large for the database, whatever its names mean. */
export class QueryTooLarge extends QueryProblem {}

/**
 * Counts what one query asks for. With some thousands of words, the embedded database answers wrongly,
 * and with more it stops answering at all, so every part is counted before it gets there.
 */
export class QuerySize {
  #conditions = 0;
  #steps = 0;
  #listedValues = 0;
  #words = 0;

  /** Whether there are more conditions so far than the planner need think about. */
  get isLarge(): boolean {
    return this.#conditions > fewConditions;
  }

  /** @throws QueryTooLarge */
  addCondition(location: Location): void {
    this.#conditions += 1;
    if (this.#conditions <= maximumConditions) return;
    const message = `A query can have up to ${maximumConditions} conditions. To compare with many values, use "in".`;
    throw new QueryTooLarge(message, location);
  }

  /**
   * Counts the references that a path follows.
   * @throws QueryTooLarge
   */
  addSteps(count: number, location: Location): void {
    this.#steps += count;
    if (this.#steps <= maximumSteps) return;
    const message = `The paths of a query can follow up to ${maximumSteps} references in total. Use fewer or shorter paths. To compare with many values, use "in".`;
    throw new QueryTooLarge(message, location);
  }

  /**
   * Counts the values of an `in`.
   * @throws QueryTooLarge at the first value too many
   */
  addList(operands: readonly Operand[]): void {
    const excess = operands[maximumListedValues - this.#listedValues];
    this.#listedValues += operands.length;
    if (excess === undefined) return;
    const message = `The lists of a query can have up to ${show(maximumListedValues)} values in total. Put the rest into another query.`;
    throw new QueryTooLarge(message, excess.location);
  }

  /**
   * Counts the words that a text is compared by.
   * @throws QueryTooLarge
   */
  addWords(words: readonly string[], location: Location): void {
    this.#words += words.length;
    if (words.length > maximumWordsPerText) {
      const message = `A text can have up to ${maximumWordsPerText} words, but this one has ${show(words.length)}. Use fewer words.`;
      throw new QueryTooLarge(message, location);
    }
    if (this.#words <= maximumWords) return;
    const message = `The texts of a query can have up to ${show(maximumWords)} words in total. Use fewer texts or words.`;
    throw new QueryTooLarge(message, location);
  }
}

function show(count: number): string {
  return count.toLocaleString('en');
}

/** Until the embedded database notices, a statement runs a little longer than this. */
const limitMs = 900;

/** The code of a division by zero: nothing else in a search divides. */
const dividedByZero = '22012';

/**
 * A condition that holds until the statement has run for too long, and fails the statement then:
 * nothing else stops one in the embedded database. About one row in 64 has it look at the clock,
 * since each look takes as long as a cheap comparison.
 * @param id a column, to look at the clock while its table is read; where absent, that is done once
 *   the tables of the statement are joined
 */
export function isInTime(id = 'random()'): string {
  // To the planner almost every row passes what asks for no null: other tests would halve what it expects.
  return `(case when random() > 0.015 then 1
    when clock_timestamp() < statement_timestamp() + interval '${limitMs} ms' then 1
    else 1 / (length(${id}::text) * 0) end) is not null`;
}

/** Returns what `work` finds. @throws StatementCancelled where it ran for too long */
export async function withinTimeLimit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOver = error instanceof DatabaseFault && error.code === dividedByZero;
    throw isOver ? new StatementCancelled() : error;
  }
}
