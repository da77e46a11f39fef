import { systemTimers } from '../forge/timers';
import type { Timers } from '../forge/timers';

/** Does a step of the start, and tells a person about it. */
export type FollowStep = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

/** How often a person hears of a step that takes long. */
const repeatMs = 20_000;

/** Prints a line as a step begins and every twenty seconds while it goes on, and says how long it took if that was long. */
export function stepReport(
  print: (line: string) => void,
  timers: Timers = systemTimers,
): FollowStep {
  return async (step, work) => {
    const startedAtMs = timers.now().getTime();
    const tookMs = () => timers.now().getTime() - startedAtMs;
    const repeatLater = (): (() => void) =>
      timers.after(repeatMs, () => {
        print(`${step}: ${inSeconds(tookMs())} so far ...`);
        cancel = repeatLater();
      });
    print(`${step} ...`);
    let cancel = repeatLater();
    try {
      const result = await work();
      if (tookMs() >= repeatMs) print(`${step}: done in ${inSeconds(tookMs())}.`);
      return result;
    } finally {
      cancel();
    }
  };
}

function inSeconds(durationMs: number): string {
  return `${Math.round(durationMs / 1_000)} s`;
}
