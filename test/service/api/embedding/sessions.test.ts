import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSite } from '../../../../src/api/site';
import { createSitePage, embedAudience } from '../../../../src/api/site-page';
import { demoAccounts, demoSiteId, demoTypeId, demoWorkspaceId } from '../../../../src/service';
import { endGrant } from '../../../../src/service/accounts/oauth-storage';
import type { Database, Queryable } from '../../../../src/service/base/database/database';
import { hashSecret } from '../../../../src/service/base/database/secret-hash';
import {
  dashboardPage,
  laptopsPage,
  parentOrigin,
  pathOf,
  startEmbeddingService,
  type Answer,
} from './embedding-service';
import { sendJson } from '../../../support/send-json';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startEmbeddingService());
afterEach(() => vi.restoreAllMocks());

async function createToken(account: string, page: string): Promise<string> {
  const body = { audience: embedAudience, parentOrigin };
  const answer = await service.call(account, 'POST', `${page}/embed-token`, body);
  expect(answer.status).toBe(200);
  return String(answer.body['token']);
}

async function open(account: string, page: string): Promise<string> {
  const token = await createToken(account, page);
  const answer = await service.post('/embed/session', { token, parentOrigin });
  expect(answer.status).toBe(200);
  return String(answer.body['session']);
}

function load(session: string, body: object = { query: '' }): Promise<Answer> {
  return service.post('/embed/content', body, `Bearer ${session}`);
}

/** The statements that are sent from now on, those of transactions too. */
function noteStatements(database: Database): readonly string[] {
  const statements: string[] = [];
  const send = database.query.bind(database);
  vi.spyOn(database, 'query').mockImplementation((sql, parameters) => {
    statements.push(sql);
    return send(sql, parameters);
  });
  const begin = database.transaction.bind(database);
  vi.spyOn(database, 'transaction').mockImplementation((work, options) =>
    begin((transaction) => {
      const query: Queryable['query'] = (sql, parameters) => {
        statements.push(sql);
        return transaction.query(sql, parameters);
      };
      return work({ query, queryPrepared: transaction.queryPrepared.bind(transaction) });
    }, options),
  );
  return statements;
}

async function createOwnPage(account = 'admin') {
  const site = await service.call(account, 'POST', '/site', { name: 'Own', isOpen: true });
  const { id } = createSite.reply!.parse(site.body);
  const page = { name: 'Own page', blocks: [{ kind: 'text', text: 'Own words' }] };
  const created = await service.call(account, 'POST', `/site/${id}/page`, page);
  const { id: pageId } = createSitePage.reply!.parse(created.body);
  return { siteId: id, path: `/site/${id}/page/${pageId}` };
}

