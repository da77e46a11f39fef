import type { Due, DueSource } from './background';
import type { Timers } from './timers';

/** Tells the app what happened in the product: at once, each event after the one before. */
export class ProductEvents<Event> implements DueSource {
  readonly #timers: Timers;
  readonly #deliver: (event: Event) => Promise<void>;
  #waiting: { at: number; event: Event }[] = [];

  /** @param deliver never rejects */
  constructor(timers: Timers, deliver: (event: Event) => Promise<void>) {
    this.#timers = timers;
    this.#deliver = deliver;
  }

  add(event: Event): void {
    this.#waiting.push({ at: this.#timers.now().getTime(), event });
  }

  clear(): void {
    this.#waiting = [];
  }

  peek(): Due | undefined {
    const [first] = this.#waiting;
    return first && { at: first.at, run: () => this.#run(first) };
  }

  #run(entry: { event: Event }): Promise<void> {
    this.#waiting = this.#waiting.filter((waiting) => waiting !== entry);
    return this.#deliver(entry.event);
  }
}
