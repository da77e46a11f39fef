import { OutOfCalls } from './call-budget';
import { listStep } from './list-step';
import { queryStep } from './query-step';
import { isOver, type RefreshRun } from './refresh-run';
import { repairStep } from './repair-step';
import type { RunStore } from './run-store';
import { afterStop, type AfterStop } from './setback';
import type { Slice, StepResult } from './step';
import { sweepStep } from './sweep-step';

interface Working {
  readonly slice: Slice;
  readonly run: RefreshRun;
  readonly runs: RunStore;
}

/**
 * Works at a run until its time or its calls are used up, keeping it after every step.
 * @returns the run as it is then, and how long it is to wait
 */
export async function runSlice({ slice, run, runs }: Working): Promise<AfterStop> {
  const { budget, now, endsAt, onError } = slice;
  let current = await keep(run);
  while (!isOver(current) && now() < endsAt) {
    const { run: next, stoppedBy } = await attempt(slice, current);
    if (isOver(next) || stoppedBy !== undefined) {
      const stopped = { ...next, calls: budget.settled() };
      if (stoppedBy === undefined) return { run: stopped, waitMs: 0 };
      if (!(stoppedBy instanceof OutOfCalls)) onError(stoppedBy, next.phase);
      return afterStop(stopped, stoppedBy, now());
    }
    current = await keep(next);
  }
  return { run: { ...current, calls: budget.settled() }, waitMs: 0 };

  async function keep(kept: RefreshRun): Promise<RefreshRun> {
    const saved = { ...kept, movedAt: now(), waitingUntil: undefined, calls: budget.reserved() };
    await runs.save(saved);
    return saved;
  }
}

async function attempt(slice: Slice, run: RefreshRun): Promise<StepResult> {
  try {
    return await step(slice, run);
  } catch (stoppedBy) {
    return { run, stoppedBy };
  }
}

async function step(slice: Slice, run: RefreshRun): Promise<StepResult> {
  switch (run.phase) {
    case 'list':
      return listStep(slice, run);
    case 'queries':
      return queryStep(slice, run);
    case 'sweep':
      return sweepStep(slice, run);
    case 'repair':
      return repairStep(slice, run);
    case 'done':
    case 'failed':
      return { run };
  }
}