describe('an embedded page', () => {
  test('shows the page that its token was made for, and no other', async () => {
    const answer = await load(await open('admin', laptopsPage));
    expect([answer.status, answer.body['title']]).toEqual([200, 'Laptops']);
    expect(answer.body['html']).toContain('MacBook Air 13');
    const other = await load(await open('admin', dashboardPage));
    expect(other.body['title']).toBe('Dashboard');
  });

  test('ends with the account of its reader', async () => {
    const session = await open('lead', laptopsPage);
    const suspend = (isSuspended: boolean) =>
      service.database.query('update account set is_suspended = $2 where email = $1', [
        'lead@example.com',
        isSuspended,
      ]);
    await suspend(true);
    expect((await load(session)).status).toBe(401);
    await suspend(false);
  });

  test('takes one search for a table', async () => {
    const session = await open('admin', laptopsPage);
    const statements = noteStatements(service.database);
    const { body } = await load(session);
    expect(body['html']).toContain('1–20 of 61');
    expect(statements.filter((sql) => /from object as o[^]*limit/.test(sql))).toHaveLength(1);
  });

  test('answers one block where one is asked for, and all where that is gone', async () => {
    const session = await open('admin', dashboardPage);
    const one = await load(session, { query: '', block: 5 });
    expect(one.body).toMatchObject({ title: 'Dashboard', block: 5 });
    expect(one.body['html']).toMatch(/^<section class="block table" id="block-5"/);
    const all = await load(session, { query: '', block: 12 });
    expect(all.body['block']).toBeUndefined();
    expect(all.body['html']).toContain('id="block-0"');
  });

  test('ends after five minutes, and another one goes on', async () => {
    const session = await open('admin', laptopsPage);
    service.clock.advance(240_000);
    const renewed = await open('admin', laptopsPage);
    service.clock.advance(61_000);
    expect((await load(session)).status).toBe(401);
    expect((await load(renewed)).status).toBe(200);
  });

  test.each([
    ['nothing', undefined],
    ['an unknown session', 'Bearer nothing'],
    ['an access token', 'Bearer demo-admin-token'],
    ['another scheme', 'Basic ZGVtbzpkZW1v'],
  ])('is closed to %s', async (_what, authorization) => {
    expect((await service.post('/embed/content', { query: '' }, authorization)).status).toBe(401);
  });

  test('is closed to a token that was not exchanged, and its session to the rest of the API', async () => {
    expect((await load(await createToken('admin', laptopsPage))).status).toBe(401);
    const session = await open('admin', laptopsPage);
    const response = await fetch(`${service.url}/public/v1/workspace`, {
      headers: { authorization: `Bearer ${session}` },
    });
    expect(response.status).toBe(401);
  });

  test('closes at once for whoever is no longer a member of its workspace', async () => {
    const session = await open('lead', laptopsPage);
    const change = { account: 'lead', target: { workspaceId: demoWorkspaceId('IT') } };
    await service.administration.setAccess({ ...change, read: false });
    expect((await load(session)).status).toBe(404);
    await service.administration.setAccess({ ...change, read: true });
    expect((await load(session)).status).toBe(200);
  });

  test('closes at once for whoever may no longer open its site', async () => {
    const session = await open('lead', pathOf('Purchasing', 'Contracts that end soon'));
    const target = { siteId: demoSiteId('IT', 'Purchasing') };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    expect((await load(session)).status).toBe(404);
    await service.administration.setAccess({ account: 'lead', target, read: true });
  });

  test('shows nothing more of a type that its reader may no longer read', async () => {
    const session = await open('lead', laptopsPage);
    const target = { typeId: demoTypeId('IT', 'Laptop') };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    const { status, body } = await load(session);
    await service.administration.setAccess({ account: 'lead', target, read: true });
    expect(status).toBe(200);
    expect(body['html']).toContain(
      'The type that this table lists was deleted, or you can’t see it.',
    );
    expect(body['html']).not.toContain('MacBook');
  });

  test.each(['the page', 'the site'])('closes at once where %s is deleted', async (what) => {
    const { siteId, path } = await createOwnPage();
    const session = await open('member', path);
    expect((await load(session)).body['html']).toContain('Own words');
    const deleted = what === 'the page' ? path : `/site/${siteId}`;
    expect((await service.call('admin', 'DELETE', deleted)).status).toBe(204);
    expect((await load(session)).status).toBe(404);
  });
});

describe('what is kept of embedded pages', () => {
  const countRows = async (table: string) => {
    const rows = await service.database.query<{ count: number }>(
      `select count(*)::integer as count from ${table}`,
    );
    return rows[0]?.count;
  };

  test('is bounded per person: the newest stay, of others all', async () => {
    service.clock.advance(600_000);
    const others = await createToken('lead', laptopsPage);
    const tokens: string[] = [];
    for (let count = 0; count < 52; count += 1) {
      service.clock.advance(100);
      tokens.push(await createToken('admin', laptopsPage));
    }
    expect(await countRows('embed_token')).toBe(51);
    const use = (token: string) => service.post('/embed/session', { token, parentOrigin });
    expect((await use(tokens[0]!)).status).toBe(401);
    expect((await use(tokens[51]!)).status).toBe(200);
    expect((await use(others)).status).toBe(200);
  });

  test('is bounded for sessions too', async () => {
    service.clock.advance(600_000);
    const first = await open('admin', laptopsPage);
    for (let count = 0; count < 50; count += 1) {
      service.clock.advance(100);
      await open('admin', laptopsPage);
    }
    expect(await countRows('embed_session')).toBe(50);
    expect((await load(first)).status).toBe(401);
  });

  test('is gone when it has expired, as soon as anyone opens a page', async () => {
    await createToken('lead', laptopsPage);
    service.clock.advance(600_000);
    await open('admin', laptopsPage);
    expect([await countRows('embed_token'), await countRows('embed_session')]).toEqual([0, 1]);
  });

  test('is neither the token nor the session itself', async () => {
    const token = await createToken('admin', laptopsPage);
    const session = await open('admin', laptopsPage);
    for (const table of ['embed_token', 'embed_session']) {
      const stored = JSON.stringify(await service.database.query(`select * from ${table}`));
      expect(stored).not.toContain(session);
      expect(stored).not.toContain(token.split('.')[2]);
    }
  });

  test('is in no log, also where the service fails over it', async () => {
    const written = vi.spyOn(fs, 'write');
    const token = await createToken('admin', laptopsPage);
    const session = await open('admin', laptopsPage);
    await service.database.query('alter table embed_token rename to broken_token');
    await service.database.query('alter table embed_session rename to broken_session');
    const failed = await service.post('/embed/session', { token, parentOrigin });
    const failedLoad = await load(session);
    await service.database.query('alter table broken_token rename to embed_token');
    await service.database.query('alter table broken_session rename to embed_session');
    expect([failed.status, failedLoad.status]).toEqual([500, 500]);
    const readLog = () => written.mock.calls.map(([, text]) => text).join('');
    await expect.poll(readLog).toMatch(/42P01[^]*42P01/);
    const log = readLog();
    expect(log).not.toContain(token);
    expect(log).not.toContain(session);
    expect(JSON.stringify([failed.body, failedLoad.body])).not.toContain(session);
  });
});

