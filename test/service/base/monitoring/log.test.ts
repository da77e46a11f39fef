import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, describe } from 'vitest';
import { demoWorkspaceId } from '../../../../src/service';
import { createLog, describeFault } from '../../../../src/service/base/monitoring/log';
import { startDemoService } from '../../../support/demo-service';
import { Browser, authorizationUrl, clients } from '../../accounts/browser';
import { DatabaseEnded, DatabaseFault } from '../../../../src/service/base/database/database';

/** Stands wherever a secret could: none of it may be written. */
const canary = 'canary-5f1c';

test('writes each request with its route, and none of the secrets that came with it', async () => {
  const destination = new PassThrough();
  const written = text(destination);
  const log = createLog({ level: 'info', destination });
  const service = await startDemoService({ clients, log });
  const call = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);
  const json = { 'content-type': 'application/json' };
  await call(`/public/v1/type?secret=${canary}`, {
    headers: { authorization: `Bearer ${canary}` },
  });
  await call('/public/v1/object/search', { method: 'POST', headers: json, body: `{"${canary}` });
  await call(`/upload/${canary}`, { method: 'PUT', body: canary });
  await call(`/thumbnail?signed=${canary}.${canary}`);
  await call(`/nothing/${canary}`, { headers: { cookie: `wds-session=${canary}` } });
  await call(`/oauth/interaction/${canary}`);
  await call(`/account/invitation/${canary}`);
  await call(`/oauth/${canary}`);
  await call('/embed/session', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token: canary, parentOrigin: canary }),
  });
  await call('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'jira-forge-app',
      client_secret: canary,
      code: canary,
    }),
  });
  const browser = new Browser();
  const signIn = await browser.visit(authorizationUrl(service.url).replace('a+state', canary));
  await browser.signIn(signIn, `${canary}@example.com`, canary);
  await service.close();
  destination.end();

  const lines = (await written).trim().split('\n');
  const routes = lines.map((line) => (JSON.parse(line) as { route?: string }).route);
  expect(routes).toEqual(
    expect.arrayContaining([
      '/public/v1/type',
      '/public/v1/object/search',
      '/upload/:secret',
      '/thumbnail',
      'none',
      '/oauth/interaction/:id',
      '/account/invitation/:id',
      '/embed/session',
      '/oauth/token',
    ]),
  );
  expect(lines.filter((line) => line.includes(canary))).toEqual([]);
});

test('gives each request an id of its own, which its answer and its line in the log have, and names the workspace of a member', async () => {
  const destination = new PassThrough();
  const written = text(destination);
  const log = createLog({ level: 'info', destination });
  const service = await startDemoService({ log });
  const idOf = async (path: string, headers: Record<string, string>) => {
    const reply = await fetch(service.url + path, { headers, redirect: 'manual' });
    // A request is logged once its answer is sent: without this the next one may come before it.
    await reply.arrayBuffer();
    return reply.headers.get('x-request-id');
  };
  const asked = { 'x-request-id': canary, 'wds-workspace-id': demoWorkspaceId('IT') };
  const member = { ...asked, authorization: 'Bearer demo-member-token' };
  const stranger = { ...asked, authorization: 'Bearer demo-outsider-token' };
  const ids = [
    await idOf('/public/v1/type', member),
    await idOf('/public/v1/type', stranger),
    await idOf('/account/tokens', asked),
  ];
  await service.close();
  destination.end();

  const lines = (await written).trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  // A Postgres server that ends connections while the service closes is logged too, of no request.
  const workspaces = logged
    .filter(({ requestId }) => requestId !== undefined)
    .map(({ requestId, workspaceId }) => [requestId, workspaceId] as const);
  expect(workspaces).toHaveLength(3);
  expect(new Map(workspaces)).toEqual(
    new Map([
      [ids[0], demoWorkspaceId('IT')],
      [ids[1], undefined],
      [ids[2], undefined],
    ]),
  );
  expect(new Set(ids).size).toBe(3);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^[0-9a-f-]{36}$/) as string));
  expect(lines.filter((line) => line.includes(canary))).toEqual([]);
});

test('counts requests by route and status, and what its database does', async () => {
  const service = await startDemoService();
  await fetch(`${service.url}/public/v1/workspace`);
  const health = await fetch(`${service.url}/health`);
  expect(health.status).toBe(200);
  const reply = await fetch(`${service.url}/metrics`);
  const figures = await reply.text();
  await service.close();
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(figures).toContain(
    'wds_http_request_duration_seconds_count{method="GET",route="/public/v1/workspace",status="401"} 1',
  );
  expect(figures).toMatch(/^wds_database_connections\{state="idle"\} \d+$/m);
  expect(figures).toMatch(/^wds_database_waiting \d+$/m);
  expect(figures).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('counts addresses that strangers make up as one', async () => {
  const service = await startDemoService();
  for (const path of ['/oauth/first', '/oauth/second', '/account/third', '/fourth']) {
    await fetch(service.url + path);
  }
  const figures = await (await fetch(`${service.url}/metrics`)).text();
  await service.close();
  expect(figures).toContain(
    'wds_http_request_duration_seconds_count{method="GET",route="none",status="404"} 4',
  );
  expect(figures).not.toMatch(/first|second"|third|fourth/);
});

const typed = 'canary\n    at canary (typed.ts:1:1)';

describe('what the log says of a fault', () => {
  test.each([
    ['the database', new DatabaseFault(`invalid input syntax for type uuid: "${typed}"`, '22P02')],
    ['a parser', new SyntaxError(`Unexpected token, "${typed}" is not valid JSON`)],
    ['anything', new Error(typed)],
    ['a cause', new Error('It failed.', { cause: new RangeError(typed) })],
    ['no error', typed],
  ])('never repeats what people wrote: %s', (_what, error) => {
    expect(describeFault(error).fault).not.toContain('canary');
  });

  test('names the fault, its code and its place', () => {
    const { fault } = describeFault(new DatabaseFault('No.', '22P02'));
    expect(fault).toMatch(/^DatabaseFault 22P02\n {4}at .*log\.test\.ts/);
  });

  test('says why the database was lost', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    const { fault } = describeFault(
      new DatabaseEnded('The connection was lost.', { cause: refused }),
    );
    expect(fault).toContain('DatabaseEnded: The connection was lost.');
    expect(fault).toContain('caused by Error ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:5432');
  });
});
