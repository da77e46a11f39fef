import { JiraError } from '../jira/jira-error';

/** What Jira says against a query: everything at once, each sentence once. */
export class Refusals {
  readonly #sentences = new Set<string>();

  add(sentence: string): void {
    this.#sentences.add(sentence);
  }

  /** Returns what `read` does; `otherwise` if that is refused, which is noted. */
  attempt<Result>(read: () => Result, otherwise: Result): Result {
    try {
      return read();
    } catch (error) {
      for (const sentence of refusalsOf(error)) this.add(sentence);
      return otherwise;
    }
  }

  /** @throws {JiraError} 400 */
  throwIfAny(): void {
    if (this.#sentences.size > 0) throw new JiraError(400, [...this.#sentences]);
  }
}

/** Returns the sentences of a refusal; throws every other error again. */
export function refusalsOf(error: unknown): readonly string[] {
  if (error instanceof JiraError && error.status === 400) return error.body.errorMessages;
  throw error;
}
