import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountIdOf, createFixtureSandbox, grantOf, invoke } from '../support/fixture-sandbox';
import { ManualTimers } from '../support/manual-timers';
import { ServiceStandIn } from '../support/service-stand-in';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';

let service: ServiceStandIn;
let sandbox: Sandbox;
let timers: ManualTimers;
const admin = accountIdOf('admin');
const callService = () => invoke(sandbox, 'service', { path: '/public/v1/type?limit=5' });
const needsConsent = { message: expect.stringContaining('Authentication Required') as unknown };

beforeEach(async () => {
  service = new ServiceStandIn();
  timers = new ManualTimers();
  sandbox = await createFixtureSandbox({ serviceUrl: await service.start(), timers });
  await sandbox.grants.set(admin, grantOf());
});
afterEach(() => service.stop());

describe('A call of the service', () => {
  test('goes to the local service with the person’s token, whatever header the app sets', async () => {
    expect(await callService()).toMatchObject({ status: 200 });
    expect(service.seen).toEqual([
      expect.objectContaining({
        path: '/public/v1/type?limit=5',
        authorization: 'Bearer access-1',
        workspace: 'w1',
      }),
    ]);
    expect(sandbox.host.calls.list()).toMatchObject([
      { target: 'service', as: 'user', account: 'admin', path: '/public/v1/type?limit=5' },
    ]);
  });

  test('does not follow a redirect, which could leave the manifest’s remotes', async () => {
    const reply = await invoke(sandbox, 'service', { path: '/public/v1/moved' });
    expect(reply).toMatchObject({ status: 307 });
    expect(service.seen).toHaveLength(1);
  });

  test('renews a token that has run out, once for all calls that wait', async () => {
    await sandbox.grants.set(admin, grantOf({ expiresAt: timers.now().getTime() }));
    service.current = 2;
    const replies = await Promise.all([callService(), callService(), callService()]);
    expect(replies).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
    expect(service.tokenRequests()).toHaveLength(1);
    expect(Object.fromEntries(service.tokenRequests()[0]?.form ?? [])).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'refresh-1',
      client_id: 'jira-forge-app',
      client_secret: 'secret',
    });
    expect(sandbox.grants.find(admin)).toMatchObject({
      accessToken: 'access-2',
      refreshToken: 'refresh-2',
      expiresAt: timers.now().getTime() + 3_600_000,
    });
  });

  test('renews a token that the service refuses, and calls again', async () => {
    service.current = 2;
    expect(await callService()).toMatchObject({ status: 200 });
    expect(service.seen.map(({ authorization }) => authorization)).toEqual([
      'Bearer access-1',
      undefined,
      'Bearer access-2',
    ]);
  });

  test('asks for consent again once the connection has ended', async () => {
    service.current = 2;
    service.acceptsRefresh = false;
    await expect(callService()).rejects.toMatchObject(needsConsent);
    expect(sandbox.grants.find(admin)).toBeUndefined();
  });

  test('keeps the connection while the service cannot renew it', async () => {
    service.current = 2;
    service.answersTokensWith = 503;
    await expect(callService()).rejects.toThrow('The token endpoint answers 503.');
    expect(sandbox.grants.find(admin)).toMatchObject({ refreshToken: 'refresh-1' });
  });

  test('answers the service’s own 401 for a token that nothing renews', async () => {
    const grant = grantOf();
    delete grant.refreshToken;
    await sandbox.grants.set(admin, grant);
    service.current = 2;
    expect(await callService()).toMatchObject({ status: 401 });
  });

  test('is refused outside of the remote', async () => {
    for (const path of ['https://example.org/', '//example.org/', 'public/v1/type']) {
      await expect(invoke(sandbox, 'service', { path })).rejects.toMatchObject({
        message: expect.stringContaining('INVALID_PATH') as unknown,
      });
    }
    expect(service.seen).toEqual([]);
  });

  test('by plain fetch goes to the manifest’s origin without the person’s token', async () => {
    const address = 'https://wds.example.com/health';
    expect(await invoke(sandbox, 'fetch', { address })).toMatchObject({ status: 401 });
    expect(service.seen).toMatchObject([{ path: '/health', authorization: undefined }]);
  });
});
