import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import {
  backgroundManifest,
  createBackgroundSandbox,
  failureInApp,
  inApp,
  play,
  type Sdk,
} from '../support/background-sandbox';
import { accountIdOf, grantOf } from '../support/fixture-sandbox';
import { ManualTimers } from '../support/manual-timers';
import { ServiceStandIn } from '../support/service-stand-in';

let sandbox: Sandbox;
let service: ServiceStandIn;
let serviceUrl: string;

beforeEach(async () => {
  service = new ServiceStandIn();
  serviceUrl = await service.start();
  sandbox = await openSandbox();
  await sandbox.grants.set(accountIdOf('admin'), grantOf());
});
afterEach(() => service.stop());

function openSandbox(timeoutSeconds?: number): Promise<Sandbox> {
  return createBackgroundSandbox({
    timers: new ManualTimers(),
    serviceUrl,
    manifest: backgroundManifest({
      scopes: ['storage:app', 'read:jira-work'],
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    }),
  });
}

const fetchService = ({ fetch }: Sdk) =>
  fetch(`${String(process.env.WDS_ORIGIN)}/public/v1/user/me`, {
    headers: { authorization: 'Bearer access-1' },
  });
const fetchAsPerson = ({ asUser }: Sdk) => asUser().withProvider('wds').fetch('/public/v1/user/me');

/** Returns how many requests the service saw before one was refused. */
async function countUntilRefused(sdk: Sdk): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    const { status } = await fetchService(sdk);
    if (status === 429) return sent;
  }
}

describe('A function', () => {
  test('sends 100 requests; each further one gets the platform’s answer, which no service saw', async () => {
    const refused = await inApp(sandbox, async (sdk) => {
      expect(await countUntilRefused(sdk)).toBe(100);
      const { status, statusText, headers } = await fetchService(sdk);
      return { status, statusText, reason: headers.get('forge-proxy-error') };
    });
    expect(refused).toEqual({
      status: 429,
      statusText: 'Too Many Requests',
      reason: 'FETCH_LIMIT_EXCEEDED',
    });
    expect(service.seen).toHaveLength(100);
    expect(sandbox.host.calls.list()).toHaveLength(100);
  });

  test.each([
    { says: 'nothing', seconds: undefined, expected: 100 },
    { says: 'a minute', seconds: 60, expected: 100 },
    { says: 'a minute and a half', seconds: 90, expected: 200 },
    { says: 'five minutes', seconds: 300, expected: 500 },
  ])('whose timeoutSeconds says $says sends $expected', async ({ seconds, expected }) => {
    sandbox = await openSandbox(seconds);
    let sent = 0;
    await play({
      schedule: async (_request, _context, sdk) => {
        sent = await countUntilRefused(sdk);
      },
    });
    await sandbox.host.functions.runTrigger('daily');
    expect(sent).toBe(expected);
  });

  test('sends requests with a person’s grant out of the same hundred, and the SDK throws', async () => {
    await inApp(sandbox, async (sdk) => {
      for (let sent = 0; sent < 50; sent += 1) await fetchAsPerson(sdk);
      expect(await countUntilRefused(sdk)).toBe(50);
    });
    const failure = await failureInApp(sandbox, async (sdk) => {
      await countUntilRefused(sdk);
      await fetchAsPerson(sdk);
    });
    expect(failure).toMatchObject({
      name: 'PROXY_ERR',
      message: expect.stringContaining('FETCH_LIMIT_EXCEEDED') as unknown,
    });
  });

  test('calls Jira, the storage and queues beside them', async () => {
    await inApp(sandbox, async (sdk) => {
      for (let count = 0; count < 40; count += 1) {
        await sdk.kvs.set('key', count);
        await sdk.push({ body: {} });
        await sdk.asUser().requestJira(sdk.route`/rest/api/3/issue/DEMO-1`);
      }
      expect(await countUntilRefused(sdk)).toBe(100);
    });
  });

  test('has them anew each time', async () => {
    await inApp(sandbox, countUntilRefused);
    expect(await inApp(sandbox, countUntilRefused)).toBe(100);
  });
});
