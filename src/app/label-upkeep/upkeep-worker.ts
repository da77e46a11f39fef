import * as z from 'zod/mini';
import type { AdminToken } from '../access/admin-token';
import type { FailureLog } from '../replies/failure-log';
import { createBackgroundJira } from '../platform/background-jira';
import { isJiraRefusal } from '../platform/jira-refusal';
import { JiraError, type Platform } from '../platform/platform';
import { createMeteredClient, createSliceWorker, serviceFailureOf } from '../refresh/sliced-job';
import { createLabelBook } from './label-book';
import { upkeepPage, type UpkeepSlice } from './upkeep-page';
import { upkeepKind, type UpkeepRun } from './upkeep-run';
import { createUpkeepStore } from './upkeep-store';
import { upkeepTexts } from './upkeep-texts';

interface Dependencies {
  readonly platform: Pick<
    Platform,
    'store' | 'refreshQueue' | 'appJira' | 'jiraLimit' | 'tokenTransport'
  >;
  readonly adminToken: Pick<AdminToken, 'find'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: FailureLog;
}

/** What the queue brings for a job. */
export const upkeepEvent = z.object({
  kind: z.literal(upkeepKind),
  runId: z.string(),
  slice: z.number(),
});

/** Of manifest.yml, for the log. */
const functionKey = 'refresh-work';
/** A token may call 1,000 times in 300 s: searches have 600, the refresh 200, and 100 stay free. */
const callsPerWindow = 100;

/** Works at the job that refreshes stored labels. Labels that a page has written are those of now. */
export function createUpkeepWorker(dependencies: Dependencies) {
  const { platform, adminToken, now, log } = dependencies;
  const runs = createUpkeepStore(platform.store);
  const isCanceled = ({ runId }: UpkeepRun) => runs.isCanceled(runId);

  return createSliceWorker<UpkeepRun, UpkeepSlice | undefined>(
    {
      kind: upkeepKind,
      callsPerWindow,
      ...{ find: runs.find, save: runs.save, isCanceled, giveUp },
      async openSlice(_, { budget }) {
        const token = await adminToken.find();
        return token === undefined
          ? undefined
          : {
              jira: createBackgroundJira({ platform, now }),
              labels: createLabelBook(createMeteredClient(platform, budget, token)),
              workspaces: new Map(),
            };
      },
      async step(slice, run) {
        if (await isCanceled(run)) return { run: { ...run, phase: 'canceled' } };
        if (!slice) return { run: failed(run, upkeepTexts.tokenMissing) };
        return { run: await upkeepPage(slice, run) };
      },
      end: (run) => runs.save({ ...run, finishedAt: now(), movedAt: now() }),
      log: (error) => log({ functionKey, phase: upkeepKind }, error),
    },
    dependencies,
  );
}

function giveUp(run: UpkeepRun, error: unknown, hasWaited: boolean): UpkeepRun | undefined {
  const failure = serviceFailureOf(error);
  if (failure?.kind === 'tokenRefused' || failure?.kind === 'cannotSend') {
    return failed(run, failure.message);
  }
  if (isJiraRefusal(error)) return failed(run, upkeepTexts.jiraRefused);
  if (!hasWaited) return undefined;
  if (error instanceof JiraError) return failed(run, upkeepTexts.jiraDown);
  return failed(run, failure ? upkeepTexts.serviceDown : upkeepTexts.unexpected);
}

function failed(run: UpkeepRun, message: string): UpkeepRun {
  return { ...run, phase: 'failed', message };
}
