import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchObjects } from '../../src/api/object';
import {
  demoAttributeId,
  demoObjectId,
  demoTypeId,
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

function call(account: string, method: string, path: string, body?: unknown) {
  return callWith(`demo-${account}-token`, method, path, body);
}

async function callWith(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(`${service.url}/public/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'wds-workspace-id': itWorkspace,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

async function countFor(account: string, query: string, type = 'Laptop'): Promise<number> {
  const answer = await call(account, 'POST', '/object/search', {
    query,
    typeId: demoTypeId('IT', type),
  });
  return searchObjects.reply!.parse(answer.body).total;
}

const rename = (label: string) =>
  call('admin', 'PATCH', `/object/${laptop}`, {
    attributes: [{ attributeId: demoAttributeId('IT', 'Laptop', 'Name'), values: [label] }],
  });
const labelOf = async () => {
  const { body } = await call('admin', 'GET', `/object/${laptop}`);
  return (body as { label: string }).label;
};

describe('the service with its demo data', () => {
  test('finds laptops by words in any order', async () => {
    expect(await countFor('lead', 'Label ~ "pro mac"')).toBeGreaterThan(10);
  });

  test('gives each account what it may read', async () => {
    expect(await countFor('admin', '', 'Contract')).toBeGreaterThan(0);
    const denied = { query: '', typeId: demoTypeId('IT', 'Contract') };
    expect((await call('member', 'POST', '/object/search', denied)).status).toBe(404);
    expect((await call('outsider', 'GET', '/type')).status).toBe(404);
    expect((await call('newcomer', 'GET', '/type')).status).toBe(401);
  });

  test('takes access to a type or a workspace away and gives it back', async () => {
    const target = { typeId: demoTypeId('IT', 'Laptop') };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    expect((await call('lead', 'GET', `/object/${laptop}`)).status).toBe(404);
    await service.administration.setAccess({ account: 'lead', target, read: true });
    expect((await call('lead', 'GET', `/object/${laptop}`)).status).toBe(200);
    await service.administration.setAccess({
      account: 'lead',
      target: { workspaceId: itWorkspace },
      read: false,
    });
    expect((await call('lead', 'GET', '/type')).status).toBe(404);
    await service.administration.setAccess({
      account: 'lead@example.com',
      target: { workspaceId: itWorkspace },
      read: true,
    });
    expect((await call('lead', 'GET', '/type')).status).toBe(200);
  });

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

  test('shows an object as a page to whoever signed in, and the same text for gone and hidden', async () => {
    const browser = new Browser();
    const signIn = await browser.visit(`${service.url}/workspace/${itWorkspace}/object/${laptop}`);
    const page = await browser.signIn(signIn, 'member@example.com', 'demo');
    expect(page.status).toBe(200);
    expect(page.html).toContain(`<h1>${await labelOf()}</h1>`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const id of [demoObjectId('IT', 'Laptop', 'none'), itWorkspace, 'nonsense']) {
      const gone = await browser.visit(`${service.url}/workspace/${itWorkspace}/object/${id}`);
      expect(gone.status).toBe(404);
      expect(gone.html).toContain('Deleted, or you don’t have access.');
    }
  });

  test('writes what people typed into a page as text', async () => {
    await rename('<img src=x onerror=alert(1)> & "more"');
    const browser = new Browser();
    const signIn = await browser.visit(`${service.url}/workspace/${itWorkspace}/object/${laptop}`);
    const page = await browser.signIn(signIn, 'admin@example.com', 'demo');
    expect(page.html).toContain(
      '<h1>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;</h1>',
    );
    expect(page.html).not.toContain('<img');
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
    await call('admin', 'DELETE', `/object/${before}`);
    await service.close();
    service = await start();
    expect(await labelOf()).toBe('Renamed laptop');
    expect((await call('admin', 'GET', `/object/${before}`)).status).toBe(404);
    await service.administration.reset();
    expect(await labelOf()).toBe('MacBook Pro 14');
    expect((await call('admin', 'GET', `/object/${before}`)).status).toBe(200);
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
