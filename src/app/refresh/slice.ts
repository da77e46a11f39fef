import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { createBackgroundJira } from '../platform/background-jira';
import type { Platform } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';
import type { JiraFields, UnattendedJira } from '../platform/unattended-jira';
import {
  createStoredQueries,
  type LastRun,
  type StoredQueries,
} from '../stored-queries/stored-queries';
import { createCallBudget, createMeteredClient, type CallBudget } from './call-budget';
import type { RefreshRun } from './run';
import { createWorklist, type Worklist } from './worklist';

/** What every task of the queue works with. */
export interface RefreshParts {
  readonly jira: UnattendedJira;
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

/** What a step of a run did; nothing of it is lost if an error stopped the step. */
export interface StepResult {
  readonly run: RefreshRun;
  /** The error that stopped it; absent where nothing did. */
  readonly stoppedBy?: unknown;
}

interface PartsDependencies {
  readonly platform: Pick<Platform, 'store' | 'unattended' | 'jiraLimit'>;
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
  readonly platform: Pick<Platform, 'store' | 'unattended' | 'jiraLimit' | 'tokenTransport'>;
  readonly adminToken: Pick<AdminToken, 'find' | 'describe'>;
  readonly onError: Slice['onError'];
}

/** The platform ends an invocation of the consumer after 600 s: manifest.yml, `refresh-work`. */
export const sliceMs = 120_000;

/** @throws {StoreError} */
export async function openSlice(dependencies: Dependencies, run: RefreshRun): Promise<Slice> {
  const { platform, adminToken, now, onError } = dependencies;
  const parts = createParts(dependencies);
  const endsAt = now() + sliceMs;
  const budget = createCallBudget({ calls: run.calls, now, endsAt });
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
