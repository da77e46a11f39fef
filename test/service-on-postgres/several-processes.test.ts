import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';
import { hashPassword } from '../../src/service/accounts/password';
import { openRequestLimits } from '../../src/service/base/request-limits/open-request-limits';
import { createEmptyDatabase } from '../support/test-database';
import { startServiceProcess, type ServiceProcess } from '../support/service-process';
import {
  Browser,
  authorizationUrl,
  callbackOf,
  clientId,
  redirectUri,
} from '../service/accounts/browser';
import { fillFleet, ids, tokens } from '../service/fleet';
import { callFleet } from '../service/fleet-service';

const clientSecret = 'a secret of at least 32 characters';
const password = 'a password of hers';
const email = 'ann@example.com';

let folder: string;
let database: Database;
let databaseUrl: string;
let drop: () => Promise<void>;
let services: ServiceProcess[];
beforeAll(async () => {
  const created = await createEmptyDatabase();
  drop = created.drop;
  databaseUrl = created.url;
  folder = await mkdtemp(join(tmpdir(), 'processes-'));
  const configuration = join(folder, 'service.json');
  const client = { clientId, clientSecret, name: 'Jira', redirectUris: [redirectUri] };
  await writeFile(configuration, JSON.stringify({ version: 1, oauthClients: [client] }));
  const environment = {
    DATABASE_URL: created.url,
    DATA_DIR: folder,
    CONFIG_FILE: configuration,
    BASE_URL: 'http://localhost:8081',
  };
  // All at once, on an empty database.
  services = await Promise.all([1, 2, 3].map(() => startServiceProcess(environment)));
  database = await openDatabase(created.url);
  await fillFleet(database);
  const cheap = { cost: 1024, blockSize: 8, parallelization: 1 };
  await database.query('update account set password_hash = $1 where id = $2', [
    await hashPassword(password, cheap),
    ids.ann,
  ]);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

const serviceOf = (index: number) => services[index % services.length]!;

async function readStatus(reply: Response): Promise<number> {
  await reply.arrayBuffer();
  return reply.status;
}

/** The statuses of many requests, spread over the processes, some at a time; 0 where one got no answer. */
async function callOften(count: number, token: string): Promise<number[]> {
  const statuses: number[] = [];
  let next = 0;
  const callOn = async () => {
    for (let index = next++; index < count; index = next++) {
      const address = `${serviceOf(index).url}/public/v1/workspace`;
      const headers = { authorization: `Bearer ${token}` };
      statuses.push(await fetch(address, { headers }).then(readStatus, () => 0));
    }
  };
  await Promise.all(Array.from({ length: 24 }, callOn));
  return statuses;
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

const announce = (index: number, body: object) =>
  callFleet(serviceOf(index).url, 'POST', '/public/v1/content', { as: 'ben', body });

describe('three processes on one database', () => {
  test('say which data they have as they are ready, without a user or a password', () => {
    const ready = services[0]?.log.find(({ msg }) => msg === 'ready');
    const { host, pathname, username } = new URL(databaseUrl);
    expect(ready).toMatchObject({
      ...{
        engine: inject('engine') === 'citus' ? 'Citus' : 'Postgres',
        folder,
        host,
        database: pathname.slice(1),
        people: 0,
        workspaces: 0,
      },
      configurationFile: join(folder, 'service.json'),
    });
    expect(Object.values(ready ?? {})).not.toContain(username);
    expect(JSON.stringify(ready)).not.toContain('postgres://');
  });

  test('bring its tables up to date once', async () => {
    const applied = await database.query<{ name: string }>('select name from migration');
    expect(new Set(applied.map(({ name }) => name)).size).toBe(applied.length);
  });

  test(
    'let 1,000 requests of a token through together, and not one more',
    { timeout: 120_000 },
    async () => {
      const statuses = await callOften(1_060, tokens.ann);
      expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([1_000, 60]);
    },
  );

  test('know who signed in at another one, and count wrong passwords together', async () => {
    const page = (index: number) => `${serviceOf(index).url}/account/tokens`;
    const browser = new Browser();
    await browser.signIn(await browser.visit(page(0)), email, password);
    expect((await browser.visit(page(1))).html).toContain(`<br />${email}`);

    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const guesser = new Browser();
      const form = await guesser.visit(page(attempt));
      statuses.push((await guesser.signIn(form, 'ben@example.com', 'wrong')).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });

  test('exchange a code once, wherever it is sent', async () => {
    const browser = new Browser();
    const signIn = await browser.visit(authorizationUrl(serviceOf(0).url));
    const consent = await browser.signIn(signIn, email, password);
    const callback = callbackOf(await browser.submit(consent, { intent: 'allow' }));
    const replies = await Promise.all(
      services.map(({ url }) =>
        fetch(`${url}/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: callback.get('code') ?? '',
            redirect_uri: redirectUri,
            client_id: clientId,
            client_secret: clientSecret,
          }),
        }),
      ),
    );
    expect(
      countOf(
        replies.map(({ status }) => status),
        200,
      ),
    ).toBe(1);
  });

  test('take a file once, whichever of them is sent it', async () => {
    const body = { fileName: 'a.txt', fileSize: 3, contentType: 'text/plain' };
    const announced = await announce(0, body);
    const { presignedUrl } = announced.body as { presignedUrl: string };
    expect(new URL(presignedUrl).origin).toBe('http://localhost:8081');
    const { pathname } = new URL(presignedUrl);
    const replies = await Promise.all(
      services.map(({ url }) =>
        fetch(url + pathname, {
          method: 'PUT',
          headers: {
            'content-type': 'text/plain',
            'content-disposition': 'attachment; filename=a.txt',
          },
          body: 'abc',
        }),
      ),
    );
    const statuses = replies.map(({ status }) => status);
    expect(countOf(statuses, 200)).toBe(1);
    expect(countOf(statuses, 404) + countOf(statuses, 429)).toBe(2);
  });

  test('count the bytes of announced files together', async () => {
    const facts = { fileName: 'a.txt', fileSize: 100 * 1024 * 1024, contentType: 'text/plain' };
    const calls = Array.from({ length: 24 }, async (_, index) => {
      const { status } = await announce(index, facts);
      return status;
    });
    const statuses = await Promise.all(calls);
    // The three bytes from before leave room for nine.
    expect([countOf(statuses, 200), countOf(statuses, 400)]).toEqual([9, 15]);
  });

  test('go on where one is killed in the middle of requests, and count what it had counted', async () => {
    const limits = await openRequestLimits(database, {});
    const [token] = await database.query<{ id: string }>(
      'select id from personal_access_token where account_id = $1',
      [ids.cat],
    );
    const readUsed = async () => (await limits.read({ kind: 'token', id: token?.id ?? '' })).used;
    const [killed, ...left] = services;
    const calling = callOften(90, tokens.cat);
    while ((await readUsed()) < 30) await sleep(5);
    await killed!.kill();
    const statuses = await calling;
    const used = await readUsed();
    expect(used).toBeGreaterThanOrEqual(countOf(statuses, 200));
    expect(used).toBeLessThanOrEqual(90);
    services = left;
    expect(countOf(await callOften(10, tokens.cat), 200)).toBe(10);
    expect(await readUsed()).toBe(used + 10);
  });
});
