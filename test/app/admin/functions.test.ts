import { beforeEach, describe, expect, test } from 'vitest';
import { StoreError } from '../../../src/app/platform/storage';
import { newRun } from '../../../src/app/refresh/run';
import { queryHash } from '../../../src/app/stored-queries/stored-queries';
import {
  configuration,
  createFixture,
  onAdmin,
  searchBodies,
  type Fixture,
} from '../support/resolver-fixture';
import { answerAsService, pageOf, serviceError } from '../support/service-site';

const call = (functionKey: string, payload: unknown = {}) =>
  fixture.call(functionKey, payload, { ...onAdmin, resolver: 'admin' });

const record = {
  version: 1,
  fieldId: 'customfield_10010',
  fieldName: 'Asset',
  writtenAs: ['Asset'],
};
const result = {
  credential: 'token',
  computedAt: 1,
  objectCount: 3,
  digest: 'not for the browser',
  spelling: 'not for the browser',
  configurationDigest: 'x',
  rightAt: 1,
  isLeftOut: false,
};

let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture();
});

describe('the access token', () => {
  test('is stored as a secret, and only facts about it reach the page', async () => {
    const token = 'the-very-secret-token';
    const saved = await call('saveToken', { token });
    const known = await call('facts');
    expect(saved).toEqual({ kind: 'ok', value: { isSaved: true, hasRefreshBegun: true } });
    expect(known).toMatchObject({
      value: { token: { ownerEmail: 'ada@example.com', lastFour: 'oken' } },
    });
    expect([...fixture.kept.secretStore.values()]).toMatchObject([{ token }]);
    const everywhere = [saved, known, fixture.log, [...fixture.kept.store.entries]];
    expect(JSON.stringify(everywhere)).not.toContain(token);
  });

  test.each([400, 401, 404, 429, 500])(
    'is in no answer or log where a %s repeats it',
    async (status) => {
      const token = 'the-very-secret-token';
      await call('saveToken', { token });
      fixture.forge.service = () => serviceError(status, `What is ${token}?`);
      const answers = [await call('saveToken', { token }), await call('health')];
      const paths = fixture.forge.calls.map(({ path }) => path);
      expect(JSON.stringify([answers, fixture.log, paths])).not.toContain(token);
    },
  );

  test('is asked about with itself, never with the admin’s own grant', async () => {
    await call('saveToken', { token: 'a-token' });
    const asked = fixture.forge.calls.filter(({ target }) => target === 'service');
    expect(new Set(asked.map(({ as }) => as))).toEqual(new Set(['token']));
  });

  test('stays in place where the service refuses a new one', async () => {
    await call('saveToken', { token: 'the-first' });
    fixture.forge.service = () => serviceError(401, 'No.');
    expect(await call('saveToken', { token: 'the-second' })).toMatchObject({
      code: 'TOKEN_REFUSED',
      message: expect.stringMatching(/then save it here\.$/) as string,
    });
    expect(await call('health')).toMatchObject({
      value: {
        token: {
          kind: 'fails',
          isRefused: true,
          message: expect.stringMatching(/under Token\.$/) as string,
        },
      },
    });
    expect([...fixture.kept.secretStore.values()]).toMatchObject([{ token: 'the-first' }]);
  });

  test('isn’t replaced by one that can’t read the objects of a field, unless the admin insists', async () => {
    const place = { projectId: '20001', workTypeId: '30001' };
    fixture.jira.contexts.push({ ...place, configuration });
    await call('saveToken', { token: 'a-token' });
    const events = fixture.kept.queue.waiting.length;
    const { service } = fixture.forge;
    fixture.forge.service = (asked, ...more) =>
      asked.path.endsWith('/search') ? serviceError(404, 'No.') : service(asked, ...more);
    const unreadableFields = ['Asset'];
    expect(await call('saveToken', { token: 'another' })).toEqual({
      kind: 'ok',
      value: { isSaved: false, unreadableFields, blockedIn: [] },
    });
    expect([...fixture.kept.secretStore.values()]).toMatchObject([{ token: 'a-token' }]);
    expect(fixture.kept.queue.waiting).toHaveLength(events);
    const insisting = { token: 'another', isInsistedOn: true };
    expect(await call('saveToken', insisting)).toMatchObject({ value: { isSaved: true } });
    expect(await call('health')).toMatchObject({
      value: { token: { kind: 'works', unreadableFields } },
    });
    expect([...fixture.kept.secretStore.values()]).toMatchObject([{ token: 'another' }]);
  });

  test('is saved where nobody can tell what it reads', async () => {
    const answer = fixture.forge.jira;
    fixture.forge.jira = (asked, ...more) =>
      asked.path.endsWith('/field') ? new Response(null, { status: 503 }) : answer(asked, ...more);
    const saved = await call('saveToken', { token: 'a-token' });
    expect(saved).toMatchObject({ kind: 'ok', value: { isSaved: true } });
    const health = await call('health');
    expect(health).toMatchObject({ value: { token: { kind: 'works' } } });
    expect(health).not.toHaveProperty('value.token.unreadableFields');
  });

  test('counts as saved where the refresh after it can’t begin', async () => {
    fixture.kept.queue.push = () => Promise.reject(new StoreError('UNKNOWN'));
    expect(await call('saveToken', { token: 'a-token' })).toEqual({
      kind: 'ok',
      value: { isSaved: true, hasRefreshBegun: false },
    });
    expect([...fixture.kept.secretStore.values()]).toMatchObject([{ token: 'a-token' }]);
    expect(fixture.log).toEqual([expect.stringContaining('StoreError')]);
  });

  test('is gone with its facts once it is removed', async () => {
    await call('saveToken', { token: 'a-token' });
    await call('removeToken');
    expect(fixture.kept.secretStore.size).toBe(0);
    expect(await call('facts')).toMatchObject({ value: { token: null } });
  });
});

