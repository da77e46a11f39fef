import { beforeAll, describe, expect, test } from 'vitest';
import {
  cascade,
  configuration,
  createFixture,
  onCascade,
  onIssue,
  requests,
  uuid,
  type Fixture,
} from '../support/resolver-fixture';
import { portalPageOf } from '../support/portal';
import { calledFunctions, screens, selections, tabContent } from '../support/resolver-functions';

/** Stands in every payload, to be found nowhere else. */
const canary = 'canary-4711';
type Fields = Readonly<Record<string, unknown>>;

/** What nobody may send, made of what a function takes. */
const spoilt: readonly (readonly [string, (payload: Fields) => unknown])[] = [
  ['a list', (payload) => [payload, canary]],
  ['a text', () => canary],
  ['another field', (payload) => ({ ...payload, fieldId: 'customfield_10099', canary })],
  ['another issue', (payload) => ({ ...payload, issueId: '99999', canary })],
  ['another project', (payload) => ({ ...payload, projectId: '99999', canary })],
  ['a configuration', (payload) => ({ ...payload, configuration, canary })],
  [
    'an own key __proto__',
    (payload) =>
      JSON.parse(
        `{"__proto__":{"x":"${canary}"},${JSON.stringify(payload).slice(1)}`.replace(',}', '}'),
      ) as unknown,
  ],
  ['a key constructor', (payload) => ({ ...payload, constructor: canary })],
];

/** Values of each kind that are wrong for every field of every payload. */
const wrongValues = [null, 7, { canary }, [[canary]], `${canary}${'x'.repeat(20_001)}`];

const listOf = <Entry>(count: number, entry: Entry) => Array.from({ length: count }, () => entry);
const inWorkspace = { workspaceId: uuid(900), attributes: [] };
const [level] = cascade.levels;
const [onCountry] = selections;
const longQuery = { ...level, query: 'x'.repeat(20_001) };
const longPath = { levelId: uuid(801), objects: listOf(1_001, onCountry?.objects[0]) };
const withWorkspace = { ...onCountry, workspaceId: uuid(1) };
const ofTab = { tabId: uuid(1), parentOrigin: 'https://forge.example' };

const tooMuch = [
  ['view', { objectIds: listOf(1_001, 'x') }],
  ['view', { objectIds: ['x'.repeat(256)] }],
  ['search', { text: 'x'.repeat(256) }],
  ['cascadeSearch', { levelId: uuid(801), text: 'x'.repeat(256), selections: [] }],
  ['cascadeSearch', { levelId: 'no-uuid', text: '', selections: [] }],
  ['cascadeSearch', { levelId: uuid(801), text: '', selections: listOf(11, onCountry) }],
  ['cascadeAllowed', { changedLevelId: uuid(801), selections: [longPath] }],
  ['cascadeAllowed', { changedLevelId: uuid(801), selections: [withWorkspace] }],
  ['cascadeCheck', { ...inWorkspace, levels: [] }],
  ['cascadeCheck', { ...inWorkspace, levels: listOf(11, level) }],
  ['cascadeCheck', { ...inWorkspace, levels: [longQuery] }],
  ['object', { objectId: '") or (Label ~ "' }],
  ['saveToken', { token: '' }],
  ['saveToken', { token: 'x'.repeat(1_001) }],
  ['removeQuery', { hash: 'x'.repeat(64) }],
  ['removeQuery', { hash: `../${'a'.repeat(61)}` }],
  ['runSearch', { hash: 'query:1' }],
  ['startRefresh', { hashes: [] }],
  ['startRefresh', { hashes: ['a'] }],
  ['startRefresh', { hashes: listOf(501, 'a'.repeat(64)) }],
  ['storedQueries', { cursor: 7 }],
  ['storedQueries', { cursor: 'x'.repeat(2_001) }],
  ['waitingQueries', { cursor: '' }],
  ['addTab', { ...tabContent, name: 'x'.repeat(10_000) }],
  ['addTab', { ...tabContent, name: 'x'.repeat(101) }],
  ['addTab', { ...tabContent, name: '   ' }],
  ['addTab', { ...tabContent, name: 'two\nlines' }],
  ['addTab', { ...tabContent, pageId: '../../workspace' }],
  ['addTab', { ...tabContent, tabId: uuid(1) }],
  ['openTab', { ...ofTab, tabId: `project-pages:${uuid(1)}` }],
  ['openTab', { ...ofTab, siteId: uuid(1) }],
  ['openTab', { ...ofTab, parentOrigin: `https://${'x'.repeat(250)}` }],
] as const;

let fixture: Fixture;

/** One answer, one line in the log, nothing of what was sent, and nothing done. */
async function expectRefusal(
  called: Pick<(typeof calledFunctions)[number], 'module' | 'functionKey' | 'resolver' | 'policy'>,
  payload: unknown,
) {
  const { module, functionKey, resolver } = called;
  const extension = portalPageOf(called);
  const page = extension ? { extension } : {};
  fixture.forge.calls.length = 0;
  fixture.log.length = 0;
  const reply = await fixture.call(functionKey, payload, { ...screens[module], ...page, resolver });
  expect(reply).toEqual({
    kind: 'problem',
    code: 'BAD_REQUEST',
    message: expect.any(String) as string,
    canRetry: false,
  });
  expect(requests(fixture, 'service')).toEqual([]);
  expect(fixture.forge.calls.filter(({ as }) => as === 'app')).toEqual([]);
  expect(fixture.log).toHaveLength(1);
  expect(JSON.parse(fixture.log[0] ?? '')).toMatchObject({ code: 'BAD_REQUEST' });
  expect(JSON.stringify([reply, fixture.log])).not.toContain(canary);
}

