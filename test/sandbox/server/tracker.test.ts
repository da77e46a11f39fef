import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFixtureSandbox } from '../support/fixture-sandbox';
import { openTracker, send } from '../support/tracker';

let directory: string;
let tracker: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tracker-'));
  const directories = { ui: join(directory, 'ui'), web: join(directory, 'web') };
  await mkdir(join(directories.ui, 'object-view'), { recursive: true });
  await mkdir(join(directories.web, 'assets'), { recursive: true });
  await writeFile(join(directories.ui, 'object-view/object-view.js'), 'app();');
  await writeFile(join(directories.web, 'index.html'), '<title>Jira sandbox</title>');
  await writeFile(join(directories.web, 'assets/main.js'), 'main();');
  await writeFile(join(directory, 'secret.js'), 'secret');
  tracker = await openTracker(await createFixtureSandbox(), { directories });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('Pages', () => {
  test('are the sandbox’s own for every address that is nothing else', async () => {
    for (const url of ['/', '/browse/DEMO-1', '/fields/customfield_10050']) {
      const page = await send(tracker, 'GET', url);
      expect(page).toMatchObject({ status: 200, text: '<title>Jira sandbox</title>' });
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "frame-ancestors 'self'",
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('bring their scripts, and the app’s', async () => {
    expect(await send(tracker, 'GET', '/assets/main.js')).toMatchObject({ text: 'main();' });
    const script = await send(tracker, 'GET', '/sandbox/ui/object-view/object-view.js');
    expect(script.text).toBe('app();');
    expect(script.headers['content-type']).toBe('application/javascript; charset=utf-8');
  });

  test('are not sent again to a browser that has them', async () => {
    const url = '/assets/main.js';
    const { etag } = (await send(tracker, 'GET', url)).headers;
    const headers = { 'if-none-match': String(etag) };
    expect(await send(tracker, 'GET', url, { headers })).toMatchObject({ status: 304, text: '' });
  });

  test('are not asked for again under an address that names their version', async () => {
    const script = '/sandbox/ui/object-view/object-view.js';
    const { headers } = await send(tracker, 'GET', `${script}?version=1`);
    expect(headers['cache-control']).toBe('private, max-age=3600');
    expect((await send(tracker, 'GET', script)).headers['cache-control']).toBe('no-cache');
  });

  test.each([
    '/assets/missing.js',
    '/sandbox/ui/object-view/other.js',
    '/sandbox/ui/secret/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/..%2fsecret.js',
    '//',
  ])('give away nothing else: %s', async (url) => {
    const { text, status } = await send(tracker, 'GET', url);
    expect(text).not.toBe('secret');
    expect(status).toBeLessThan(500);
  });

  test('that nobody models are refused loudly', async () => {
    for (const url of ['/sandbox/sprint', '/rest/agile/1.0/board']) {
      expect(await send(tracker, 'POST', url, { body: {} })).toMatchObject({
        status: 501,
        body: { errorMessages: [`The sandbox does not model POST ${url}.`] },
      });
    }
  });
});

describe('Other web pages', () => {
  const reset = (headers: Record<string, string>) =>
    send(tracker, 'POST', '/sandbox/reset', { headers });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:8081' }],
    ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a form of another port', { 'sec-fetch-site': 'same-site' }],
  ])('cannot change anything: %s', async (_, headers) => {
    expect(await reset(headers)).toMatchObject({ status: 403 });
  });

  test('cannot connect an account by a link', async () => {
    const url = '/sandbox/oauth/start?provider=wds&account=admin';
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await send(tracker, 'GET', url, { headers })).toMatchObject({ status: 403 });
    expect(await send(tracker, 'GET', url)).toMatchObject({ status: 302 });
  });

  test('cannot reach it by a name of theirs', async () => {
    const headers = { host: 'evil.example:8080' };
    expect((await send(tracker, 'GET', '/sandbox/state', { headers })).status).toBe(403);
  });

  test('are not what scripts and the sandbox’s own pages are taken for', async () => {
    expect(await reset({})).toMatchObject({ status: 204 });
    const own = { origin: 'http://127.0.0.1:8080', 'sec-fetch-site': 'same-origin' };
    expect(await reset(own)).toMatchObject({ status: 204 });
    const byName = { host: 'localhost:8080', origin: 'http://localhost:8080' };
    expect(await reset(byName)).toMatchObject({ status: 204 });
  });
});

describe('Calls', () => {
  test('of Jira are made as the person of the header', async () => {
    expect(await send(tracker, 'GET', '/rest/api/3/issue/HELP-1')).toMatchObject({ status: 200 });
    const account = 'outsider';
    expect((await send(tracker, 'GET', '/rest/api/3/issue/HELP-1', { account })).status).toBe(404);
    expect((await send(tracker, 'GET', '/rest/api/3/project', { account: '' })).status).toBe(401);
  });

  test('with a body that is no JSON are answered as Jira answers', async () => {
    const response = await tracker.inject({
      method: 'PUT',
      url: '/rest/api/3/issue/DEMO-1',
      headers: {
        host: '127.0.0.1:8080',
        'x-sandbox-user': 'admin',
        'content-type': 'application/json',
      },
      payload: '{"fields"',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ errorMessages: [expect.any(String)], errors: {} });
  });

  test('may name a content type without having a body', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await send(tracker, 'POST', '/sandbox/reset', { headers })).status).toBe(204);
  });
});
