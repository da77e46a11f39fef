import { randomUUID } from 'node:crypto';
import type { RefreshQueue } from '../platform/storage';
import { factsOf, newRun, type Beginning, type RefreshRun } from './refresh-run';
import { refreshTexts } from './refresh-texts';
import type { RunFacts } from './run-facts';
import type { RunStore } from './run-store';

interface Dependencies {
  readonly runs: RunStore;
  readonly refreshQueue: RefreshQueue;
  readonly now: () => number;
}

/**
 * Builds what keeps a run and pushes its first event, where none is under way.
 * @throws {StoreError} where it can't be begun: it has failed then
 */
export function createBeginRun({ runs, refreshQueue, now }: Dependencies) {
  return async function begin(
    kind: RunFacts['kind'],
    previous: RefreshRun | undefined,
    asked: Pick<Beginning, 'hashes' | 'requestedAt'>,
  ): Promise<RunFacts> {
    const calls = previous?.calls ?? [];
    const fresh = newRun({ runId: randomUUID(), kind, now: now(), calls, ...asked });
    // A refresh of single queries looks at no values: what is known of them stays.
    const run = asked.hashes ? { ...fresh, ...leftAloneBy(previous) } : fresh;
    await runs.save(run);
    try {
      await pushSlice(refreshQueue, run);
    } catch (error) {
      const message = refreshTexts.unexpected;
      await runs.save({ ...run, phase: 'failed', message, finishedAt: now() });
      throw error;
    }
    return factsOf(run);
  };
}

/** Has the slice that is due come, at once. @throws {StoreError} */
export function pushSlice(queue: RefreshQueue, { runId, slice }: RefreshRun): Promise<void> {
  return queue.push({ kind: 'slice', runId, slice });
}

function leftAloneBy(run: RefreshRun | undefined): Partial<RefreshRun> {
  if (!run) return {};
  const { leftAlone, leftAloneKeys, leftAloneFields } = run;
  return { leftAlone, leftAloneKeys, leftAloneFields };
}
