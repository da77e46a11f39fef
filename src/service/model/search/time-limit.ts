import { DatabaseFault, StatementCancelled } from '../../base/database';

/** The embedded database's time; what comes after the last look at the clock is added to it. */
const limitMs = 900;

/** How Postgres says that something was divided by zero; no search divides anything else. */
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
