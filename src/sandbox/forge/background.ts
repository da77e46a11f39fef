import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { VirtualClock, Timers } from './clock';
import type { StateFile } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';
import type { ScheduledTriggerModule } from './manifest';

/** An action with a due time; `run` rejects only if the sandbox itself fails. */
export interface Due {
  /** Milliseconds since 1970. */
  at: number;
  run: () => Promise<void>;
}

/** A source of due actions; it never offers one again whose `run` was called. */
export interface DueSource {
  /** Returns the earliest action, `undefined` if none waits. */
  peek(): Due | undefined;
}

/** Of several at the same time, the first. */
export function earliestOf(dues: readonly Due[]): Due | undefined {
  return dues.toSorted((one, other) => one.at - other.at)[0];
}

/** Node's timers take no longer wait. */
const maximumWaitMs = 86_400_000;

/** Runs due actions in order: as time passes, or at once when the clock is moved. */
export class Background {
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #moving: Promise<void> | undefined;
  /** Counts the resets. What began before a reset has no effect after it. */
  #era = 0;
  #stopWaiting = () => {};

  constructor(
    private readonly clock: VirtualClock,
    private readonly sources: readonly DueSource[],
  ) {}

  /** Runs actions as they fall due, until {@link stop}. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  stop(): void {
    this.#isStarted = false;
    this.#stopWaiting();
  }

  /** Call it when something may be due earlier than before. */
  wake(): void {
    this.#stopWaiting();
    if (!this.#isStarted || this.#moving) return;
    const nowMs = this.clock.now().getTime();
    for (let next = this.#peek(); next && next.at <= nowMs; next = this.#peek()) this.#begin(next);
    const next = this.#peek();
    if (!next) return;
    const waitMs = Math.min(Math.max(next.at - nowMs, 0), maximumWaitMs);
    this.#stopWaiting = this.clock.after(waitMs, () => this.wake());
  }

  /** Moves the clock to a time, and runs what falls due on the way, one after the other. */
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

  /** Forgets what runs; whoever moves the clock stops doing so. */
  reset(): void {
    this.#era += 1;
    this.#running.clear();
  }

  async #move(durationMs: number, prepare: (untilMs: number) => void): Promise<void> {
    const era = this.#era;
    this.#stopWaiting();
    await Promise.all(this.#running);
    if (era !== this.#era) return;
    this.clock.stop();
    const untilMs = this.clock.now().getTime() + durationMs;
    prepare(untilMs);
    try {
      await this.#doAllUntil(untilMs, () => era === this.#era);
    } finally {
      if (era === this.#era) await this.clock.resume();
    }
  }

  async #doAllUntil(untilMs: number, isWanted: () => boolean): Promise<void> {
    for (let next = this.#peekUntil(untilMs); next; next = this.#peekUntil(untilMs)) {
      this.clock.moveTo(next.at);
      await next.run();
      if (!isWanted()) return;
    }
    this.clock.moveTo(untilMs);
  }

  /** The last action takes time too: what falls due meanwhile runs as well. */
  #peekUntil(untilMs: number): Due | undefined {
    const next = this.#peek();
    return next && next.at <= Math.max(untilMs, this.clock.now().getTime()) ? next : undefined;
  }

  #peek(): Due | undefined {
    return earliestOf(this.sources.flatMap((source) => source.peek() ?? []));
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

const stored = z.object({ startedAt: z.number(), triggers: z.unknown() });

const firstRunDelayMs = 5 * 60_000;
const intervalMs: Readonly<Record<ScheduledTriggerModule['interval'], number>> = {
  fiveMinute: 300_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};

interface SchedulesOptions {
  triggers: readonly ScheduledTriggerModule[];
  timers: Timers;
  file: StateFile;
  /** Never rejects. */
  run: (moduleKey: string) => Promise<void>;
}

/**
 * When the app's schedules run: first about five minutes after they came, then at a fixed distance.
 * Changed ones begin again, all of them. A time at which the sandbox did not run is passed over.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/scheduled-trigger/
 */
export class Schedules implements DueSource {
  runsTwice = false;
  readonly #save: () => Promise<void>;
  #startedAtMs: number;
  /** Until when each module has nothing more due. */
  #doneUntilMs = new Map<string, number>();

  private constructor(
    private readonly options: SchedulesOptions,
    startedAtMs = 0,
  ) {
    this.#startedAtMs = startedAtMs;
    const { file, triggers } = options;
    this.#save = stateSaver<z.infer<typeof stored>>({
      file,
      describe: () => ({ startedAt: this.#startedAtMs, triggers }),
      restore: ({ startedAt }) => {
        this.#startedAtMs = startedAt;
      },
    });
  }

  static async open(options: SchedulesOptions): Promise<Schedules> {
    const before = stored.safeParse(await options.file.read()).data;
    if (before && isDeepStrictEqual(before.triggers, options.triggers)) {
      const schedules = new Schedules(options, before.startedAt);
      schedules.skipUntil(options.timers.now().getTime());
      return schedules;
    }
    const schedules = new Schedules(options);
    await schedules.restart();
    return schedules;
  }

  peek(): Due | undefined {
    return earliestOf(
      this.options.triggers.map((trigger) => ({
        at: this.#nextRunMs(trigger),
        run: () => this.#run(trigger),
      })),
    );
  }

  skipUntil(timeMs: number): void {
    for (const { key } of this.options.triggers) this.#doneUntilMs.set(key, timeMs);
  }

  /** As after a deployment. */
  async restart(): Promise<void> {
    this.#startedAtMs = this.options.timers.now().getTime();
    this.#doneUntilMs.clear();
    await this.#save();
  }

  #nextRunMs({ key, interval }: ScheduledTriggerModule): number {
    const firstMs = this.#startedAtMs + firstRunDelayMs;
    const doneMs = this.#doneUntilMs.get(key) ?? this.#startedAtMs;
    const runs = Math.max(0, Math.floor((doneMs - firstMs) / intervalMs[interval]) + 1);
    return firstMs + runs * intervalMs[interval];
  }

  async #run({ key }: ScheduledTriggerModule): Promise<void> {
    this.#doneUntilMs.set(key, this.options.timers.now().getTime());
    await this.options.run(key);
    if (this.runsTwice) await this.options.run(key);
  }
}
