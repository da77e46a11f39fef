import { EarlierDemoData } from '../../service/index';
import type { ImportObserver } from '../../service/index';

export type FollowStep = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

const reportedEveryMs = 20_000;

/** Prints a line as a step begins, and every twenty seconds while it goes on. */
export function stepReport(print: (line: string) => void): FollowStep {
  return async (step, work) => {
    print(`${step} ...`);
    const startMs = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      print(`${step}: ${seconds} s so far ...`);
    }, reportedEveryMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };
}

/** Objects between two lines. */
const reportedStep = 20_000;

/** Tells a person how the import of the demo data progresses: a line now and then, and one at the end. */
export function importReport(print: (line: string) => void): ImportObserver {
  let reportedFrom: number | undefined;
  return {
    onProgress: (imported, total) => {
      if (imported === total) {
        print(`The demo data is complete: ${show(total)} places.`);
      } else if (reportedFrom === undefined || imported >= reportedFrom + reportedStep) {
        print(`Importing the demo data: ${show(imported)} of ${show(total)} places ...`);
        reportedFrom = imported;
      }
    },
    onFailure: (error) => {
      print(`The import of the demo data stopped: ${describe(error)}`);
    },
  };
}

/** What happened, and what is done about it. */
function describe(error: unknown): string {
  if (error instanceof EarlierDemoData) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${/[.!?]$/.test(reason) ? reason : `${reason}.`} The next start continues it.`;
}

function show(count: number): string {
  return count.toLocaleString('en');
}
