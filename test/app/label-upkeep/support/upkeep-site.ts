import { createFailureLog } from '../../../../src/app/replies/failure-log';
import { createLabelUpkeep } from '../../../../src/app/label-upkeep/label-upkeep';
import { createUpkeepWorker, upkeepEvent } from '../../../../src/app/label-upkeep/upkeep-worker';
import type { Platform } from '../../../../src/app/platform/platform';
import { InvocationGate } from '../../refresh/support/invocation-gate';
import { MemoryJira } from '../../refresh/support/memory-jira';
import { MemoryQueue } from '../../refresh/support/memory-queue';
import {
  goodToken,
  MemoryService,
  objectId,
  workspaceId,
} from '../../refresh/support/memory-service';
import { MemoryStore } from '../../refresh/support/memory-store';
import { assetId, configurationOf } from '../../refresh/support/refresh-site';

/** A site with the app, whose platform is memory with the platform's limits, for jobs over labels. */
export class UpkeepSite {
  readonly clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
  readonly gate = new InvocationGate();
  readonly store = new MemoryStore(this.gate, () => this.clock.now);
  readonly queue = new MemoryQueue(this.gate, this.clock);
  readonly jira = new MemoryJira(this.gate, this.clock);
  readonly service = new MemoryService(this.clock);
  readonly log: string[] = [];
  token: string | undefined = goodToken;

  readonly #parts = {
    platform: {
      store: this.store,
      refreshQueue: this.queue,
      appJira: this.jira,
      jiraLimit: this.jira.limit,
      asPerson: this.jira as unknown as Platform['asPerson'],
      tokenTransport: this.service.transportFor,
    },
    adminToken: {
      find: async () => {
        await this.gate.read();
        return this.token;
      },
      describe: () => Promise.resolve(undefined),
    },
    now: () => this.clock.now,
    log: createFailureLog((line) => this.log.push(line)),
  };
  readonly upkeep = createLabelUpkeep(this.#parts);
  readonly work = createUpkeepWorker(this.#parts);

  constructor() {
    this.jira.fields = [{ id: assetId, name: 'Asset', kind: 'object' }];
    this.jira.configurations.set(assetId, [configurationOf(workspaceId)]);
  }

  /** Adds an issue whose field holds these objects, each by its number and the label that is stored. */
  hold(held: readonly (readonly [number, string])[], projectId = '1'): void {
    const id = String(this.jira.issues.length + 1);
    const objects = held.map(([index, label]) => ({ objectId: objectId(index), label }));
    const value = {
      objects,
      objectIds: objects.map((object) => object.objectId),
      labels: objects.map(({ label }) => label),
    };
    const place = { project: { id: projectId }, issuetype: { id: '1' } };
    this.jira.issues.push({ id, key: `DEMO-${id}`, fields: { ...place, [assetId]: value } });
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
