import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { createBackgroundSandbox, inApp, play } from '../support/background-sandbox';
import { ManualTimers } from '../support/manual-timers';
import { openTracker, send } from '../support/tracker';
import { accountIdOf, createFixtureSandbox } from '../support/fixture-sandbox';
import { ServiceStandIn } from '../support/service-stand-in';

let sandbox: Sandbox;
let tracker: FastifyInstance;
let timers: ManualTimers;

beforeEach(async () => {
  timers = new ManualTimers();
  sandbox = await createBackgroundSandbox({ timers });
  tracker = await openTracker(sandbox);
});

const call = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const reply = await send(tracker, method, `/sandbox/${path}`, { body });
  return { status: reply.status, body: reply.body };
};

describe('The clock', () => {
  test.each([
    ['30s', '2026-01-15T09:00:30.000Z'],
    ['15m', '2026-01-15T09:15:00.000Z'],
    ['8h', '2026-01-15T17:00:00.000Z'],
    ['8d', '2026-01-23T09:00:00.000Z'],
    ['3w', '2026-02-05T09:00:00.000Z'],
    ['366d', '2027-01-16T09:00:00.000Z'],
  ])('moves by %s', async (advance, now) => {
    expect(await call('POST', 'clock', { advance })).toEqual({ status: 200, body: { now } });
    expect(await call('GET', 'clock')).toEqual({ status: 200, body: { now } });
  });

  test.each([
    ['367d'],
    ['999999999w'],
    ['1'],
    ['-1d'],
    ['1.5d'],
    ['1 d'],
    ['8D'],
    ['8y'],
    [''],
    [8],
    [null],
  ])('does not move by %j', async (advance) => {
    const { status, body } = await call('POST', 'clock', { advance });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Say how far the clock moves: 30s, 15m, 8h, 8d or 3w');
    expect(sandbox.clock.now()).toEqual(timers.now());
  });

  test.each([[undefined], [['8d']], [{ advance: '8d', schedule: false }], [{ schedules: true }]])(
    'does not take the body %j',
    async (body) => {
      expect(await call('POST', 'clock', body)).toMatchObject({ status: 400 });
    },
  );

  test.each([
    [undefined, 8],
    [true, 8],
    [false, 0],
  ])('moved by eight days, with schedules: %s, runs the daily one %i times', async (on, runs) => {
    let count = 0;
    await play({ schedule: () => (count += 1) });
    await call('POST', 'clock', { advance: '8d', ...(on !== undefined && { schedules: on }) });
    expect(count).toBe(runs);
  });
});

describe('A schedule', () => {
  test('runs now', async () => {
    const requests: unknown[] = [];
    await play({ schedule: (request) => requests.push(request) });
    expect(await call('POST', 'schedule/daily')).toEqual({ status: 200, body: { ok: true } });
    expect(requests).toMatchObject([{ context: { moduleKey: 'daily' } }]);
  });

  test('tells how it failed', async () => {
    await play({ schedule: () => Promise.reject(new Error('out of luck')) });
    expect(await call('POST', 'schedule/daily')).toEqual({
      status: 200,
      body: {
        ok: false,
        error: {
          code: 'FUNCTION_ERR',
          message: 'There was an error invoking the function - out of luck',
        },
      },
    });
  });

  test('can be the app’s uninstallation', async () => {
    let isCalled = false;
    await play({ uninstall: () => (isCalled = true) });
    expect(await call('POST', 'schedule/uninstall')).toMatchObject({ body: { ok: true } });
    expect(isCalled).toBe(true);
  });

  test.each(['nothing', 'worker', 'objects', 'connect'])('named %s is not found', async (key) => {
    expect(await call('POST', `schedule/${key}`)).toEqual({
      status: 404,
      body: {
        errorMessages: [`The app has no scheduledTrigger or preUninstall "${key}".`],
        errors: {},
      },
    });
  });
});

test('The storage tells how much was read and written', async () => {
  await inApp(sandbox, ({ kvs }) => kvs.set('key', 'abc'));
  expect(await call('GET', 'storage')).toEqual({
    status: 200,
    body: { reads: 0, writes: 1, bytesRead: 0, bytesWritten: 5, keys: 1 },
  });
});

