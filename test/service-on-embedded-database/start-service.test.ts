import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  demoAttributeId,
  demoObjectId,
  demoWorkspaceId,
  startService,
  type Service,
} from '../../src/service';
import { openDatabase } from '../../src/service/base/database/open-database';
import {
  Browser,
  authorizationUrl,
  callbackOf,
  clients,
  exchangeCode,
} from '../service/accounts/browser';
import { createDemoData } from '../support/kept-demo-data';
import { sendJson } from '../support/send-json';

const itWorkspace = demoWorkspaceId('IT');
const laptop = demoObjectId('IT', 'Laptop', 'LT-0001');

let directory: string;
let service: Service;
const start = () =>
  startService({
    port: 0,
    dataDirectory: directory,
    demo: 'small',
    clients,
  });

beforeAll(async () => {
  directory = await createDemoData();
  service = await start();
});
afterAll(async () => {
  await service.close();
  await rm(dirname(directory), { recursive: true });
});

function call(method: string, path: string, body?: unknown) {
  return callWith('demo-admin-token', method, path, body);
}

const callWith = (token: string, method: string, path: string, body?: unknown) =>
  sendJson(method, `${service.url}/public/v1${path}`, { token, workspaceId: itWorkspace, body });

const rename = (label: string) =>
  call('PATCH', `/object/${laptop}`, {
    attributes: [{ attributeId: demoAttributeId('IT', 'Laptop', 'Name'), values: [label] }],
  });
const labelOf = async () => {
  const { body } = await call('GET', `/object/${laptop}`);
  return (body as { label: string }).label;
};

describe('the service with its demo data', () => {
  test.each([
    ['an account', { account: 'nobody', target: { workspaceId: itWorkspace } }, 'account nobody'],
    ['a workspace', { target: { workspaceId: laptop } }, `workspace ${laptop}`],
    ['a type', { target: { typeId: itWorkspace } }, `type ${itWorkspace}`],
    ['an id that is no UUID', { target: { typeId: 'x' } }, 'type x'],
  ])('neither gives nor takes access where it has not %s', async (_, change, name) => {
    for (const read of [true, false]) {
      const changed = service.administration.setAccess({ account: 'lead', ...change, read });
      await expect(changed).rejects.toThrow(`The service has no ${name}.`);
    }
  });

  test('lets a call that only reads through with an OAuth token, and no other', async () => {
    const browser = new Browser();
    const signIn = await browser.visit(authorizationUrl(service.url));
    const consent = await browser.signIn(signIn, 'member@example.com', 'demo');
    const callback = callbackOf(await browser.submit(consent, { intent: 'allow' }));
    const { body: tokens } = await exchangeCode(service.url, callback.get('code') ?? '');
    const token = tokens.access_token;
    const search = { query: 'Label ~ "mac"' };
    expect((await callWith(token, 'GET', '/user/me')).body).toMatchObject({
      email: 'member@example.com',
    });
    expect((await callWith(token, 'POST', '/object/search', search)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/type', { name: 'New' }],
      ['PATCH', `/object/${laptop}`, {}],
      ['DELETE', `/object/${laptop}`, undefined],
    ] as const) {
      expect((await callWith(token, method, path, body)).status).toBe(403);
    }
  });

  test('keeps changes over a restart, and returns to the demo state on reset', async () => {
    const before = demoObjectId('IT', 'Laptop', 'LT-0002');
    await rename('Renamed laptop');
    await call('DELETE', `/object/${before}`);
    await service.close();
    service = await start();
    expect(await labelOf()).toBe('Renamed laptop');
    expect((await call('GET', `/object/${before}`)).status).toBe(404);
    await service.administration.reset();
    expect(await labelOf()).toBe('MacBook Pro 14');
    expect((await call('GET', `/object/${before}`)).status).toBe(200);
  });

  test('leaves its data closed where it cannot read what it had counted', async () => {
    await service.close();
    const spoilt = await openDatabase(directory);
    await spoilt.query(`insert into request_log (subject, times) values ('token x', '"none"')`);
    await spoilt.close();
    const threads = new Set<Worker>();
    const watch = (thread: Worker) => {
      threads.add(thread);
      thread.once('exit', () => threads.delete(thread));
    };
    process.on('worker', watch);
    await expect(start()).rejects.toThrow();
    process.off('worker', watch);
    expect(threads.size).toBe(0);
    service = await start();
  });

  test('says why it cannot start where its port is taken', async () => {
    const port = Number(new URL(service.url).port);
    await expect(startService({ port, dataDirectory: 'memory' })).rejects.toThrow('EADDRINUSE');
  });
});
