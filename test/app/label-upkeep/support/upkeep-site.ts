import { createLabelUpkeep } from '../../../../src/app/label-upkeep/label-upkeep';
import { createUpkeepWorker, upkeepEvent } from '../../../../src/app/label-upkeep/upkeep-worker';
import type { Platform } from '../../../../src/app/platform/platform';
import type { PermissionProof } from '../../../../src/app/platform/proofs';
import { objectId } from '../../refresh/support/memory-service';
import { assetId, MemorySite, placeIn, valueOf } from '../../refresh/support/memory-site';

/** A site with jobs over the labels of its field. */
export class UpkeepSite extends MemorySite {
  readonly upkeep = createLabelUpkeep({
    ...this.parts,
    platform: {
      ...this.parts.platform,
      asPerson: {
        listFields: () => this.jira.listFields(),
        countIssues: () => Promise.resolve(this.seenByAdmin ?? this.jira.issues.length),
      } as unknown as Platform['asPerson'],
      asApp: {
        countIssues: () => Promise.resolve(this.jira.issues.length),
      } as unknown as Platform['asApp'],
    },
  });
  /** How many issues the admin's own search counts, where it isn't what the app's does. */
  seenByAdmin: number | undefined;
  readonly work = createUpkeepWorker(this.parts);

  /** Adds an issue whose field holds these objects, each by its number and the label that is stored. */
  hold(held: readonly (readonly [number, string])[], projectId = '1'): void {
    this.addIssue({ ...placeIn(projectId), [assetId]: valueOf(held) });
  }

  label(index: number, label: string): void {
    this.service.labels.set(objectId(index), label);
  }

  /** The labels that the field of each issue has. */
  stored(): string[][] {
    return this.jira.issues.map(({ fields }) => {
      const { objects } = fields[assetId] as { objects: { label: string }[] };
      return objects.map(({ label }) => label);
    });
  }

  start(isDryRun: boolean, fieldId = assetId): Promise<boolean> {
    return this.upkeep.start(fieldId, isDryRun, {} as PermissionProof);
  }

  async run(isDryRun = false): Promise<void> {
    await this.start(isDryRun);
    await this.drain();
  }

  async drain(untilMs = Infinity): Promise<void> {
    await this.queue.drain((body) => this.work(upkeepEvent.parse(body)), untilMs);
  }
}
