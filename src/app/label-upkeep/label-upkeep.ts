import { randomUUID } from 'node:crypto';
import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import { hasValue } from '../jql/jql-text';
import type { Clock, Platform } from '../platform/platform';
import type { PermissionProof } from '../platform/proofs';
import { beginRun, isRunAlive, isRunOver, reportedRun } from '../jobs/sliced-job';
import { Problem } from '../replies/problem';
import { createLabelBook } from './label-book';
import { type LabelChange, relabel } from './relabel-value';
import { upkeepFacts, type UpkeepFacts } from './upkeep-facts';
import {
  createUpkeepStore,
  newUpkeepRun,
  upkeepKind,
  type UpkeepRun,
  upkeepTexts,
} from './upkeep-run';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue' | 'asPerson' | 'asApp'>;
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly now: Clock;
}

/** What an admin may do with jobs that refresh stored labels: the queue's consumer does the work. */
export function createLabelUpkeep({ platform, adminToken, now }: Dependencies) {
  const runs = createUpkeepStore(platform.store);
  return {
    /**
     * Begins a job over all work items with a value in the field, unless one is under way.
     * @param proof that the person administers Jira
     * @returns false where another one is
     * @throws {Problem} TOKEN_MISSING; BAD_REQUEST for a field that is not the app's
     * @throws {StoreError} or JiraError
     */
    async start(fieldId: string, isDryRun: boolean, proof: PermissionProof): Promise<boolean> {
      const current = await runs.find();
      if (current && isRunAlive(current, now())) return false;
      if ((await adminToken.find()) === undefined) throw new Problem('TOKEN_MISSING');
      const field = listOwnFields(await platform.asPerson.listFields()).find(
        ({ id }) => id === fieldId,
      );
      if (!field) throw new Problem('BAD_REQUEST');
      const unseen = await countUnseen(fieldId, proof);
      await begin({ field, isDryRun, unseen }, current);
      return true;
    },
    /** Ends the job under way before its next page of work items. @throws {StoreError} */
    async cancel(): Promise<void> {
      const run = await runs.find();
      if (run && !isRunOver(run)) await runs.cancel(run.runId);
    },
    /** The job under way, or the last one; undefined before the first. @throws {StoreError} */
    async find(): Promise<UpkeepFacts | undefined> {
      const run = await runs.find();
      if (!run) return undefined;
      const facts = upkeepFacts.parse(reportedRun(run, now(), upkeepTexts.unexpected));
      const isDead = isRunOver(facts) && !isRunOver(run);
      if (!isDead || !(await runs.isCanceled(run.runId))) return facts;
      return { ...facts, phase: 'canceled', message: undefined };
    },
  };

  /** Both are counted at once: later, work items that were added would count as hidden from the app. */
  async function countUnseen(fieldId: string, proof: PermissionProof): Promise<number> {
    const { asPerson, asApp } = platform;
    const [seenByPerson, seenByApp] = await Promise.all([
      asPerson.countIssues(hasValue(fieldId)),
      asApp.countIssues(proof, hasValue(fieldId)),
    ]);
    return Math.max(0, seenByPerson - seenByApp);
  }

  async function begin(
    job: { readonly field: OwnField; readonly isDryRun: boolean; readonly unseen: number },
    previous: UpkeepRun | undefined,
  ): Promise<void> {
    const calls = previous?.calls ?? [];
    const run = newUpkeepRun({ ...job, runId: randomUUID(), now: now(), calls });
    await beginRun(run, {
      ...{ queue: platform.refreshQueue, kind: upkeepKind },
      ...{ save: runs.save, message: upkeepTexts.unexpected },
    });
  }
}

/**
 * What the last job would change now on the first work items that it found, as far as the person may
 * see them. Labels are never stored with a job.
 * @throws {ServiceError} or JiraError
 */
export async function loadLabelChanges(
  platform: Pick<Platform, 'store' | 'asPerson'>,
  clientWithToken: Client,
) {
  const run = await createUpkeepStore(platform.store).find();
  if (!run || run.samples.length === 0) return { changes: [], hiddenCount: 0 };
  const { kind, fieldId, samples } = run;
  const ids = samples.map(({ issueId }) => issueId);
  const read = await platform.asPerson.readIssues(ids, [fieldId]);
  const labels = createLabelBook(clientWithToken);
  const asked = samples.map(askedOf);
  await labels.read(asked);
  const changes: (LabelChange & { readonly key: string })[] = [];
  for (const { issueId, key, sources, entries } of asked) {
    const value = read.find(({ id }) => id === issueId)?.fields[fieldId];
    const relabeled = relabel(kind, value, ({ objectId }) => {
      const found = entries.find((object) => object.objectId === objectId);
      return found && labels.labelOf(sources, found);
    });
    if (relabeled.kind !== 'outdated') continue;
    changes.push(...relabeled.changes.map((change) => ({ key, ...change })));
  }
  return { changes, hiddenCount: samples.length - read.length };
}

/** The job has found that these are objects of the field. */
function askedOf({ issueId, key, workspaceId, objectIds }: UpkeepRun['samples'][number]) {
  const entries = objectIds.map((objectId) => ({ objectId, levelId: undefined }));
  return { issueId, key, sources: { workspaceId, kinds: new Map([[undefined, {}]]) }, entries };
}
