import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { productionConfiguration } from '../../src/cli/configuration/configuration';
import type { Configuration } from '../../src/cli/configuration/configuration';
import { saveConfiguration } from '../../src/cli/configuration/configuration-file';
import { demoWorkspaceId } from '../../src/service';
import { startDemoService } from '../support/demo-service';
import { keys, openSession } from './support/open-session';
import type { OpenSession } from './support/open-session';
import { configurationFor, makeProject, writeFiles } from './support/project';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));
let folder: string;
let session: OpenSession;

beforeEach(async () => {
  folder = await makeProject(configurationFor(service));
  session = await openSession(folder);
  await session.submit('/nova');
});
afterEach(() => {
  session.close();
  vi.restoreAllMocks();
});

/** Opens the client anew and enters the chat. */
async function reopen(open = () => openSession(folder)): Promise<void> {
  session.close();
  session = await open();
  await session.submit('/nova');
}

/** Begins a conversation, or goes on with it. */
async function find(): Promise<void> {
  await session.submit('Type = "Laptop"');
  await session.waitFor(/objects\)/);
}

async function resumeShows(pattern: RegExp): Promise<void> {
  await session.submit('/resume');
  await session.waitFor(pattern);
}
const nothing = /There are no earlier conversations/;
const onlyLaptops = /Which conversation\?[^\n]*\n❯ [^\n]*Type = "Laptop"$/;

test('A conversation is resumed after the chat was left, and discarded by /new', async () => {
  await find();
  await reopen();
  await resumeShows(/Which conversation[^]*❯ .*Type = "Laptop"/);
  session.type(keys.enter);
  await session.waitFor(/objects\)/);
  await session.submit('/new');
  await resumeShows(nothing);
});

test('A conversation is neither listed for another person or workspace, nor continued as one', async () => {
  const saveAs = (changes: Partial<Configuration>) =>
    saveConfiguration(folder, { ...configurationFor(service), userId: 'one', ...changes });
  await saveAs({});
  await find();
  await saveAs({ userId: 'other' });
  await resumeShows(nothing);
  await session.submit('Type = "Laptop" order by Label');
  await session.waitFor(/You changed the token or the workspace, so this is a new conversation/);
  await saveAs({ workspaceId: demoWorkspaceId('Geography') });
  await resumeShows(/(There are no earlier conversations[^]*){2}/);
  await saveAs({});
  await reopen();
  await resumeShows(onlyLaptops);
});

/** The production service, answered by this one. */
function answerInProduction(): void {
  const { serviceUrl } = productionConfiguration;
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, request) =>
    fetch(
      typeof address === 'string' ? address.replace(serviceUrl, service.url) : address,
      request,
    ),
  );
}

test.each<[string, (account: string) => Promise<OpenSession>]>([
  [
    'in WDS_TOKEN',
    async (account) => {
      const workspaceId = demoWorkspaceId('IT');
      await saveConfiguration(folder, { ...productionConfiguration, workspaceId });
      return openSession(folder, { WDS_TOKEN: `demo-${account}-token` });
    },
  ],
  [
    'that was saved without its owner',
    async (account) => {
      await saveConfiguration(folder, configurationFor(service, account));
      return openSession(folder);
    },
  ],
])('A conversation with a token %s is resumed by that person only', async (_, openAs) => {
  answerInProduction();
  await reopen(() => openAs('admin'));
  await find();
  await reopen(() => openAs('lead'));
  await resumeShows(nothing);
  await reopen(() => openAs('admin'));
  await resumeShows(onlyLaptops);
});

test('Nothing is resumed with a token that the service does not accept', async () => {
  await saveConfiguration(folder, configurationFor(service, 'unknown'));
  await resumeShows(/✗ The service doesn’t accept the access token/);
});

/** Writes conversations as the first version of the client did: without their owner. */
async function keepWithoutOwner(count: number): Promise<void> {
  const messages = [{ role: 'user', content: 'Whose?' }];
  const startedAt = '2026-01-01T00:00:00.000Z';
  const files = Array.from({ length: count }, () => {
    const id = randomUUID();
    const content = JSON.stringify({ version: 1, id, startedAt, messages });
    return [`.wds/conversations/${id}.json`, content] as const;
  });
  await writeFiles(folder, Object.fromEntries(files));
}

test('A conversation that was kept without its owner is not listed', async () => {
  await keepWithoutOwner(1);
  await resumeShows(nothing);
});

test('The latest 50 conversations are kept, and those without an owner count as well', async () => {
  await keepWithoutOwner(52);
  await find();
  const kept = () => readdir(join(folder, '.wds/conversations'));
  await expect.poll(async () => (await kept()).length).toBe(50);
  await reopen();
  await resumeShows(onlyLaptops);
});

test.each([
  ['/exit', `/exit${keys.enter}`],
  ['Esc', keys.escape],
])('A conversation ends when the chat is left with %s, and /new keeps it', async (_, leave) => {
  await find();
  session.type(leave);
  await expect.poll(session.prompt).toBe('wds ›');
  await session.submit('/nova');
  await session.submit('Type = "Laptop" order by Label');
  await session.waitFor(/order by Label {2}\(\d+ objects\)/);
  await session.submit('/new');
  await session.waitFor(/The conversation was discarded\. This is a new conversation/);
  await resumeShows(/Which conversation[^]*❯ [^\n]*Type = "Laptop"$/);
  session.type(keys.enter);
  await session.waitFor(/This conversation continues\. \/new discards it\. \/exit keeps it/);
});
