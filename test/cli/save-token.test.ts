import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfiguration } from '../../src/cli/configuration/configuration-file';
import type { Service } from '../../src/service';
import { startDemoService } from '../support/demo-service';
import { keys, openSession } from './support/open-session';
import type { OpenSession } from './support/open-session';
import { configurationFor, makeProject } from './support/project';

let service: Service;
let folder: string;
let session: OpenSession;

beforeAll(async () => {
  service = await startDemoService({ platform: { port: 0 } });
});
afterAll(() => service.close());

describe('The token', () => {
  const empty = () => ({
    ...configurationFor(service),
    token: '',
    tokenOrigins: [],
    workspaceId: '',
  });
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
    expect((await loadConfiguration(folder)).configuration).toEqual(configurationFor(service));
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
