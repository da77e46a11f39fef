import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { StateFile } from '../state-files/state-file';
import { stateSaver } from '../state-files/state-saver';
import type { Due, DueSource } from './background';
import type { ScheduledTriggerModule } from './manifest-modules';
import type { Timers } from './timers';

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
  /** The platform has a small chance of doing so. */
  runsTwice = false;
  readonly #options: SchedulesOptions;
  readonly #save: () => Promise<void>;
  #startedAtMs: number;
  /** Up to when nothing more is due, by module. */
  #doneUntilMs = new Map<string, number>();

  private constructor(options: SchedulesOptions, startedAtMs = 0) {
    this.#options = options;
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
    return this.#options.triggers
      .map((trigger) => ({ at: this.#nextRunMs(trigger), run: () => this.#run(trigger) }))
      .reduce<Due | undefined>(
        (earliest, due) => (earliest && earliest.at <= due.at ? earliest : due),
        undefined,
      );
  }

  /** Nothing runs up to this time, and none of it later. */
  skipUntil(timeMs: number): void {
    for (const { key } of this.#options.triggers) this.#doneUntilMs.set(key, timeMs);
  }

  /** As after a deployment. */
  async restart(): Promise<void> {
    this.#startedAtMs = this.#options.timers.now().getTime();
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
    this.#doneUntilMs.set(key, this.#options.timers.now().getTime());
    await this.#options.run(key);
    if (this.runsTwice) await this.#options.run(key);
  }
}
