import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Client } from '../../api/client';
import { type CallBudget, createMeteredClient } from '../jobs/call-budget';
import {
  keptBetweenSlices,
  type SliceLimits,
  type StepResult,
  type WorkerDependencies,
} from '../jobs/sliced-job';
import type { AppJira, JiraFields } from '../platform/app-jira';
import { createBackgroundJira } from '../platform/background-jira';
import type { Clock } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';
import {
  createStoredQueries,
  type LastRun,
  type StoredQueries,
} from '../stored-queries/stored-queries';
import { leftAloneKeys, runFacts, type RunFacts } from './run-facts';
import { createWorklist, type Worklist } from './worklist';

const epochMs = z.number();
const count = z.number();

/** A refresh as it is stored between its slices: whatever happens, it continues from here. */
const refreshRun = z.extend(runFacts, {
  ...keptBetweenSlices,
  /** Absent in a run from before it was counted. */
  accessLost: z._default(count, 0),
  requestedAt: z.optional(epochMs),
  /** How far the precomputations are listed, and how many there were. */
  listedTo: z.number(),
  listedTotal: z.number(),
  /** Of the last entries that the app can't read, so that none counts twice. */
  unlistedIds: z.array(z.string()),
  /** Every field that a refresh saw, as one may be hidden from the app by now. */
  knownFieldIds: z.array(z.string()),
  /** Which list of the run, and how many queries each of its chunks holds. */
  worklist: z.object({ generation: z.number(), sizes: z.array(z.number()) }),
  /** Up to which cursor of the records those are deleted whose results Jira dropped. */
  sweptTo: z.optional(z.string()),
  /** Which field's values are read, in which pass, and what that led to. */
  repairing: z.object({
    fieldIndex: z.number(),
    pass: count,
    pageToken: z.optional(z.string()),
    written: count,
    leftAlone: count,
    leftAloneKeys,
  }),
  /** How many queries the service failed to answer although it answered other calls. */
  passedOver: count,
  /** Some queries were looked at while there was no token. */
  lackedToken: z.boolean(),
});
export type RefreshRun = z.infer<typeof refreshRun>;

const runKey = 'refresh:run';

/** The refresh under way, or the last one; undefined before the first. @throws {StoreError} */
export async function findRun(store: KeyValueStore): Promise<RefreshRun | undefined> {
  return refreshRun.safeParse(await store.find(runKey)).data;
}

/** @throws {StoreError} */
export function saveRun(store: KeyValueStore, run: RefreshRun): Promise<void> {
  return store.set(runKey, run);
}

interface Beginning {
  readonly kind: RunFacts['kind'];
  readonly hashes?: readonly string[] | undefined;
  readonly requestedAt?: number | undefined;
  readonly now: number;
}

/** @param previous its calls count too, and some of what it found stays known */
export function newRun(beginning: Beginning, previous: RefreshRun | undefined): RefreshRun {
  const { kind, hashes, requestedAt, now } = beginning;
  // A refresh of single queries looks at no values.
  const leftAlone = hashes && previous;
  return {
    version: 1,
    runId: randomUUID(),
    kind,
    ...(hashes && { hashes: [...hashes] }),
    requestedAt,
    phase: 'list',
    startedAt: now,
    ...{ total: 0, done: 0, written: 0, unchanged: 0, failed: 0, skipped: 0, expired: 0 },
    ...{
      waiting: 0,
      notAsked: 0,
      unseen: 0,
      accessLost: 0,
      unlisted: 0,
      isCutOff: false,
      repaired: 0,
    },
    leftAlone: leftAlone?.leftAlone ?? 0,
    leftAloneKeys: leftAlone?.leftAloneKeys ?? [],
    leftAloneFields: leftAlone?.leftAloneFields ?? [],
    dailyRequestedAt: previous?.dailyRequestedAt,
    ...{ slice: 0, listedTo: 0, listedTotal: 0, unlistedIds: [] },
    knownFieldIds: previous?.knownFieldIds ?? [],
    worklist: { generation: 0, sizes: [] },
    repairing: repairingField(0),
    ...{ passedOver: 0, setbacks: 0, lackedToken: false },
    calls: previous?.calls ?? [],
  };
}

/** The first pass over a field. */
export function repairingField(fieldIndex: number): RefreshRun['repairing'] {
  return { fieldIndex, pass: 1, written: 0, leftAlone: 0, leftAloneKeys: [] };
}

/** What every task of the queue works with. */
export interface RefreshParts {
  readonly jira: AppJira;
  /** Asks Jira once for each. */
  readonly fields: JiraFields;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  readonly now: Clock;
}

export interface Slice extends RefreshParts {
  readonly worklist: Worklist;
  /** With the token; undefined where there is none. */
  readonly client: Client | undefined;
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

export function createParts({
  platform,
  now,
}: Pick<WorkerDependencies, 'platform' | 'now'>): RefreshParts {
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

/** @throws {StoreError} */
export async function openSlice(
  dependencies: Omit<WorkerDependencies, 'log'> & Pick<Slice, 'onError'>,
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
