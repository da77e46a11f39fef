import { describe, expect, test } from 'vitest';
import {
  createFixture,
  onAdmin,
  onCascade,
  onObject,
  onProjectPage,
  requests,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';

const payload = { objectId: uuid(1) };
const clause = `"cf[10010].ObjectId" in ("${uuid(1)}")`;
const ari = (module: string) =>
  `ari:cloud:ecosystem::extension/the-app/the-environment/static/${module}`;

function giveFields(fixture: Fixture, ...kinds: string[]): void {
  const fields = kinds.map((kind, index) => ({
    id: `customfield_${10010 + index}`,
    name: `Field ${index}`,
    schema: { custom: ari(kind) },
  }));
  const { answer } = fixture.jira;
  fixture.forge.jira = (call, accountId) =>
    call.path === '/rest/api/3/field' ? Response.json(fields) : answer(call, accountId);
}

const jqlOf = (reply: unknown) => {
  const { address } = (reply as { value: { address: string } }).value;
  return new URL(address, 'https://site.example').searchParams.get('jql');
};

describe('the work items with an object', () => {
  test.each([
    ['the object field', onObject, 'field', { count: 12 }],
    ['the cascade', onCascade, 'field', { count: 12 }],
    ['the project page', onProjectPage, 'project', {}],
  ] as const)('are found by a search that %s links', async (_, screen, resolver, counted) => {
    const fixture = createFixture();
    const reply = await fixture.call('workItems', payload, { ...screen, resolver });
    expect(reply).toEqual({
      kind: 'ok',
      value: { address: `/issues/?jql=${encodeURIComponent(clause)}`, ...counted },
    });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test('are looked for in every field that the person sees, in a cascade on every level', async () => {
    const fixture = createFixture();
    giveFields(fixture, 'workspace-object', 'workspace-cascade', 'another-app');
    expect(jqlOf(await fixture.call('workItems', payload))).toBe(
      `${clause} or "cf[10011].PathId" in ("${uuid(1)}")`,
    );
    const asked = fixture.forge.calls.filter(({ target }) => target === 'jira');
    expect(new Set(asked.map(({ as }) => as))).toEqual(new Set(['user']));
  });

  test('are counted as the person, in one call of Jira once their fields are known', async () => {
    const fixture = createFixture();
    const count = 'POST /rest/api/3/search/approximate-count';
    await fixture.call('workItems', payload);
    expect(requests(fixture, 'jira').at(-1)).toBe(count);
    const before = requests(fixture, 'jira').length;
    expect(await fixture.call('workItems', { objectId: uuid(2) })).toMatchObject({
      value: { count: 12 },
    });
    expect(requests(fixture, 'jira').slice(before)).toEqual([count]);
    const asked = fixture.forge.calls.filter(({ target }) => target === 'jira');
    expect(new Set(asked.map(({ as }) => as))).toEqual(new Set(['user']));
  });

  test('are looked for in the fields that this person sees, nobody else’s, and anew after a minute', async () => {
    const fixture = createFixture();
    const listed = () =>
      requests(fixture, 'jira').filter((request) => request.endsWith('/api/3/field')).length;
    await fixture.call('workItems', payload);
    await fixture.call('workItems', payload, { accountId: 'ben' });
    await fixture.call('workItems', payload, { installationId: 'another site' });
    expect(listed()).toBe(3);
    fixture.clock.nowMs += 61_000;
    await fixture.call('workItems', payload);
    expect(listed()).toBe(4);
  });

  test('are linked without a number where Jira refuses to count', async () => {
    const fixture = createFixture();
    const { answer } = fixture.jira;
    fixture.forge.jira = (call, accountId) =>
      call.path.endsWith('/approximate-count')
        ? Response.json({ errorMessages: ['No'] }, { status: 429 })
        : answer(call, accountId);
    const reply = await fixture.call('workItems', payload);
    expect(jqlOf(reply)).toBe(clause);
    expect(reply).not.toHaveProperty('value.count');
  });

  test('have no search where there is no field, or more than an address holds', async () => {
    for (const kinds of [[], Array.from({ length: 100 }, () => 'workspace-object')]) {
      const fixture = createFixture();
      giveFields(fixture, ...kinds);
      expect(await fixture.call('workItems', payload)).toEqual({ kind: 'ok', value: {} });
    }
  });

  test('are looked for in the other fields where Jira can’t search one', async () => {
    const fixture = createFixture();
    giveFields(fixture, 'workspace-object', 'workspace-cascade');
    const answer = fixture.forge.jira;
    fixture.forge.jira = (call, accountId) =>
      call.path.startsWith('/rest/api/3/jql/parse') && JSON.stringify(call.body).includes('10011')
        ? Response.json({ queries: [] })
        : answer(call, accountId);
    expect(jqlOf(await fixture.call('workItems', payload))).toBe(clause);
  });

  test.each(['x', '" or project = SECRET or "', '', 1, null])(
    'are looked for by no other text than an id: %j',
    async (objectId) => {
      const fixture = createFixture();
      expect(await fixture.call('workItems', { objectId })).toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

describe('where an object is used, for an admin', () => {
  const find = (fixture: Fixture, sought: string) =>
    fixture.call('holders', { sought }, { ...onAdmin, resolver: 'admin' });

  function countingFixture() {
    const fixture = createFixture();
    giveFields(fixture, 'workspace-cascade', 'workspace-object');
    const answer = fixture.forge.jira;
    const counted: string[] = [];
    fixture.forge.jira = (call, accountId) => {
      if (call.path !== '/rest/api/3/search/approximate-count') return answer(call, accountId);
      counted.push(`${call.as}: ${(call.body as { jql: string }).jql}`);
      return Response.json({ count: counted.length });
    };
    return { fixture, counted };
  }

  test('is counted as the app in each field by id, and linked as a search of the admin', async () => {
    const { fixture, counted } = countingFixture();
    const clauses = [
      `"cf[10010].PathId" in ("${uuid(1)}")`,
      `"cf[10011].ObjectId" in ("${uuid(1)}")`,
    ];
    expect(await find(fixture, ` ${uuid(1).toUpperCase()} `)).toEqual({
      kind: 'ok',
      value: {
        fields: clauses.map((jql, index) => ({
          fieldId: `customfield_${10010 + index}`,
          name: `Field ${index}`,
          count: index + 1,
          address: `/issues/?jql=${encodeURIComponent(jql)}`,
        })),
      },
    });
    expect(counted).toEqual(clauses.map((jql) => `app: ${jql}`));
  });

  test('is counted by the stored label, whatever it holds', async () => {
    const { fixture, counted } = countingFixture();
    await find(fixture, 'Mac") or project = SECRET or x in ("\\');
    expect(counted[1]).toBe(
      'app: "cf[10011].Label" in ("Mac\\") or project = SECRET or x in (\\"\\\\")',
    );
  });

  test('is nothing for a text that no label can be', async () => {
    const { fixture, counted } = countingFixture();
    expect(await find(fixture, '\ud800')).toEqual({ kind: 'ok', value: { fields: [] } });
    expect(await find(fixture, '   ')).toEqual({ kind: 'ok', value: { fields: [] } });
    expect(counted).toEqual([]);
  });
});
