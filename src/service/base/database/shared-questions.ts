import { DatabaseBusy } from './database';

/** How long the next question waits for the one under way. */
const waitLimitMs = 5_000;

interface Batch<Answer> {
  /** How many ask. */
  size: number;
  readonly answer: Promise<Answer>;
}

/**
 * One question at a time for a key: whoever wants the same while it is under way shares the next one. Then many who
 * ask at once cost little more than one, and nobody gets an answer to a question that was sent before they asked.
 */
export class SharedQuestions<Answer> {
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Batch<Answer>>();

  /**
   * @param question sent for all who share it, with their number
   * @returns its answer, and the place of this one among them, from 1
   * @throws DatabaseBusy if the one before took too long; the question isn't sent then
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
    const before = this.#underWay.get(key);
    const turn = before === undefined ? Promise.resolve() : endsInTime(before);
    const send = () => {
      this.#next.delete(key);
      const sent = question(batch.size);
      const ended = sent.then(ignore, ignore).finally(() => {
        if (this.#underWay.get(key) === ended) this.#underWay.delete(key);
      });
      this.#underWay.set(key, ended);
      return sent;
    };
    const giveUp = (error: unknown) => {
      this.#next.delete(key);
      throw error;
    };
    const batch: Batch<Answer> = { size: 0, answer: turn.then(send, giveUp) };
    this.#next.set(key, batch);
    return batch;
  }
}

/** @throws DatabaseBusy if it doesn't */
function endsInTime(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseBusy()), waitLimitMs);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function ignore(): void {
  // Who asked is told.
}
