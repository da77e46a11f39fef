import * as z from 'zod/mini';
import { leftAloneKeys, runFacts, type RunFacts } from './run-facts';

const epochMs = z.number();
const count = z.number();

/** Which list of a run, and how many queries each of its chunks holds. */
const listPosition = z.object({ generation: z.number(), sizes: z.array(z.number()) });

/** A refresh as it is kept between its slices: whatever happens, it goes on from here. */
export const refreshRun = z.extend(runFacts, {
  /** When the schedule came for it. */
  requestedAt: z.optional(epochMs),
  /** The event of this number is due; those of smaller numbers are over. */
  slice: z.number(),
  movedAt: epochMs,
  /** How far the precomputations are listed, and how many there were. */
  listedTo: z.number(),
  listedTotal: z.number(),
  /** There may be more to list, once the queries of this list were looked at. */
  isListedInPart: z.boolean(),
  worklist: listPosition,
  /** The lists before it, whose queries were all looked at. */
  earlierLists: z.array(listPosition),
  /** Up to which cursor of the rows those are deleted whose results Jira dropped. */
  sweptTo: z.optional(z.string()),
  /** Which field's values are read, for the how manieth time, and what that led to. */
  repairing: z.object({
    fieldIndex: z.number(),
    pass: count,
    pageToken: z.optional(z.string()),
    written: count,
    leftAlone: count,
    leftAloneKeys,
  }),
  /** How many queries the service failed to answer while it answered something else. */
  passedOver: count,
  /** Waits after a failure since anything went well. */
  setbacks: z.number(),
  /** Some queries were looked at while there was no token. */
  lackedToken: z.boolean(),
  /** When the service was called, and how often. */
  calls: z.array(z.tuple([epochMs, count])),
});
export type RefreshRun = z.infer<typeof refreshRun>;

export interface Beginning {
  readonly runId: string;
  readonly kind: RunFacts['kind'];
  readonly hashes?: readonly string[] | undefined;
  readonly requestedAt?: number;
  readonly now: number;
  /** Those of the run before count too. */
  readonly calls: RefreshRun['calls'];
}

export function newRun({ runId, kind, hashes, requestedAt, now, calls }: Beginning): RefreshRun {
  return {
    runId,
    kind,
    ...(hashes && { hashes: [...hashes] }),
    requestedAt,
    phase: 'list',
    startedAt: now,
    ...{ total: 0, done: 0, written: 0, unchanged: 0, failed: 0, skipped: 0, expired: 0 },
    ...{ waiting: 0, notAsked: 0, repaired: 0, leftAlone: 0, leftAloneKeys: [] },
    leftAloneFields: [],
    ...{ slice: 0, movedAt: now, listedTo: 0, listedTotal: 0, unlisted: 0 },
    ...{ isListedInPart: false, earlierLists: [] },
    worklist: { generation: 0, sizes: [] },
    repairing: repairingField(0),
    ...{ passedOver: 0, setbacks: 0, lackedToken: false },
    calls,
  };
}

/** The first pass over a field. */
export function repairingField(fieldIndex: number): RefreshRun['repairing'] {
  return { fieldIndex, pass: 1, written: 0, leftAlone: 0, leftAloneKeys: [] };
}

export function factsOf(run: RefreshRun): RunFacts {
  return runFacts.parse(run);
}

export function isOver({ phase }: RunFacts): boolean {
  return phase === 'done' || phase === 'failed';
}

/** After so long without a move no event of it can be left. */
const silenceMs = 30 * 60 * 1000;
/** Its first event was never pushed: else it waits for one other event at most. */
const silenceAtBeginningMs = 5 * 60 * 1000;

/** Whether none of its events has come yet. */
export function hasNotMoved({ movedAt, startedAt }: RefreshRun): boolean {
  return movedAt === startedAt;
}

/** Whether the run is under way: neither over nor dead. */
export function isAlive(run: RefreshRun, now: number): boolean {
  const { movedAt, waitingUntil = 0 } = run;
  const silence = hasNotMoved(run) ? silenceAtBeginningMs : silenceMs;
  return !isOver(run) && now < Math.max(movedAt, waitingUntil) + silence;
}
