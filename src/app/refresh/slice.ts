import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { createBackgroundJira } from '../platform/background-jira';
import type { Platform } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';
import type { JiraFields, AppJira } from '../platform/app-jira';
import {
  createStoredQueries,
  type LastRun,
  type StoredQueries,
} from '../stored-queries/stored-queries';
import type { RefreshRun } from './run';
import {
  createMeteredClient,
  type CallBudget,
  type SliceLimits,
  type StepResult,
} from './sliced-job';
import { createWorklist, type Worklist } from './worklist';

/** What every task of the queue works with. */
export interface RefreshParts {
  readonly jira: AppJira;
  /** Asks Jira once for each. */
  readonly fields: JiraFields;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What a slice of a run works with. */
export interface Slice extends RefreshParts {
  readonly worklist: Worklist;
  /** With the token; undefined where there is none. */
  readonly client: Client | undefined;
  /** When an admin saved the token. */
  readonly tokenSetAt: number;
  readonly budget: CallBudget;
  readonly lastRun: LastRun | undefined;
  /** Decides what searches without a result say. */
  readonly personRunsAllowed: boolean;
  /** Logs an error that a step recovered from. */
  readonly onError: (error: unknown, phase: RefreshRun['phase']) => void;
  /** Nothing new is begun after it. */
  readonly endsAt: number;
}

export type RefreshStep = StepResult<RefreshRun>;

interface PartsDependencies {
  readonly platform: Pick<Platform, 'store' | 'appJira' | 'jiraLimit'>;
  readonly now: () => number;
}

export function createParts({ platform, now }: PartsDependencies): RefreshParts {
  const { store } = platform;
  const jira = createBackgroundJira({ platform, now });
  const storedQueries = createStoredQueries({ store, now });
  return { jira, fields: rememberedFields(jira), store, storedQueries, now };
}

/** Asks only once for the fields and for the configurations of each. */
function rememberedFields(jira: JiraFields): JiraFields {
  let fields: ReturnType<JiraFields['listFields']> | undefined;
  const configurations = new Map<string, Promise<unknown[]>>();
  return {
    listFields: () => (fields ??= jira.listFields()),
    listAllConfigurations(fieldId) {
      const known = configurations.get(fieldId) ?? jira.listAllConfigurations(fieldId);
      configurations.set(fieldId, known);
      return known;
    },
  };
}

interface Dependencies extends PartsDependencies {
  readonly platform: Pick<Platform, 'store' | 'appJira' | 'jiraLimit' | 'tokenTransport'>;
  readonly adminToken: Pick<AdminToken, 'find' | 'describe'>;
  readonly onError: Slice['onError'];
}

/** @throws {StoreError} */
export async function openSlice(
  dependencies: Dependencies,
  run: RefreshRun,
  { budget, endsAt }: SliceLimits,
): Promise<Slice> {
  const { platform, adminToken, onError } = dependencies;
  const parts = createParts(dependencies);
  const token = await adminToken.find();
  const { personRunsAllowed } = await parts.storedQueries.getSettings();
  return {
    ...parts,
    worklist: createWorklist(platform.store, run.runId),
    client: token === undefined ? undefined : createMeteredClient(platform, budget, token),
    tokenSetAt: (await adminToken.describe())?.setAt ?? 0,
    budget,
    lastRun: await parts.storedQueries.findLastRun(),
    ...{ personRunsAllowed, onError, endsAt },
  };
}