describe('a payload that no screen sends is refused, logged once, and told to nobody', () => {
  beforeAll(() => {
    fixture = createFixture();
  });

  test.each(calledFunctions)('$functionKey from $module: another shape', async (called) => {
    for (const [, spoil] of spoilt) {
      await expectRefusal(called, spoil(called.payload));
    }
  });

  test.each(calledFunctions.filter(({ payload }) => Object.keys(payload).length > 0))(
    '$functionKey from $module: a field that is missing or of another type',
    async (called) => {
      for (const field of Object.keys(called.payload)) {
        const rest = Object.entries(called.payload).filter(([name]) => name !== field);
        const wrong = wrongValues.map((value) => ({ ...called.payload, [field]: value }));
        for (const payload of [Object.fromEntries(rest), ...wrong]) {
          await expectRefusal(called, payload);
        }
      }
    },
  );

  test.each(tooMuch)('%s: %.60j', async (functionKey, payload) => {
    const called = calledFunctions.find((one) => one.functionKey === functionKey);
    const anyone = { module: 'connect', policy: 'licensed', functionKey } as const;
    await expectRefusal(called ?? anyone, payload);
  });
});

describe('function keys that are none', () => {
  test.each([
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    '__proto__',
    'isPrototypeOf',
    canary,
    '',
  ])('%j is refused, logged once, and not written down', async (functionKey) => {
    const fixture = createFixture();
    const reply = await fixture.call(functionKey, {});
    expect(reply).toMatchObject({ kind: 'problem', code: 'BAD_REQUEST', canRetry: false });
    expect(fixture.log).toHaveLength(1);
    expect(JSON.parse(fixture.log[0] ?? '')).toMatchObject({ functionKey: 'unknown' });
  });
});

describe('an id of a work item or a project', () => {
  const wrongNumbers = ['0', '010001', '-1', '1.5', '1234567890123456'];
  const hostileIds = [...wrongNumbers, 'x10001', '10001x', '10001 or 1=1'];
  const places = [
    ['work item', (id: string) => ({ ...onIssue, issue: { id } })],
    ['work type', (id: string) => ({ ...onIssue, issue: { id: '10001', typeId: id } })],
    ['project', (id: string) => ({ ...onIssue, project: { id } })],
  ] as const;
  const cases = places.flatMap(([name, at]) => hostileIds.map((id) => ({ name, id, at })));

  test.each(cases)('that is $id is refused for a $name, asking nothing', async ({ id, at }) => {
    const fixture = createFixture();
    const extension = at(id);
    const reply = await fixture.call('field', {}, { ...screens['workspace-object'], extension });
    expect(reply).toMatchObject({ kind: 'problem', code: 'BAD_REQUEST' });
    expect(requests(fixture, 'service')).toEqual([]);
    expect(requests(fixture, 'jira')).toEqual([]);
  });
});

describe("another field's id", () => {
  test.each([
    ['the object field', 'field', screens['workspace-object'], cascade],
    ['the cascade', 'cascadeField', screens['workspace-cascade'], configuration],
  ])('gives %s no use of the other kind’s configuration', async (_, functionKey, screen, other) => {
    const fixture = createFixture();
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration: other });
    const reply = await fixture.call(functionKey, {}, { ...screen, extension: onIssue });
    expect(reply).toMatchObject({ kind: 'problem', code: 'CONFIGURATION_UNREADABLE' });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  test('does not let a level of another configuration be searched', async () => {
    const fixture = createFixture();
    const payload = { levelId: uuid(899), text: '', selections: [] };
    expect(await fixture.call('cascadeSearch', payload, onCascade)).toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect(requests(fixture, 'service')).toEqual([]);
  });
});

/** The picker's first page, where the platform or the service answers its search like this. */
async function searchAnswered(answer: () => Response) {
  const fixture = createFixture();
  fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
  fixture.forge.service = answer;
  const reply = await fixture.call('search', { text: '' }, { extension: onIssue });
  return { reply, calls: fixture.forge.calls.filter(({ target }) => target === 'service') };
}

const refusedByProxy = (status: number) => () =>
  new Response(null, { status, headers: { 'forge-proxy-error': 'REFUSED' } });

test.each([401, 403])(
  'asks the person to connect again where the platform itself refuses the grant with %i',
  async (status) => {
    const { reply } = await searchAnswered(refusedByProxy(status));
    expect(reply).toEqual({ kind: 'consent' });
  },
);

test.each([400, 404, 500, 502, 504])(
  'says that the service can’t be reached where the platform itself fails with %i',
  async (status) => {
    const { reply } = await searchAnswered(refusedByProxy(status));
    expect(reply).toMatchObject({ kind: 'problem', code: 'SERVICE_UNREACHABLE' });
  },
);

test.each([301, 302, 307, 308])(
  'takes a redirect %i for a fault of the service',
  async (status) => {
    const headers = { location: 'https://elsewhere.example.com/' };
    const { reply, calls } = await searchAnswered(() => new Response(null, { status, headers }));
    expect(reply).toMatchObject({ kind: 'problem', code: 'SERVICE_UNREACHABLE' });
    expect(calls.map(({ redirect }) => redirect)).toEqual(calls.map(() => 'manual'));
    expect(calls).not.toEqual([]);
  },
);
