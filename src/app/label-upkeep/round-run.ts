import * as z from 'zod/mini';
import type { JobTrouble } from '../jobs/job-facts';
import { keptBetweenSlices } from '../jobs/sliced-job';
import { stopText } from '../jobs/stop-texts';
import type { KeyValueStore } from '../platform/storage';
import { roundFacts, roundField, type Round } from './round-facts';
import { noCounts } from './upkeep-facts';

/** Why the work of a day ended before its time, for an admin. */
export const roundTexts = {
  tokenMissing: 'The app has no access token, so the round stopped. Save one: then it goes on.',
  tokenRefused: stopText('tokenRefused', 'round', 'Save another one: then it goes on.'),
  unexpected: stoppedText('unexpected'),
} as const;

export function stoppedText(trouble: JobTrouble): string {
  return stopText(trouble, 'round', 'It goes on tomorrow where it stopped.');
}

/** How many work items a day may read, and how many it may try to write. */
export const maximumReadsPerDay = 10_000;
export const maximumWritesPerDay = 1_000;

const field = z.extend(roundField, {
  fieldId: z.string(),
  kind: z.enum(['object', 'cascade']),
  /** A page token belongs to the query that it came with. */
  jql: z.string(),
  pageToken: z.optional(z.string()),
  pageOffset: z.number(),
  /** When the last work item was created that was looked at, in milliseconds since the epoch. */
  createdAt: z.optional(z.number()),
  /** The same, as the page token was lost the last time. */
  resumedFrom: z.optional(z.number()),
  /** When the day was asked for that ended where it stands, for a reason of its own. */
  failedOn: z.optional(z.number()),
});
export type RoundField = z.infer<typeof field>;

/** The work of a day as it is stored between its slices, and from one day to the next. */
const roundRun = z.extend(roundFacts, {
  ...keptBetweenSlices,
  /** When the schedule or an admin asked for this day. */
  requestedAt: z.number(),
  field: z.optional(field),
  doneFieldIds: z.array(z.string()),
});
export type RoundRun = z.infer<typeof roundRun>;

/** The schedule fires once every 24 hours, and occasionally twice. */
const dailyAgainMs = 20 * 60 * 60 * 1000;

/** Whether this is still the day that was asked for, both in milliseconds since the epoch. */
export function isSameDay(requestedAt: number, moment: number): boolean {
  return moment - requestedAt <= dailyAgainMs;
}

interface Beginning {
  readonly runId: string;
  readonly requestedAt: number;
  readonly now: number;
}

/** Goes on where the last day stopped, with what that has left where it is the same day. */
export function newDay({ runId, requestedAt, now }: Beginning, last?: RoundRun): RoundRun {
  const today = last && isSameDay(last.requestedAt, requestedAt) ? last : undefined;
  const unfinished = last && last.round.finishedAt === undefined ? last : undefined;
  return {
    version: 1,
    ...{ runId, phase: 'running', startedAt: now, slice: 0, setbacks: 0 },
    requestedAt: today?.requestedAt ?? requestedAt,
    day: today?.day ?? { reads: 0, writes: 0 },
    round: unfinished?.round ?? newRound(now),
    field: unfinished?.field,
    doneFieldIds: unfinished?.doneFieldIds ?? [],
    calls: last?.calls ?? [],
  };
}

function newRound(startedAt: number): Round {
  return { ...noCounts, startedAt, passedOver: [] };
}

const roundKey = 'labels-round';
const settingsKey = 'labels-daily';

const settings = z.object({ version: z.literal(1), isOn: z.boolean() });

/** What is kept of rounds. Every call throws StoreError where the platform's storage fails. */
export function createRoundStore(store: KeyValueStore) {
  return {
    /** The work of the last day; undefined before the first, and for one of another version. */
    find: async () => roundRun.safeParse(await store.find(roundKey)).data,
    save: (run: RoundRun) => store.set(roundKey, run),
    /** Whether an admin turned the daily rounds on. */
    isOn: async () => settings.safeParse(await store.find(settingsKey)).data?.isOn ?? false,
    setOn: (isOn: boolean) => store.set(settingsKey, { version: 1, isOn }),
  };
}
