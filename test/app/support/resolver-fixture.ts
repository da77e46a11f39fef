import { createAdminResolver } from '../../../src/app/admin-resolver';
import { createFieldResolver } from '../../../src/app/field-resolver';
import { createProjectPagesResolver } from '../../../src/app/project-pages-resolver';
import { isPlatformPrompt } from '../../../src/app/platform/jira-replies';
import {
  installForgeRuntime,
  type Invocation,
  type PlatformCall,
  type ForgeRuntime,
} from './forge-runtime';
import { createJiraSite } from './jira-site';
import { answerAsService, answerOfSites, type ServiceObject } from './service-site';
import type { Transport } from '../../../src/api/client';
import { forgePlatform } from '../../../src/app/platform/forge-platform';
import type { Platform } from '../../../src/app/platform/platform';
import { InvocationGate } from '../refresh/support/invocation-gate';
import { MemoryQueue } from '../refresh/support/memory-queue';
import { MemoryStore } from '../refresh/support/memory-store';

export { serviceError } from './service-site';

export const uuid = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const configuration = {
  version: 1,
  workspaceId: uuid(900),
  typeId: uuid(901),
  query: '',
  attributes: [{ attributeId: uuid(902), name: 'Status' }],
  cardinality: 'many',
  portal: 'nothing',
};

/** What the stand-in of the service calls the configured type, and its attribute. */
export const serviceFacts = { typeId: configuration.typeId, statusId: uuid(902) };

/** Countries, their regions and the regions' cities. */
export const cascade = {
  version: 1,
  workspaceId: uuid(900),
  levels: [
    { levelId: uuid(801), name: 'Country', query: 'Kind = Country', isMultiple: false },
    { levelId: uuid(802), name: 'Region', query: 'Country = {{Country}}', isMultiple: true },
    { levelId: uuid(803), name: 'City', query: 'Region = {{Region}}', isMultiple: true },
  ],
  portal: 'nothing',
};

const issue = { id: '10001', key: 'DEMO-1', typeId: '30001' };
const project = { id: '20001', key: 'DEMO' };

/** Where a person looks at the field on an issue. */
export const onIssue = { fieldId: 'customfield_10010', issue, project };
/** Where a person creates an issue of a known work type. */
export const onCreate = { fieldId: 'customfield_10010', issue: { typeId: issue.typeId }, project };

/** The screens of both fields on an issue, each with its configuration given by the platform. */
export const onObject = {
  moduleKey: 'workspace-object',
  extension: { ...onIssue, configuration },
};
export const onCascade = {
  moduleKey: 'workspace-cascade',
  extension: { ...onIssue, configuration: cascade },
};

/** The page of the app for Jira admins. */
export const onAdmin = { moduleKey: 'admin', extension: {} };

/** The project page, in a project that Ada administers. */
export const onProjectPage = { moduleKey: 'project-pages', extension: { project } };

/** Which of the app's resolvers a call reaches: the manifest says so of a module. */
export type ResolverName = 'field' | 'admin' | 'project';

/**
 * The real resolvers on the real SDKs, with a site and a service that the test fills. Ada may do
 * everything, Pia administers the project, Mia may see it, and Ben has a license alone; all of them
 * are connected.
 */
export function createFixture() {
  const forge = installForgeRuntime();
  const jira = createJiraSite();
  const clock = { nowMs: 1_000_000 };
  const log: string[] = [];
  const objects: ServiceObject[] = [];
  const sites = new Map<string, readonly string[]>();
  jira.allowed.set('ada', {
    BROWSE_PROJECTS: [20001],
    CREATE_ISSUES: [20001],
    EDIT_ISSUES: [20001],
    ADMINISTER_PROJECTS: [20001],
  });
  jira.allowed.set('mia', { BROWSE_PROJECTS: [20001] });
  jira.allowed.set('pia', { BROWSE_PROJECTS: [20001], ADMINISTER_PROJECTS: [20001] });
  jira.administrators.add('ada');
  jira.workTypes.set('20001', ['30001', '30002']);
  jira.issues.set('10001', { projectId: '20001', workTypeId: '30001' });
  for (const person of ['ada', 'pia', 'mia', 'ben']) forge.grants.add(person);
  forge.jira = jira.answer;
  forge.service = (call) =>
    answerOfSites(call, sites) ?? answerAsService(call, objects, serviceFacts);
  const now = () => clock.nowMs;
  const kept = createKeptPlatform(forge, now);
  const { platform } = kept;
  const options = { platform, isPlatformPrompt, now, writeLog: (line: string) => log.push(line) };
  const serviceOrigin = 'https://wds.example.com';
  const resolvers = {
    field: createFieldResolver(options),
    admin: createAdminResolver({ ...options, serviceOrigin }),
    project: createProjectPagesResolver(options),
  };
  const call = (
    functionKey: string,
    payload: unknown,
    {
      resolver = 'field',
      ...more
    }: Partial<Invocation> & { readonly resolver?: ResolverName | undefined } = {},
  ) =>
    forge.invoke(resolvers[resolver], {
      functionKey,
      payload,
      accountId: 'ada',
      accountType: 'licensed',
      ...onObject,
      ...more,
    });
  return { forge, jira, clock, log, objects, sites, kept, call };
}

export type Fixture = ReturnType<typeof createFixture>;

/** Calls to the service or to Jira so far, shortly: `GET /path`. */
export function requests(fixture: Fixture, target: PlatformCall['target']): string[] {
  return fixture.forge.calls
    .filter((call) => call.target === target)
    .map(({ method, path }) => `${method} ${path}`);
}

export function searchBodies(fixture: Fixture): Record<string, unknown>[] {
  return fixture.forge.calls
    .filter(({ path }) => path === '/public/v1/object/search')
    .map(({ body }) => body as Record<string, unknown>);
}

/** The real platform, with its storage, its queue and its fetch with a token in memory. */
function createKeptPlatform(forge: ForgeRuntime, now: () => number) {
  const gate = new InvocationGate();
  const store = new MemoryStore(now, gate);
  const secretStore = new Map<string, unknown>();
  const queue = new MemoryQueue(gate, { now: now() });
  const platform: Platform = {
    ...forgePlatform,
    store,
    secrets: {
      find: (key) => Promise.resolve(secretStore.get(key)),
      set: (key, value) => Promise.resolve(void secretStore.set(key, value)),
      delete: (key) => Promise.resolve(void secretStore.delete(key)),
    },
    refreshQueue: queue,
    tokenTransport: (token) => sendWithToken(forge, token),
  };
  return { platform, store, secretStore, queue };
}

function sendWithToken(forge: ForgeRuntime, token: string): Transport {
  return async (path, { method, headers, body }) => {
    const call: PlatformCall = {
      target: 'service',
      as: 'token',
      method,
      path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.parse(body),
      redirect: 'manual',
    };
    forge.calls.push(call);
    return forge.service(call, undefined);
  };
}
