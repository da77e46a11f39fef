import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfiguration } from '../../src/cli/configuration/configuration-file';
import { runPlainSession } from '../../src/cli/terminal/plain-session';
import { demoAccounts } from '../../src/service/run/demo/accounts';
import { startDemoService } from '../support/demo-service';
import { keys, openSession } from './support/open-session';
import type { OpenSession } from './support/open-session';
import { configurationFor, makeProject } from './support/project';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));
let folder: string;
let session: OpenSession;

const empty = () => ({
  ...configurationFor(service),
  token: '',
  tokenOrigins: [],
  workspaceId: '',
});

describe('The token', () => {
  beforeEach(async () => {
    folder = await makeProject(empty());
    session = await openSession(folder);
    await session.submit('/access');
    await session.waitFor(/hidden/);
  });
  afterEach(() => session.close());

  test('is typed unseen, tried, bound to its addresses and saved', async () => {
    session.type('\u001B[200~ demo-admin-token\n\u001B[201~');
    session.type(keys.enter);
    await session.waitFor(/Which workspace/);
    session.type(keys.down);
    session.type(keys.enter);
    await session.waitFor(/✓ Saved the token/);
    expect((await loadConfiguration(folder)).configuration).toEqual({
      ...configurationFor(service),
      userId: demoAccounts.find(({ account }) => account === 'admin')?.id,
    });
    expect(session.screen()).not.toContain('demo-admin-token');
  });

  test('is not saved where no workspace is chosen', async () => {
    session.type(`demo-admin-token${keys.enter}`);
    await session.waitFor(/Which workspace/);
    session.type(keys.escape);
    await session.waitFor(/Nothing was saved/);
    expect((await loadConfiguration(folder)).configuration).toEqual(empty());
  });

  const refused = /doesn’t accept this token[^]*Personal access token \(hidden/;

  test.each([keys.escape, keys.interrupt, keys.enter])(
    'that the service does not know is not saved after %j, which leaves',
    async (leave) => {
      session.type(`not-a-token${keys.enter}`);
      await session.waitFor(refused);
      session.type(leave);
      await session.waitFor(/Nothing was saved/);
      expect((await loadConfiguration(folder)).configuration).toEqual(empty());
      expect(session.screen()).not.toContain('not-a-token');
    },
  );

  test('is asked for again unseen until the service accepts one', async () => {
    session.type(`not-a-token${keys.enter}`);
    await session.waitFor(refused);
    session.type(`a token with spaces${keys.enter}`);
    await session.waitFor(/(doesn’t accept this token[^]*){2}Personal access token \(hidden/);
    session.type('demo-admin-token');
    await session.waitFor(/\(hidden; Esc cancels\): •{16}/);
    session.type(keys.enter);
    await session.waitFor(/Which workspace/);
    expect(session.screen()).not.toMatch(/not-a-token|with spaces|demo-admin/);
  });

  test.each([keys.escape, keys.interrupt, keys.enter])('is not saved after %j', async (cancel) => {
    session.type(cancel);
    await session.waitFor(/Nothing was saved/);
    expect((await loadConfiguration(folder)).configuration.token).toBe('');
  });
});

test.each([
  ['nova', 'Type = "Laptop"', /\d+ objects\)/],
  ['app', 'list', /Name +Status|You have no apps yet/],
])('Without a token, one can be saved right in the mode %s', async (mode, line, seen) => {
  session = await openSession(await makeProject(empty()));
  await session.submit(mode);
  await session.submit(line);
  await session.waitFor(/You haven’t saved an access token\. Type \/access in wds to save one/);
  await session.submit('/access');
  session.type(`demo-admin-token${keys.enter}`);
  await session.waitFor(/Which workspace/);
  session.type(keys.down + keys.enter);
  await session.waitFor(/✓ Saved the token/);
  expect(session.prompt()).toBe(`${mode} ›`);
  await session.submit(line);
  await session.waitFor(seen);
  session.close();
});

test('The token of a person without a workspace is saved, and both /access and the chat say whom to ask', async () => {
  session = await openSession(await makeProject(empty()));
  await session.submit('nova');
  await session.submit('/access');
  session.type(`demo-outsider-token${keys.enter}`);
  await session.waitFor(
    /✓ Saved the token[^]*You aren’t a member of any workspace\.\s+Ask\s+an\s+administrator/,
  );
  await session.submit('Type = "Laptop"');
  await session.waitFor(
    /You haven’t chosen a workspace\.[^]*If\s+you\s+aren’t\s+a\s+member\s+of\s+any,\s+ask\s+an\s+administrator/,
  );
  session.close();
});

describe('A token that is pasted once more while the first is tried', () => {
  const silent = createServer(() => undefined);
  const pasted = '\u001B[200~demo-admin-token\u001B[201~';
  beforeEach(async () => {
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    folder = await makeProject({ ...empty(), serviceUrl: `http://127.0.0.1:${port}` });
  });
  afterEach(() => {
    silent.closeAllConnections();
    silent.close();
  });

  test.each([
    ['then', pasted],
    ['with the Enter of the first', ''],
  ])('is never shown: %s', async (_, later) => {
    session = await openSession(folder);
    await session.submit('/access');
    await session.waitFor(/hidden/);
    session.type(`demo-admin-token${keys.enter}${later === '' ? pasted : ''}`);
    await session.waitFor(/Checking the token/);
    session.type(later + keys.interrupt);
    await vi.waitFor(() => expect(session.isIdle()).toBe(true));
    session.type('/help');
    await session.waitFor(/wds › \/help/);
    expect(session.screen()).not.toContain('demo-admin');
    session.close();
  });

  /** The interactive mode as a screen reader reads it. */
  function openPlainSession() {
    const [input, output] = [new PassThrough(), new PassThrough()];
    let shown = '';
    output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const ending = new AbortController();
    const surroundings = { workingDirectory: folder, environment: {} };
    const { signal } = ending;
    const ended = runPlainSession(surroundings, { input, output, greeting: [], signal });
    return {
      type: (text: string) => input.write(text),
      shown: () => shown,
      shows: (text: RegExp) => vi.waitFor(() => expect(shown).toMatch(text)),
      close: () => {
        ending.abort();
        return ended;
      },
    };
  }

  test('is never shown to a screen reader', async () => {
    const plain = openPlainSession();
    plain.type('/access\r');
    await plain.shows(/\(hidden\)/);
    plain.type('demo-admin-token\r');
    await plain.shows(/Checking the token/);
    plain.type('demo-admin-token');
    plain.type(keys.interrupt);
    await plain.shows(/Canceled[^]*wds >/);
    plain.type('/help');
    await plain.shows(/\/help/);
    expect(plain.shown()).not.toContain('demo-admin');
    await plain.close();
  });

  test('is no question to the assistant with --screen-reader, even with its Enter', async () => {
    const plain = openPlainSession();
    plain.type('/nova\r');
    await plain.shows(/nova >/);
    plain.type('/access\r');
    await plain.shows(/\(hidden\)/);
    plain.type('demo-admin-token\r');
    await plain.shows(/Checking the token/);
    plain.type('demo-admin-token\r');
    plain.type(keys.interrupt);
    await plain.shows(/Canceled[^]*nova >/);
    plain.type('/exit\r');
    await plain.shows(/nova >[^]*\/exit\s[^]*wds >/);
    // As a question it would have been answered first.
    expect(plain.shown()).not.toMatch(/You haven’t saved an access token|demo-admin/);
    await plain.close();
  });
});
