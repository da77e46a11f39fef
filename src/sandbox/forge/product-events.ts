import type { Due, DueSource } from './background';
import type { Delivery } from './queue/retries';
import type { Timers } from './timers';

const longestDelayMs = 3 * 60_000;
const maximumRetries = 4;

interface WaitingEvent {
  at: number;
  /** Never rejects. */
  deliver: () => Promise<Delivery>;
  retries: number;
}

/**
 * Tells the app's triggers what happened in the product: at once, each event after the one before,
 * and up to four times again if a trigger asks for that.
 * @see https://developer.atlassian.com/platform/forge/events-reference/product-events/
 */
export class ProductEvents implements DueSource {
  /** Three minutes late, as the platform may be. */
  comeLateAndTwice = false;
  readonly #timers: Timers;
  #waiting: WaitingEvent[] = [];

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  add(deliver: () => Promise<Delivery>): void {
    const delayMs = this.comeLateAndTwice ? longestDelayMs : 0;
    const event = { at: this.#timers.now().getTime() + delayMs, deliver, retries: 0 };
    this.#waiting.push(event);
    if (this.comeLateAndTwice) this.#waiting.push({ ...event });
  }

  clear(): void {
    this.#waiting = [];
  }

  peek(): Due | undefined {
    const [first] = this.#waiting.toSorted((one, other) => one.at - other.at);
    return first && { at: first.at, run: () => this.#run(first) };
  }

  async #run(event: WaitingEvent): Promise<void> {
    const { deliver, retries } = event;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== event);
    const delivery = await deliver();
    if (delivery.ok || retries === maximumRetries) return;
    const waitSeconds = delivery.retry.afterSeconds ?? 2 ** retries;
    const at = this.#timers.now().getTime() + waitSeconds * 1000;
    this.#waiting.push({ at, deliver, retries: retries + 1 });
  }
}