describe('a token that the last refresh found refused', () => {
  const refused = { kind: 'tokenRefused', message: 'It is refused.' } as const;

  async function isTokenRefused(startedAfterMs: number, cannotAsk: typeof refused | undefined) {
    await call('saveToken', { token: 'a-token' });
    const saved = (await call('facts')) as { value: { token: { setAt: number } } };
    const now = saved.value.token.setAt + startedAfterMs;
    const run = newRun({ kind: 'daily', now }, undefined);
    await fixture.kept.store.set('refresh:run', { ...run, phase: 'failed', cannotAsk });
    const known = (await call('facts')) as { value: { isTokenRefused: boolean } };
    return known.value.isTokenRefused;
  }

  test('is shown as refused, unless another one was saved since', async () => {
    expect(await isTokenRefused(1, refused)).toBe(true);
    expect(await isTokenRefused(-1, refused)).toBe(false);
    expect(await isTokenRefused(1, undefined)).toBe(false);
  });
});

describe('stored queries', () => {
  test('come in pages of at most 500, each once, without what the page does not show', async () => {
    for (let index = 0; index < 1_234; index += 1) {
      const query = `Row = ${index}`;
      const hash = queryHash(record.fieldId, query);
      await fixture.kept.store.set(`query:${hash}`, { ...record, query, result });
    }
    const hashes: string[] = [];
    let cursor: string | undefined;
    do {
      const reply = (await call('storedQueries', { cursor })) as {
        value: { rows: { hash: string }[]; nextCursor?: string };
      };
      expect(reply.value.rows.length).toBeLessThanOrEqual(500);
      expect(JSON.stringify(reply)).not.toContain('not for the browser');
      hashes.push(...reply.value.rows.map(({ hash }) => hash));
      cursor = reply.value.nextCursor;
    } while (cursor !== undefined);
    expect(hashes).toHaveLength(1_234);
    expect(new Set(hashes).size).toBe(1_234);
  });

  test('are removed by the queue, and at once where they wait for a result', async () => {
    const hash = queryHash(record.fieldId, 'x');
    const waiting = { askedAt: fixture.clock.nowMs, sources: [] };
    await fixture.kept.store.set(`query:${hash}`, { ...record, query: 'x', waiting });
    await call('removeQuery', { hash });
    expect(await fixture.kept.store.find(`query:${hash}`)).toBeUndefined();
    expect(fixture.kept.queue.waiting.map(({ body }) => body)).toEqual([
      expect.objectContaining({ kind: 'forget', hash }),
    ]);
  });

  test('show that a person ran them while the result waits for the next search, read with one list', async () => {
    const { store } = fixture.kept;
    const now = fixture.clock.nowMs;
    const waiting = { askedAt: now - 700_000, sources: [] };
    const found = { objectCount: 0, computedAt: now };
    const records = {
      taken: { waiting, ready: found },
      over: { waiting, ready: { ...found, computedAt: now - 600_000 } },
      none: { waiting },
      answered: { waiting, result },
    };
    for (const [query, facts] of Object.entries(records)) {
      const hash = queryHash(record.fieldId, query);
      await store.set(`query:${hash}`, { ...record, query, ...facts });
    }
    const lists = store.lists;
    const reply = await call('waitingQueries');
    expect(store.lists - lists).toBe(1);
    const { rows } = (reply as { value: { rows: { query: string; isRun: boolean }[] } }).value;
    expect(Object.fromEntries(rows.map(({ query, isRun }) => [query, isRun]))).toEqual({
      taken: true,
      over: false,
      none: false,
    });
    expect(JSON.stringify(reply)).not.toContain('sources');
  });

  test('are refreshed by one run at a time, which the page sees', async () => {
    const first = await call('startRefresh', { hashes: ['a'.repeat(64)] });
    expect(first).toMatchObject({ value: { kind: 'started', run: { phase: 'list' } } });
    expect(await call('startRefresh')).toMatchObject({ value: { kind: 'busy' } });
    expect(JSON.stringify(first)).not.toContain('aaaa');
    expect(await call('facts')).toMatchObject({ value: { run: { phase: 'list' } } });
    expect(fixture.kept.queue.waiting).toHaveLength(1);
  });
});