describe('what was opened with a credential ends with it:', () => {
  const workspaceId = demoWorkspaceId('IT');
  const { id: readerId } = demoAccounts.find(({ account }) => account === 'member')!;

  async function createOwnToken(): Promise<{ credentialId: string; token: string }> {
    const { body } = await service.call('member', 'POST', '/token', { name: 'For a page' });
    return { credentialId: String(body['id']), token: String(body['token']) };
  }

  async function createGrant(): Promise<{ credentialId: string; token: string }> {
    const credential = { credentialId: `grant ${randomUUID()}`, token: randomUUID() };
    await service.database.query(
      `insert into oauth_payload (model, id_hash, payload, account_id, grant_id, expires_at)
       values ('AccessToken', $1, '{"scope":"read"}', $2, $3, $4)`,
      [
        ...[hashSecret(credential.token), readerId, credential.credentialId],
        new Date(service.clock.now.getTime() + 240_000),
      ],
    );
    return credential;
  }

  async function createTokenWith(token: string): Promise<string> {
    const sent = { token, workspaceId, body: { audience: embedAudience, parentOrigin } };
    const path = `/public/v1${laptopsPage}/embed-token`;
    const { body } = await sendJson('POST', service.url + path, sent);
    return String((body as Answer['body'])['token']);
  }

  const change = (sql: string, parameters: (string | Date)[]) =>
    service.database.query(sql, parameters);
  test.each([
    [
      'a token that is revoked',
      createOwnToken,
      (id: string) => change('delete from personal_access_token where id = $1', [id]),
    ],
    [
      'a token that expires',
      createOwnToken,
      (id: string) =>
        change('update personal_access_token set expires_at = $2 where id = $1', [
          id,
          service.clock.now,
        ]),
    ],
    [
      'a token that is blocked in the workspace',
      createOwnToken,
      (id: string) =>
        change('insert into token_block (workspace_id, token_id) values ($1, $2)', [
          workspaceId,
          id,
        ]),
    ],
    [
      'a grant that is ended',
      createGrant,
      (id: string) => endGrant(service.database, readerId, id),
    ],
  ])('%s', async (_what, create, end) => {
    const { credentialId, token } = await create();
    const other = await create();
    const exchange = (embedToken: string) =>
      service.post('/embed/session', { token: embedToken, parentOrigin });
    const opened = await exchange(await createTokenWith(token));
    const session = String(opened.body['session']);
    const unspent = await createTokenWith(token);
    const kept = await exchange(await createTokenWith(other.token));
    expect((await load(session)).status).toBe(200);
    await end(credentialId);
    expect((await load(session)).status).toBe(401);
    expect((await exchange(unspent)).status).toBe(401);
    expect((await load(String(kept.body['session']))).status).toBe(200);
  });
});

describe('a token for a page', () => {
  test('is made for an app that may only read for a person', async () => {
    const reader = demoAccounts.find(({ account }) => account === 'member')?.id ?? '';
    await service.database.query(
      `insert into oauth_payload (model, id_hash, payload, account_id, grant_id, expires_at)
       values ('AccessToken', $1, '{"scope":"read"}', $2, 'grant', $3)`,
      [hashSecret('app-token'), reader, new Date(service.clock.now.getTime() + 60_000)],
    );
    const send = (path: string, body: object) =>
      sendJson('POST', `${service.url}/public/v1${path}`, {
        ...{ token: 'app-token', workspaceId: demoWorkspaceId('IT'), body },
      });
    const request = { audience: embedAudience, parentOrigin };
    expect((await send(`${laptopsPage}/embed-token`, request)).status).toBe(200);
    expect((await send('/site', { name: 'Mine', isOpen: true })).status).toBe(403);
  });

  test('is not made for a page that its person may not open', async () => {
    const path = `${pathOf('Purchasing', 'Contracts that end soon')}/embed-token`;
    const request = { audience: embedAudience, parentOrigin };
    expect((await service.call('member', 'POST', path, request)).status).toBe(404);
    expect((await service.call('lead', 'POST', path, request)).status).toBe(200);
  });
});