test('A reset brings back the machine’s time and empties what was stored, within three seconds', async () => {
  await inApp(sandbox, ({ kvs, push }) => {
    return Promise.all([kvs.set('key', 'abc'), push({ body: {}, delayInSeconds: 900 })]);
  });
  await call('POST', 'clock', { advance: '10m' });
  let count = 0;
  await play({ consume: () => (count += 1), schedule: () => (count += 1) });
  const startedMs = performance.now();
  expect(await call('POST', 'reset')).toMatchObject({ status: 204 });
  expect(performance.now() - startedMs).toBeLessThan(3000);
  expect(sandbox.clock.now()).toEqual(timers.now());
  expect((await call('GET', 'storage')).body).toMatchObject({ keys: 0, writes: 0 });
  await call('POST', 'clock', { advance: '299s' });
  expect(count).toBe(0);
  await call('POST', 'clock', { advance: '1s' });
  expect(count).toBe(1);
});

describe('Consent', () => {
  let service: ServiceStandIn;
  let serviceUrl: string;
  const start = '/sandbox/oauth/start?provider=wds&account=lead';
  const redirectUri = 'http://127.0.0.1:8080/outboundAuth/finish';

  beforeEach(async () => {
    service = new ServiceStandIn();
    serviceUrl = await service.start();
    sandbox = await createFixtureSandbox({ serviceUrl });
    tracker = await openTracker(sandbox);
  });
  afterEach(() => service.stop());

  async function begin(): Promise<URL> {
    const { status, headers } = await send(tracker, 'GET', start);
    expect(status).toBe(302);
    return new URL(headers.location ?? '');
  }

  test('begins at the local service, with what the manifest says', async () => {
    const address = await begin();
    expect(address.origin + address.pathname).toBe(`${serviceUrl}/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'jira-forge-app',
      redirect_uri: redirectUri,
      scope: 'read',
      code_challenge_method: 'S256',
    });
  });

  test('ends with the person’s grant and a page that says so', async () => {
    const { searchParams } = await begin();
    const finish = `/outboundAuth/finish?code=c1&state=${searchParams.get('state') ?? ''}`;
    const page = await send(tracker, 'GET', finish);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Connected as admin@example.com');
    expect(page.text).toContain("{ type: 'sandbox-oauth-finished' }");
    expect(page.text).not.toContain('access-1');
    expect(sandbox.grants.find(accountIdOf('lead'))).toMatchObject({
      externalAccountId: 'service-user',
      displayName: 'admin@example.com',
      refreshToken: 'refresh-1',
    });
    const form = service.tokenRequests()[0]?.form;
    expect(form?.get('redirect_uri')).toBe(redirectUri);
    const verifier = form?.get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      searchParams.get('code_challenge'),
    );
    expect(await send(tracker, 'GET', finish)).toMatchObject({ status: 400 });
  });

  test('that the person declined, or that was never begun, connects nobody', async () => {
    const state = (await begin()).searchParams.get('state') ?? '';
    const declined = `error=access_denied&error_description=<b>No</b>`;
    const page = await send(tracker, 'GET', `/outboundAuth/finish?state=${state}&${declined}`);
    expect(page).toMatchObject({ status: 400 });
    expect(page.text).toContain('<h1>Your account wasn’t connected</h1>');
    expect(page.text).toContain('&lt;b&gt;No&lt;/b&gt;');
    expect(page.text).toContain('You can close this window.');
    expect((await send(tracker, 'GET', '/outboundAuth/finish?state=x&code=y')).status).toBe(400);
    expect(sandbox.grants.find(accountIdOf('lead'))).toBeUndefined();
  });

  test('that the service refuses says so', async () => {
    service.acceptsRefresh = false;
    const state = (await begin()).searchParams.get('state') ?? '';
    const page = await send(tracker, 'GET', `/outboundAuth/finish?state=${state}&code=c1`);
    expect(page).toMatchObject({ status: 502 });
    expect(page.text).toContain('Your account wasn’t connected');
  });

  test('is asked for a provider and a person that exist', async () => {
    for (const query of ['provider=other&account=lead', 'provider=wds&account=nobody', '']) {
      expect((await send(tracker, 'GET', `/sandbox/oauth/start?${query}`)).status).toBe(400);
    }
  });
});
