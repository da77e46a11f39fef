/** What the platform says once the app has died. */
class Died extends Error {
  override readonly name = 'Died';
}

/**
 * Everything that an invocation does outside of itself passes here, so that it can die at any write:
 * nothing that comes after has an effect.
 */
export class InvocationGate {
  /** Of the invocations since the last `plan`. */
  writes = 0;
  #dieAt: number | undefined;
  #diesAfterwards = false;
  #isDead = false;

  /** Lets the app die at its `number`th write from now, before or after it took effect. */
  plan(number: number | undefined, moment: 'before' | 'after' = 'before'): void {
    this.writes = 0;
    this.#dieAt = number;
    this.#diesAfterwards = moment === 'after';
    this.#isDead = false;
  }

  /** A new invocation begins. */
  revive(): void {
    this.#isDead = false;
  }

  read(): Promise<void> {
    return this.#isDead ? Promise.reject(new Died()) : Promise.resolve();
  }

  async write<Result>(effect: () => Result): Promise<Result> {
    await this.read();
    this.writes += 1;
    const dies = this.writes === this.#dieAt;
    if (dies && !this.#diesAfterwards) this.#die();
    const result = effect();
    if (dies) this.#die();
    return result;
  }

  #die(): never {
    this.#isDead = true;
    throw new Died();
  }
}
