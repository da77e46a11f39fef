import { createFailureLog } from '../../../../src/app/replies/failure-log';
import type { SecretStore } from '../../../../src/app/platform/storage';
import { InvocationGate } from './invocation-gate';
import { MemoryJira } from './memory-jira';
import { MemoryQueue } from './memory-queue';
import { goodToken, MemoryService, objectId, typeId, workspaceId } from './memory-service';
import { MemoryStore } from './memory-store';

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const assetId = 'customfield_10010';

const tokenFacts = { name: 'Jira', ownerName: '', ownerEmail: '', lastFour: '', expiresAt: null };

/** A site with an object field, whose platform is memory with the platform's limits. */
export class MemorySite {
  readonly clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
  readonly gate = new InvocationGate();
  readonly store = new MemoryStore(() => this.clock.now, this.gate);
  readonly queue = new MemoryQueue(this.gate, this.clock);
  readonly jira = new MemoryJira(this.gate, this.clock);
  readonly service = new MemoryService(this.clock);
  readonly log: string[] = [];
  token: string | undefined = goodToken;
  tokenSetAt = 0;

  /** What the app's background work is built with. */
  protected readonly parts = {
    platform: {
      tenantKey: () => 'site',
      store: this.store,
      refreshQueue: this.queue,
      appJira: this.jira,
      jiraLimit: this.jira.limit,
      secrets: {} as SecretStore,
      tokenTransport: this.service.transportFor,
    },
    adminToken: {
      find: async () => {
        await this.gate.read();
        return this.token;
      },
      describe: () => Promise.resolve({ ...tokenFacts, setAt: this.tokenSetAt }),
    },
    now: () => this.clock.now,
    log: createFailureLog((line) => this.log.push(line)),
  };

  constructor() {
    this.jira.fields = [{ id: assetId, name: 'Asset', kind: 'object' }];
    this.jira.configurations.set(assetId, [configurationOf(workspaceId)]);
  }

  pass(durationMs: number): void {
    this.clock.now += durationMs;
  }

  /** Adds an issue with these fields. Returns its id. */
  addIssue(fields: Record<string, unknown>): string {
    const id = String(this.jira.issues.length + 1);
    this.jira.issues.push({ id, key: `DEMO-${id}`, fields });
    return id;
  }
}

/** The value of a field that holds these objects, each by its number and the label that is stored. */
export function valueOf(held: readonly (readonly [number, string])[]) {
  const objects = held.map(([index, label]) => ({ objectId: objectId(index), label }));
  return {
    objects,
    objectIds: objects.map((object) => object.objectId),
    labels: objects.map(({ label }) => label),
  };
}

/** Where an issue is, as Jira tells it beside its other fields. */
export const placeIn = (projectId: string) => ({
  project: { id: projectId },
  issuetype: { id: '1' },
});

export function configurationOf(ofWorkspaceId: string) {
  const choices = { query: '', attributes: [], cardinality: 'many' };
  return { version: 1, workspaceId: ofWorkspaceId, typeId, ...choices };
}
