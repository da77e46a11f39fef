import { createFailureLog } from '../../../../src/app/replies/failure-log';
import type { SecretStore } from '../../../../src/app/platform/storage';
import { InvocationGate } from './invocation-gate';
import { MemoryJira } from './memory-jira';
import { MemoryQueue } from './memory-queue';
import { goodToken, MemoryService, typeId, workspaceId } from './memory-service';
import { MemoryStore } from './memory-store';

export const hourMs = 60 * 60 * 1000;
export const dayMs = 24 * hourMs;
export const assetId = 'customfield_10010';

const tokenFacts = { name: 'Jira', ownerName: '', ownerEmail: '', lastFour: '', expiresAt: null };

/** A site with an object field, whose platform is memory with the platform's limits. */
export class MemorySite {
  readonly clock = { now: Date.parse('2026-03-02T01:00:00.000Z') };
  readonly gate = new InvocationGate();
  readonly store = new MemoryStore(this.gate, () => this.clock.now);
  readonly queue = new MemoryQueue(this.gate, this.clock);
  readonly jira = new MemoryJira(this.gate, this.clock);
  readonly service = new MemoryService(this.clock);
  readonly log: string[] = [];
  token: string | undefined = goodToken;
  tokenSetAt = 0;

  /** What the app's background work is built with. */
  protected readonly parts = {
    platform: {
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
}

export function configurationOf(ofWorkspaceId: string) {
  return {
    version: 1,
    workspaceId: ofWorkspaceId,
    typeId,
    query: '',
    attributes: [],
    cardinality: 'many',
  };
}
