import type { VirtualClock } from './virtual-clock';

/** Something that is to happen at a time; `run` rejects only where the sandbox itself fails. */
export interface Due {
  /** Milliseconds since 1970. */
  at: number;
  run: () => Promise<void>;
}

/** What has things to do; what `run` was called of is not offered again. */
export interface DueSource {
  /** Returns the earliest, `undefined` where nothing waits. */
  peek(): Due | undefined;
}

/** A longer wait is more than the machine's timers take. */
const longestWaitMs = 86_400_000;

/** Does what is due, in its order: in the machine's time, or at once where the clock is moved. */
export class Background {
  readonly #clock: VirtualClock;
  readonly #sources: readonly DueSource[];
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #moving: Promise<void> | undefined;
  /** Grows with each reset: what began before it ends without consequence. */
  #era = 0;
  #stopWaiting = () => {};

  constructor(clock: VirtualClock, sources: readonly DueSource[]) {
    this.#clock = clock;
    this.#sources = sources;
  }

  /** From now on things happen when they are due, until {@link stop}. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  stop(): void {
    this.#isStarted = false;
    this.#stopWaiting();
  }

  /** To be called where something may be due earlier than before. */
  wake(): void {
    this.#stopWaiting();
    if (!this.#isStarted || this.#moving) return;
    const nowMs = this.#clock.now().getTime();
    for (let next = this.#peek(); next && next.at <= nowMs; next = this.#peek()) this.#begin(next);
    const next = this.#peek();
    if (!next) return;
    const waitMs = Math.min(Math.max(next.at - nowMs, 0), longestWaitMs);
    this.#stopWaiting = this.#clock.after(waitMs, () => this.wake());
  }

  /** Moves the clock through all that is due until then, one after the other, each awaited. */
  async advance(durationMs: number, prepare: (untilMs: number) => void): Promise<void> {
    while (this.#moving) await this.#moving.catch(() => undefined);
    this.#moving = this.#move(durationMs, prepare);
    try {
      await this.#moving;
    } finally {
      this.#moving = undefined;
      this.wake();
    }
  }

  /** Forgets what runs; whatever was moving the clock leaves it alone from here. */
  reset(): void {
    this.#era += 1;
    this.#running.clear();
  }

  async #move(durationMs: number, prepare: (untilMs: number) => void): Promise<void> {
    const era = this.#era;
    this.#stopWaiting();
    await Promise.all(this.#running);
    if (era !== this.#era) return;
    this.#clock.stop();
    const untilMs = this.#clock.now().getTime() + durationMs;
    prepare(untilMs);
    try {
      await this.#doAllUntil(untilMs, () => era === this.#era);
    } finally {
      if (era === this.#era) await this.#clock.resume();
    }
  }

  async #doAllUntil(untilMs: number, isWanted: () => boolean): Promise<void> {
    for (let next = this.#peekUntil(untilMs); next; next = this.#peekUntil(untilMs)) {
      this.#clock.moveTo(next.at);
      await next.run();
      if (!isWanted()) return;
    }
    this.#clock.moveTo(untilMs);
  }

  /** What the last thing took counts: whatever it left to be done at once is done too. */
  #peekUntil(untilMs: number): Due | undefined {
    const next = this.#peek();
    return next && next.at <= Math.max(untilMs, this.#clock.now().getTime()) ? next : undefined;
  }

  #peek(): Due | undefined {
    return this.#sources
      .flatMap((source) => source.peek() ?? [])
      .reduce<Due | undefined>(
        (earliest, due) => (earliest && earliest.at <= due.at ? earliest : due),
        undefined,
      );
  }

  #begin(due: Due): void {
    const ending = due
      .run()
      .catch((error: unknown) => console.error("Something that was due couldn't be done:", error))
      .finally(() => {
        this.#running.delete(ending);
        this.wake();
      });
    this.#running.add(ending);
  }
}
