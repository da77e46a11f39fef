import { createLabelUpkeep } from '../../../../src/app/label-upkeep/label-upkeep';
import { createUpkeepWorker, upkeepEvent } from '../../../../src/app/label-upkeep/upkeep-worker';
import type { Platform } from '../../../../src/app/platform/platform';
import { objectId } from '../../refresh/support/memory-service';
import { assetId, MemorySite, placeIn, valueOf } from '../../refresh/support/memory-site';

/** A site with jobs over the labels of its field. */
export class UpkeepSite extends MemorySite {
  readonly upkeep = createLabelUpkeep({
    ...this.parts,
    platform: { ...this.parts.platform, asPerson: this.jira as unknown as Platform['asPerson'] },
  });
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

  async run(isDryRun = false): Promise<void> {
    await this.upkeep.start(assetId, isDryRun);
    await this.drain();
  }

  async drain(untilMs = Infinity): Promise<void> {
    await this.queue.drain((body) => this.work(upkeepEvent.parse(body)), untilMs);
  }
}