describe('fields and connection', () => {
  test('lists the fields of the app alone, with the rights of the admin', async () => {
    const place = { projectId: '20001', workTypeId: '30001' };
    fixture.jira.contexts.push({ ...place, configuration }, { ...place, workTypeId: '30002' });
    expect(await call('fields')).toMatchObject({
      value: {
        fields: [{ name: 'Asset', contextCount: 2, configuredCount: 1, issueCount: 12 }],
      },
    });
    expect(fixture.forge.calls.filter(({ as }) => as === 'app')).toEqual([]);
  });

  test.each([
    ['none of its contexts', [{}, { portal: 'nothing' }], false],
    ['one of its contexts', [{}, { portal: 'labels' }], true],
  ])('says whether a field is open to customers that shows them %s', async (_, stored, isOpen) => {
    const place = { projectId: '20001', workTypeId: '30001' };
    const contexts = stored.map((part) => ({
      ...place,
      configuration: { ...configuration, ...part },
    }));
    fixture.jira.contexts.push(...contexts);
    expect(await call('fields')).toMatchObject({
      value: { fields: [{ name: 'Asset', isOpenToCustomers: isOpen }] },
    });
  });

  test.each([
    ['answers with an error', () => serviceError(500, 'No.'), false],
    ['is not there', () => Promise.reject(new TypeError('fetch failed')), false],
    ['knows nobody', () => serviceError(401, 'No.'), true],
  ])('says whether the service answers at all where it %s', async (_, service, isThere) => {
    fixture.forge.service = service;
    const reply = (await call('health')) as { value: { serviceTrouble?: string } };
    expect(reply.value.serviceTrouble === undefined).toBe(isThere);
    expect(reply.value).toMatchObject({ token: { kind: 'absent' } });
  });
});

describe('the search for an object everywhere', () => {
  test('looks in the label and in the first three text attributes of each type, and shows them', async () => {
    const [typeId, statusId] = [crypto.randomUUID(), crypto.randomUUID()];
    const attributes = ['Name', 'Serial number', 'Host', 'Note', 'Rest'].map((name, index) => ({
      ...{ id: crypto.randomUUID(), name, attributeTypeCode: 'TEXT', isLabel: index === 0 },
    }));
    fixture.forge.service = (asked) =>
      asked.path.startsWith('/public/v1/type/enriched')
        ? pageOf([{ id: typeId, name: 'Laptop', attributes }])
        : answerAsService(asked, [], { typeId, statusId });
    expect(await call('searchEverywhere', { text: 'c02' })).toMatchObject({ kind: 'ok' });
    expect(searchBodies(fixture)).toMatchObject([
      {
        query: 'Label *= "c02" or "Serial number" *= "c02" or "Host" *= "c02" or "Note" *= "c02"',
        attributeIds: attributes.slice(1, 4).map(({ id }) => id),
      },
    ]);
  });
});
