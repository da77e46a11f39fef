import { createClient, fetchTransport, type Client } from '../../src/api/client';
import { sourceAppCode } from '../sandbox/support/source-app-code';
import type { VirtualClock } from '../../src/sandbox/forge/clock';
import { demoIds, objectValue } from '../../src/sandbox/jira/demo-objects';
import type { Sandbox } from '../../src/sandbox/server/sandbox';
import { demoWorkspaceId } from '../../src/service';
import { demoFacts } from '../sandbox/support/demo-facts';
import { accountIdOf, callApp, grantOf } from '../sandbox/support/fixture-sandbox';
import { createAppSandbox } from '../sandbox/support/app-sandbox';
import { callAs } from '../sandbox/support/jira';
import { InvocationFaults } from './invocation-faults';
import { fieldId, shelfOfLaptops, type ObjectFacts, type TypeName } from './world';

const workspaceId = demoWorkspaceId('IT');

/** As the app's `index`, whose refresh may die at any call. */
export const faults = new InvocationFaults();
const code = sourceAppCode({
  index: async () => {
    faults.install();
    const { refreshWork, ...index } = await import('../../src/index');
    return { ...index, refreshWork: faults.during(refreshWork) };
  },
});

interface OwnType {
  readonly typeId: string;
  readonly label: string;
  readonly status: string;
  readonly shelf?: string;
}

type OwnTypes = Readonly<Record<TypeName, OwnType>>;

/** The app on the sandbox, with the real service; each has types of its own there. */
export class AppSite {
  readonly #sandbox: Sandbox;
  readonly #client: Client;
  readonly #types: OwnTypes;
  #tokenId: string | undefined;

  private constructor(sandbox: Sandbox, types: OwnTypes) {
    this.#sandbox = sandbox;
    this.#client = clientOf(sandbox.serviceUrl);
    this.#types = types;
  }

  static async open(serviceUrl: string, clock: VirtualClock): Promise<AppSite> {
    const types = {
      laptop: await createType(serviceUrl, 'Shelf'),
      phone: await createType(serviceUrl),
    };
    const facts = { ...demoFacts, workspaceId, laptopTypeId: types.laptop.typeId };
    const sandbox = await createAppSandbox({ demoFacts: facts, code, clock, serviceUrl });
    for (const issue of sandbox.jira.model.state.issues) issue.values = {};
    await sandbox.grants.set(accountIdOf('member'), grantOf({ accessToken: 'demo-admin-token' }));
    return new AppSite(sandbox, types);
  }

  /** From now on lists of the app's storage show nothing new. */
  freezeLists(): void {
    this.#sandbox.host.storage.freezeLists();
  }

  get now(): number {
    return this.#sandbox.clock.now().getTime();
  }

  advance(durationMs: number, options: { schedules: boolean }): Promise<void> {
    return this.#sandbox.host.advance(durationMs, options);
  }

  /** The keys that a member's search finds, sorted, or what it says instead. */
  async search(jql: string): Promise<{ keys: readonly string[] } | { error: string }> {
    const search = { jql, fields: ['summary'], maxResults: 100 };
    const call = callAs(this.#sandbox.jira, 'member');
    const { status, body } = await call('POST', '/search/jql', search);
    const { issues, errorMessages } = body as {
      issues: { key: string }[];
      errorMessages: string[];
    };
    if (status !== 200) return { error: errorMessages.join(' ') };
    return { keys: issues.map(({ key }) => key).sort() };
  }

  async setIssue(key: string, objects: readonly { objectId: string; label: string }[]) {
    const value = objects.length > 0 ? objectValue(objects) : null;
    await this.#done('PUT', `/issue/${key}`, { fields: { [fieldId]: value } });
  }

  /** @returns the id of the new object */
  async createObject(facts: ObjectFacts): Promise<string> {
    const { typeId } = this.#types[facts.type];
    const attributes = this.#valuesOf(facts.type, facts);
    return (await this.#objects.create({ typeId, attributes })).id;
  }

  async changeObject(id: string, facts: ObjectFacts): Promise<void> {
    await this.#objects.update(id, { attributes: this.#valuesOf(facts.type, facts) });
  }

  async deleteObject(id: string): Promise<void> {
    await this.#objects.delete(id);
  }

  /** Points each of the field's contexts at a type; what it offers to pick from counts for nothing. */
  async configure(sources: readonly [TypeName, TypeName]): Promise<void> {
    const ids = [demoIds.assetConfiguration, demoIds.helpAssetConfiguration];
    const configurations = sources.map((source, index) => ({
      id: ids[index],
      configuration: {
        ...{ version: 1, workspaceId, typeId: this.#types[source].typeId },
        ...{ query: 'Status = "In use"', attributes: [], cardinality: 'many' },
      },
    }));
    await this.#done('PUT', `/app/field/${fieldId}/context/configuration`, { configurations });
  }

  renameField(name: string): void {
    const field = this.#sandbox.jira.model.state.fields.find(({ id }) => id === fieldId);
    if (!field) throw new Error('The field is gone.');
    field.name = name;
  }

  async giveToken(): Promise<void> {
    // A person can have 100.
    await this.revokeToken();
    const { id, token } = await this.#client.tokens.create({ name: 'Jira', durationDays: null });
    this.#tokenId = id;
    await this.#asAdmin('saveToken', { token, isInsistedOn: true });
  }

  async takeToken(): Promise<void> {
    await this.#asAdmin('removeToken', {});
  }

  async revokeToken(): Promise<void> {
    if (this.#tokenId !== undefined) await this.#client.tokens.revoke(this.#tokenId);
    this.#tokenId = undefined;
  }

  async startRefresh(): Promise<void> {
    await this.#asAdmin('startRefresh', {});
  }

  get #objects() {
    return this.#client.inWorkspace(workspaceId).objects;
  }

  #valuesOf(type: TypeName, { label, status }: ObjectFacts) {
    const ids = this.#types[type];
    return [
      { attributeId: ids.label, values: [label] },
      { attributeId: ids.status, values: [status] },
      ...(ids.shelf === undefined ? [] : [{ attributeId: ids.shelf, values: [shelfOfLaptops] }]),
    ];
  }

  async #asAdmin(functionKey: string, payload: object): Promise<void> {
    const reply = await callApp(this.#sandbox, functionKey, payload);
    const isDone = reply.ok && (reply.value as { kind: string }).kind === 'ok';
    if (!isDone) throw new Error(JSON.stringify(reply));
  }

  async #done(method: string, path: string, body: unknown): Promise<void> {
    const reply = await callAs(this.#sandbox.jira, 'admin')(method, path, body);
    if (reply.status >= 300) throw new Error(JSON.stringify(reply));
  }
}

async function createType(serviceUrl: string, extra?: string): Promise<OwnType> {
  const { types, attributes } = clientOf(serviceUrl).inWorkspace(workspaceId);
  const { id: typeId } = await types.create({ name: `Own ${crypto.randomUUID()}` });
  const add = async (name: string) =>
    (await attributes.create({ name, typeId, attributeTypeCode: 'TEXT' })).id;
  const type = { typeId, label: await add('Name'), status: await add('Status') };
  return extra === undefined ? type : { ...type, shelf: await add(extra) };
}

function clientOf(serviceUrl: string) {
  return createClient({ transport: fetchTransport(serviceUrl, { token: 'demo-admin-token' }) });
}
