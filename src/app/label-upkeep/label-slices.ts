import type * as z from 'zod/mini';
import { createMeteredClient } from '../jobs/call-budget';
import type { JobFacts } from '../jobs/job-facts';
import {
  createSliceWorker,
  type keptBetweenSlices,
  type StepResult,
  type WorkerDependencies,
} from '../jobs/sliced-job';
import { createBackgroundJira } from '../platform/background-jira';
import { serviceFailureOf } from '../refresh/service-failure';
import { createLabelBook, type LabelBookOptions } from './label-book';
import type { UpkeepSlice } from './upkeep-page';

interface LabelRun extends JobFacts, z.infer<z.ZodMiniObject<typeof keptBetweenSlices>> {
  readonly phase: string;
}

interface StopTexts {
  readonly tokenMissing: string;
  readonly tokenRefused: string;
}

interface LabelJob<Run extends LabelRun> extends LabelBookOptions {
  readonly kind: string;
  readonly texts: StopTexts;
  readonly find: () => Promise<Run | undefined>;
  readonly save: (run: Run) => Promise<void>;
  readonly isCanceled: (run: Run) => Promise<boolean>;
  /** Looks at the next work items. */
  readonly step: (slice: UpkeepSlice, run: Run) => Promise<StepResult<Run>>;
  /** As in a sliced job, for what no other token would mend. */
  readonly giveUp: (run: Run, error: unknown, hasWaited: boolean) => Run | undefined;
}

/** The function's key in manifest.yml, for the log. */
const functionKey = 'refresh-work';
/** Half of what the refresh may have: no result of a search waits for it. */
const callsPerWindow = 100;

/** Works at a job over stored labels, which needs the access token. A page that is read again is not written again. */
export function createLabelSlices<Run extends LabelRun>(
  { kind, texts, find, save, isCanceled, step, giveUp, isForEveryone }: LabelJob<Run>,
  dependencies: WorkerDependencies,
) {
  const { platform, adminToken, now, log } = dependencies;
  return createSliceWorker<Run, UpkeepSlice | undefined>(
    {
      ...{ kind, callsPerWindow, find, save, isCanceled },
      async openSlice(_, { budget }) {
        const token = await adminToken.find();
        if (token === undefined) return undefined;
        const client = createMeteredClient(platform, budget, token);
        const labels = createLabelBook(client, { isForEveryone });
        return { jira: createBackgroundJira({ platform, now }), labels, sources: new Map() };
      },
      async step(slice, run) {
        if (await isCanceled(run)) return { run: { ...run, phase: 'canceled' } };
        return slice ? step(slice, run) : { run: failed(run, texts.tokenMissing) };
      },
      giveUp(run, error, hasWaited) {
        const failure = serviceFailureOf(error);
        if (failure?.kind === 'tokenRefused') return failed(run, texts.tokenRefused);
        if (failure?.kind === 'cannotSend') return failed(run, failure.message);
        return giveUp(run, error, hasWaited);
      },
      end: (run) => save({ ...run, finishedAt: now(), movedAt: now() }),
      log: (error) => log({ functionKey, phase: kind }, error),
    },
    dependencies,
  );
}

export function failed<Run extends LabelRun>(run: Run, message: string): Run {
  return { ...run, phase: 'failed', message };
}
