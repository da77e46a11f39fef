import * as z from 'zod';

const epochMs = z.number();
const count = z.number();

const cannotAsk = z.object({
  kind: z.enum(['tokenRefused', 'cannotSend', 'busy', 'noAnswer']),
  /** In words for an admin. */
  message: z.string(),
});
export type CannotAsk = z.infer<typeof cannotAsk>;

/** What can be told of a refresh: how far it came, and what became of the queries. */
const runFacts = z.object({
  runId: z.string(),
  kind: z.enum(['daily', 'demand']),
  /** The queries that it was asked for; all of them where absent. */
  hashes: z.array(z.string()).optional(),
  phase: z.enum(['list', 'queries', 'sweep', 'repair', 'done', 'failed']),
  startedAt: epochMs,
  finishedAt: epochMs.optional(),
  /** Until when it leaves Jira and the service alone. */
  waitingUntil: epochMs.optional(),
  /** Why it failed, in words for an admin. */
  message: z.string().optional(),
  /** Why the service can't be asked any more in this run. */
  cannotAsk: cannotAsk.optional(),
  /** Distinct queries, and how many it has looked at. */
  total: count,
  done: count,
  /** What became of those: each counts once. */
  written: count,
  unchanged: count,
  failed: count,
  /** Nobody has searched with them for days. */
  skipped: count,
  expired: count,
  /** Values written from outside whose search data was filled in, and those that can't be read. */
  repaired: count,
  leftAlone: count,
});
export type RunFacts = z.infer<typeof runFacts>;

/** A refresh as it is kept between its slices: whatever happens, it goes on from here. */
export const refreshRun = runFacts.extend({
  /** The event of this number is due; those of smaller numbers are over. */
  slice: z.number(),
  movedAt: epochMs,
  /** How far the precomputations are listed, and how many there were. */
  listedTo: z.number(),
  listedTotal: z.number(),
  worklist: z.object({ generation: z.number(), sizes: z.array(z.number()) }),
  /** Up to which cursor of the rows those are deleted whose results Jira dropped. */
  sweptTo: z.string().optional(),
  /** Which field's values are read, for the how manieth time, and what that led to. */
  repairing: z.object({
    fieldIndex: z.number(),
    pass: count,
    pageToken: z.string().optional(),
    written: count,
    leftAlone: count,
  }),
  /** Queries that the service failed to answer, one after the other. */
  failuresInRow: z.number(),
  /** Waits after a failure since anything went well. */
  setbacks: z.number(),
  /** Some queries were looked at while there was no token. */
  lackedToken: z.boolean(),
  /** When the service was called, and how often. */
  calls: z.array(z.tuple([epochMs, count])),
});
export type RefreshRun = z.infer<typeof refreshRun>;

interface Beginning {
  readonly runId: string;
  readonly kind: RunFacts['kind'];
  readonly hashes?: readonly string[];
  readonly now: number;
  /** Those of the run before count too. */
  readonly calls: RefreshRun['calls'];
}

export function newRun({ runId, kind, hashes, now, calls }: Beginning): RefreshRun {
  return {
    runId,
    kind,
    ...(hashes && { hashes: [...hashes] }),
    phase: 'list',
    startedAt: now,
    ...{ total: 0, done: 0, written: 0, unchanged: 0, failed: 0, skipped: 0, expired: 0 },
    ...{ repaired: 0, leftAlone: 0 },
    ...{ slice: 0, movedAt: now, listedTo: 0, listedTotal: 0 },
    worklist: { generation: 0, sizes: [] },
    repairing: repairingField(0),
    ...{ failuresInRow: 0, setbacks: 0, lackedToken: false },
    calls,
  };
}

/** The first pass over a field. */
export function repairingField(fieldIndex: number): RefreshRun['repairing'] {
  return { fieldIndex, pass: 1, written: 0, leftAlone: 0 };
}

export function factsOf(run: RefreshRun): RunFacts {
  return runFacts.parse(run);
}

export function isOver({ phase }: RunFacts): boolean {
  return phase === 'done' || phase === 'failed';
}

/** After so long without a move no event of it can be left. */
const silenceMs = 30 * 60 * 1000;
/** Its first event was never pushed. */
const silenceAtBeginningMs = 2 * 60 * 1000;

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
