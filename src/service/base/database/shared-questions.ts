interface Batch<Answer> {
  /** How many ask. */
  size: number;
  readonly answer: Promise<Answer>;
}

/**
 * One question at a time for a key: whoever wants the same while it is under way shares the next one. So many who
 * ask at once cost little more than one, and nobody gets an answer to a question that was sent before they asked.
 */
export class SharedQuestions<Answer> {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Batch<Answer>>();

  /**
   * @param question sent for all who share it, with their number
   * @returns its answer, and the place of this one among them, from 1
   */
  async ask(
    key: string,
    question: (size: number) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly place: number }> {
    const batch = this.#next.get(key) ?? this.#begin(key, question);
    batch.size += 1;
    const place = batch.size;
    return { answer: await batch.answer, place };
  }

  #begin(key: string, question: (size: number) => Promise<Answer>): Batch<Answer> {
    const before = this.#underWay.get(key) ?? Promise.resolve();
    const answer = before.then(() => {
      this.#next.delete(key);
      const sent = question(batch.size);
      const ended = sent.then(ignore, ignore).finally(() => {
        if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
      });
      this.#underWay.set(key, ended);
      return sent;
    });
    const batch: Batch<Answer> = { size: 0, answer };
    this.#next.set(key, batch);
    return batch;
  }
}

function ignore(): void {
  // Who asked is told.
}
