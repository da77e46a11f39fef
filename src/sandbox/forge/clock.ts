import * as z from 'zod';
import { noStateFile } from '../state-files/state-file';
import type { StateFile } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';

export interface Timers {
  now(): Date;
  /** Calls `action` once after so many milliseconds, unless the returned function is called first. */
  after(delayMs: number, action: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => new Date(),
  after: (delayMs, action) => {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};

const stored = z.object({ offsetMs: z.number() });

/**
 * The sandbox's only time: the machine's, ahead by what a control call moved it. It stands still
 * while it is being moved, so that everything due happens at its own time. Waiting is in the
 * machine's time: who waits ten seconds waits ten seconds.
 */
export class VirtualClock implements Timers {
  readonly #save: () => Promise<void>;
  #stoppedAtMs: number | undefined;

  private constructor(
    private readonly machine: Timers,
    file: StateFile,
    private offsetMs: number,
  ) {
    this.#save = stateSaver<z.infer<typeof stored>>({
      file,
      describe: () => ({ offsetMs: this.offsetMs }),
      restore: (kept) => {
        this.offsetMs = kept.offsetMs;
      },
    });
  }

  /** Opens a clock that is as far ahead as when it was stored. */
  static async open(machine: Timers, file = noStateFile()): Promise<VirtualClock> {
    const offsetMs = stored.safeParse(await file.read()).data?.offsetMs ?? 0;
    return new VirtualClock(machine, file, offsetMs);
  }

  now(): Date {
    return new Date(this.#stoppedAtMs ?? this.machine.now().getTime() + this.offsetMs);
  }

  after(delayMs: number, action: () => void): () => void {
    return this.machine.after(delayMs, action);
  }

  stop(): void {
    this.#stoppedAtMs = this.now().getTime();
  }

  /** Moves the stopped clock on to this time; never back. */
  moveTo(timeMs: number): void {
    this.#stoppedAtMs = Math.max(this.now().getTime(), timeMs);
  }

  /** Lets a little time pass while the clock stands: what the app does takes time. */
  pass(durationMs: number): void {
    if (this.#stoppedAtMs !== undefined) this.#stoppedAtMs += durationMs;
  }

  async resume(): Promise<void> {
    this.offsetMs = this.now().getTime() - this.machine.now().getTime();
    this.#stoppedAtMs = undefined;
    await this.#save();
  }

  /** Brings back the machine's time. */
  async reset(): Promise<void> {
    this.offsetMs = 0;
    this.#stoppedAtMs = undefined;
    await this.#save();
  }
}
