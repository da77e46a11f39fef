import { randomUUID } from 'node:crypto';
import type { AdminToken } from '../access/admin-token';
import { Problem } from '../replies/problem';
import type { Platform } from '../platform/platform';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import { beginRun, isRunAlive, isRunOver, reportedRun } from '../refresh/sliced-job';
import { upkeepFacts, type UpkeepFacts } from './upkeep-facts';
import { newUpkeepRun, upkeepKind, type UpkeepRun } from './upkeep-run';
import { createUpkeepStore } from './upkeep-store';
import { upkeepTexts } from './upkeep-texts';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue' | 'asPerson'>;
  readonly adminToken: Pick<AdminToken, 'find'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** What an admin may do with jobs that refresh stored labels: the queue's consumer does the work. */
export interface LabelUpkeep {
  /**
   * Begins a job over all work items with a value in the field, unless one is under way.
   * @returns false where another one is
   * @throws {Problem} TOKEN_MISSING; BAD_REQUEST for a field that is not the app's
   * @throws {StoreError} or JiraError
   */
  start(fieldId: string, isDryRun: boolean): Promise<boolean>;
  /** Ends the job under way before its next page of work items. @throws {StoreError} */
  cancel(): Promise<void>;
  /** The job under way, or the last one; undefined before the first. @throws {StoreError} */
  find(): Promise<UpkeepFacts | undefined>;
}

export function createLabelUpkeep({ platform, adminToken, now }: Dependencies): LabelUpkeep {
  const runs = createUpkeepStore(platform.store);
  return {
    async start(fieldId, isDryRun) {
      const current = await runs.find();
      if (current && isRunAlive(current, now())) return false;
      if ((await adminToken.find()) === undefined) throw new Problem('TOKEN_MISSING');
      const field = listOwnFields(await platform.asPerson.listFields()).find(
        ({ id }) => id === fieldId,
      );
      if (!field) throw new Problem('BAD_REQUEST');
      await begin(field, isDryRun, current);
      return true;
    },
    async cancel() {
      const run = await runs.find();
      if (run && !isRunOver(run)) await runs.cancel(run.runId);
    },
    async find() {
      const run = await runs.find();
      if (!run) return undefined;
      const facts = upkeepFacts.parse(reportedRun(run, now(), upkeepTexts.unexpected));
      const isDead = isRunOver(facts) && !isRunOver(run);
      if (!isDead || !(await runs.isCanceled(run.runId))) return facts;
      return { ...facts, phase: 'canceled', message: undefined };
    },
  };

  async function begin(
    field: OwnField,
    isDryRun: boolean,
    previous: UpkeepRun | undefined,
  ): Promise<void> {
    const calls = previous?.calls ?? [];
    const run = newUpkeepRun({ runId: randomUUID(), field, isDryRun, now: now(), calls });
    await beginRun(run, {
      ...{ queue: platform.refreshQueue, kind: upkeepKind },
      ...{ save: runs.save, message: upkeepTexts.unexpected },
    });
  }
}
