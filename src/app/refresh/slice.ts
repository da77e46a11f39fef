import { createClient, singleAttempt } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { ServiceAddressMissing, type Platform } from '../platform/platform';
import { everyRow } from '../stored-queries/every-row';
import { createStoredQueries, type StoredQueries } from '../stored-queries/stored-queries';
import { createCallBudget, OutOfCalls, type CallBudget } from './call-budget';
import type { RefreshRun } from './refresh-run';
import { rememberedFields } from './remembered-fields';
import type { Slice } from './step';
import { createWorklist } from './worklist';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'unattended' | 'tokenTransport'>;
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly now: () => number;
  readonly onError: Slice['onError'];
}

/** The platform ends an invocation of the consumer after 600 s: manifest.yml, `refresh-work`. */
const sliceMs = 120_000;

/** @throws {StoreError} */
export async function openSlice(
  { platform, adminToken, now, onError }: Dependencies,
  run: RefreshRun,
): Promise<Slice> {
  const { store } = platform;
  const endsAt = now() + sliceMs;
  const storedQueries = createStoredQueries({ store, now });
  const budget = createCallBudget({ calls: run.calls, now, endsAt });
  const token = await adminToken.find();
  const { personRunsAllowed } = await storedQueries.getSettings();
  return {
    jira: platform.unattended,
    fields: rememberedFields(platform.unattended),
    store,
    storedQueries,
    worklist: createWorklist(store, run.runId),
    client: token === undefined ? undefined : clientOf(platform, budget, token),
    budget,
    removals: await readRemovals(storedQueries),
    lastRun: await storedQueries.findLastRun(),
    ...{ personRunsAllowed, now, endsAt, onError },
  };
}

async function readRemovals(storedQueries: StoredQueries): Promise<Map<string, number>> {
  const removals = new Map<string, number>();
  for await (const { hash, row } of everyRow(storedQueries.listRemovals)) {
    removals.set(hash, row.removedAt);
  }
  return removals;
}

function clientOf(platform: Pick<Platform, 'tokenTransport'>, budget: CallBudget, token: string) {
  return createClient({
    transport: budget.metered(async (path, request) =>
      platform.tokenTransport(token)(path, request),
    ),
    // A wait is for the queue, not for a function that is paid by time.
    retry: singleAttempt,
    isPassedThrough: (error) =>
      error instanceof OutOfCalls || error instanceof ServiceAddressMissing,
  });
}
