import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { beginRun, isRunAlive, reportedRun } from '../jobs/sliced-job';
import type { Clock, Platform } from '../platform/platform';
import { maximumDelayMs } from '../platform/storage';
import { roundFacts, type RoundFacts } from './round-facts';
import { createRoundStore, isSameDay, newDay, roundTexts } from './round-run';

export const roundKind = 'labels-round';
const dayKind = 'labels-day';

export const roundEvent = z.discriminatedUnion('kind', [
  /** A day of the round is due. */
  z.object({ kind: z.literal(dayKind), requestedAt: z.number() }),
  z.object({ kind: z.literal(roundKind), runId: z.string(), slice: z.number() }),
]);
export type RoundEvent = z.infer<typeof roundEvent>;
type DayRequest = Extract<RoundEvent, { kind: typeof dayKind }>;

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue'>;
  readonly now: Clock;
}

export type LabelRound = ReturnType<typeof createLabelRound>;

/** What an admin and the schedule may do with daily rounds. Every call throws StoreError. */
export function createLabelRound(dependencies: Dependencies) {
  const { platform, now } = dependencies;
  const rounds = createRoundStore(platform.store);
  return {
    /** Whether it is on, and the work of the last day: null before the first. */
    async find(): Promise<{ readonly isOn: boolean; readonly run: RoundFacts | null }> {
      const [isOn, run] = await Promise.all([rounds.isOn(), rounds.find()]);
      const facts = run && roundFacts.parse(reportedRun(run, now(), roundTexts.unexpected));
      return { isOn, run: facts ?? null };
    },
    /** Turns it on and begins, or off: then it ends before its next page of work items. */
    async turn(isOn: boolean): Promise<void> {
      await rounds.setOn(isOn);
      if (isOn) await startDay(dependencies, { kind: dayKind, requestedAt: now() });
    },
    /** Asks for a day, where it is on. */
    async request(): Promise<void> {
      if (!(await rounds.isOn())) return;
      await platform.refreshQueue.push({ kind: dayKind, requestedAt: now() });
    },
  };
}

/**
 * Begins the day that was asked for, or goes on with it, unless it is over or under way.
 * @throws {StoreError}
 */
export async function startDay({ platform, now }: Dependencies, event: DayRequest): Promise<void> {
  const rounds = createRoundStore(platform.store);
  const { refreshQueue: queue } = platform;
  const { requestedAt } = event;
  if (!(await rounds.isOn())) return;
  const last = await rounds.find();
  const isToday = last !== undefined && isSameDay(last.requestedAt, requestedAt);
  if (last && isRunAlive(last, now())) {
    // It can take longer than a day: the next day begins when it is over, unless there is one after that by then.
    const isDue = !isToday && isSameDay(requestedAt, now());
    if (isDue) await queue.push(event, { delaySeconds: maximumDelayMs / 1000 });
  } else if (!isToday || last.phase !== 'done') {
    const run = newDay({ runId: randomUUID(), requestedAt, now: now() }, last);
    const message = roundTexts.unexpected;
    await beginRun(run, { queue, kind: roundKind, save: rounds.save, message });
  }
}
