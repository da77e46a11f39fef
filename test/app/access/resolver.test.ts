import { beforeEach, describe, expect, test } from 'vitest';
import { proxyError } from '../support/forge-runtime';
import { createFixture, requests, serviceError, type Fixture } from '../support/resolver-fixture';
import { answerSourceOf, callerOf, type PortalUse } from '../../../src/app/access/caller';
import { findInvocation } from '../../../src/app/access/invocation';

let fixture: Fixture;
beforeEach(() => {
  fixture = createFixture();
});

test('lets the platform see its own request for consent, from the connect page alone', async () => {
  fixture.forge.grants.clear();
  await expect(
    fixture.call('connect', { asksByItself: false }, { moduleKey: 'connect' }),
  ).rejects.toMatchObject({
    name: 'NEEDS_AUTHENTICATION_ERR',
    serviceKey: 'wds',
  });
});

test('tells whose account is connected', async () => {
  const user = {
    id: '0b0c0d0e-0000-4000-8000-000000000001',
    name: 'Ada',
    email: 'ada@example.com',
  };
  fixture.forge.service = () => Response.json(user);
  expect(await fixture.call('connection', {}, { moduleKey: 'connect' })).toEqual({
    kind: 'ok',
    value: { isConnected: true, name: 'Ada', email: 'ada@example.com' },
  });
  expect(requests(fixture, 'service')).toEqual(['GET /public/v1/user/me']);
});

test.each([
  ['there is no grant', () => fixture.forge.grants.clear()],
  ['the service refuses the grant', () => (fixture.forge.service = () => serviceError(401, 'x'))],
  ['the platform lost the grant', () => (fixture.forge.service = () => proxyError(401))],
])('says that no account is connected where %s', async (_, arrange) => {
  arrange();
  expect(await fixture.call('connection', {}, { moduleKey: 'connect' })).toEqual({
    kind: 'ok',
    value: { isConnected: false, attempt: 'none' },
  });
});

test.each([403, 404])(
  'speaks of the account, not of a field, after a %i of the service',
  async (status) => {
    fixture.forge.service = () => serviceError(status, 'x');
    const reply = await fixture.call('connection', {}, { moduleKey: 'connect' });
    expect(reply).toMatchObject({ kind: 'problem', code: 'ACCOUNT_NOT_KNOWN', canRetry: true });
    expect(JSON.stringify(reply)).not.toContain('field');
  },
);

test('logs one line for a call that failed, and nothing of what was typed or found', async () => {
  const secret = 'canary-4711';
  fixture.forge.service = () => serviceError(400, `Unknown attribute "${secret}"`);
  await fixture.call('search', { text: secret });
  expect(fixture.log).toHaveLength(1);
  expect(JSON.parse(fixture.log[0] ?? '')).toMatchObject({
    functionKey: 'search',
    code: 'QUERY_REFUSED',
    error: 'ServiceError',
  });
  expect(fixture.log.join()).not.toContain(secret);
});

test('logs nothing for a person who has to connect first', async () => {
  fixture.forge.grants.clear();
  await fixture.call('search', { text: '' });
  expect(fixture.log).toEqual([]);
});

test('refuses to work without knowing the installation, and logs where, without the message', async () => {
  expect(await fixture.call('workspaces', {}, { installationId: '' })).toMatchObject({
    kind: 'problem',
    code: 'UNEXPECTED',
  });
  const line = JSON.parse(fixture.log[0] ?? '') as { where: string[] };
  expect(line.where[0]).toMatch(/^at /);
  expect(fixture.log.join()).not.toContain("didn't name an installation");
});

test('answers calls of two people at once with what is theirs', async () => {
  fixture.forge.service = async (_, accountId) => {
    await new Promise((resolve) => setImmediate(resolve));
    return Response.json({
      id: '0b0c0d0e-0000-4000-8000-000000000001',
      name: accountId,
      email: `${accountId ?? ''}@example.com`,
    });
  };
  const accounts = Array.from({ length: 40 }, (_, index) => (index % 2 ? 'ada' : 'ben'));
  const replies = await Promise.all(
    accounts.map((accountId) =>
      fixture.call('connection', {}, { accountId, moduleKey: 'connect' }),
    ),
  );
  expect(replies).toMatchObject(accounts.map((name) => ({ value: { name } })));
});

const inJira = {};
const portalForm = { experience: 'portal-request' };
const portalRequest = { renderContext: 'portal-view' };
const unknownPortalPage = { experience: 'portal-other' };

const ids = { own: 'ada', anonymous: 'unidentified', empty: '', none: undefined } as const;
type Id = keyof typeof ids;
const everyId = ['own', 'anonymous', 'empty', 'none'] as const;

const person = { kind: 'person', accountId: 'ada' };
const nobody = { kind: 'nobody' };
const visitor = (page: string, accountId: string | undefined, canAskJira: boolean) => ({
  kind: 'visitor',
  page,
  accountId,
  canAskJira,
});
const called = (accountType: string | undefined, id: Id, extension: object, caller: object) => ({
  accountType,
  id,
  extension,
  caller,
});

/** Who someone of an account type is, in Jira and on the portal, with an id of their own. */
const known = [
  ['licensed', person, 'ada', true],
  ['customer', nobody, 'ada', true],
  ['unlicensed', nobody, 'ada', false],
] as const;
const withOwnId = known.flatMap(([accountType, inJiraItself, accountId, canAskJira]) => [
  called(accountType, 'own', inJira, inJiraItself),
  called(accountType, 'own', portalForm, visitor('portal-request', accountId, canAskJira)),
  called(accountType, 'own', portalRequest, visitor('portal-view', accountId, canAskJira)),
]);
const pages = [inJira, portalForm, portalRequest, unknownPortalPage];
const nobodyOf = (accountTypes: readonly (string | undefined)[], someIds: readonly Id[]) =>
  accountTypes.flatMap((accountType) =>
    someIds.flatMap((id) => pages.map((page) => called(accountType, id, page, nobody))),
  );

/** Signed in without an id of their own, or of a type that nobody knows. */
const unprovable = [
  ...nobodyOf(['licensed', 'customer', 'unlicensed'], ['anonymous', 'empty', 'none']),
  ...nobodyOf(['partner', 'toString', '', undefined], everyId),
];

/** Whatever id they come with: the app can't tell one from another. */
const anonymous = everyId.flatMap((id) => [
  called('anonymous', id, inJira, nobody),
  called('anonymous', id, portalForm, visitor('portal-request', undefined, false)),
  called('anonymous', id, portalRequest, visitor('portal-view', undefined, false)),
]);

const onUnknownPages = ['licensed', 'customer', 'unlicensed', 'anonymous'].map((accountType) =>
  called(accountType, 'own', unknownPortalPage, nobody),
);

/** Either name that the platform gives a page makes it one of the portal, the first one first. */
const namedTwice = [
  [{ experience: 'issue-view', renderContext: 'portal-view' }, 'portal-view'],
  [{ experience: 'portal-request', renderContext: 'portal-view' }, 'portal-request'],
  [{ experience: 'portal-view', renderContext: 'issue-view' }, 'portal-view'],
] as const;
const onPagesNamedTwice = namedTwice.map(([extension, page]) =>
  called('licensed', 'own', extension, visitor(page, 'ada', true)),
);

describe('Who calls', () => {
  test.each([
    ...withOwnId,
    ...unprovable,
    ...anonymous,
    ...onUnknownPages,
    ...onPagesNamedTwice,
    called('licensed', 'own', { experience: 'issue-view', renderContext: 'my-portal' }, person),
  ])('$accountType, $id id, on $extension: $caller.kind', ({ id, extension, ...told }) => {
    const { accountType, caller } = told;
    const invocation = findInvocation({ accountId: ids[id], accountType, extension });
    expect(invocation && callerOf(invocation)).toEqual(caller);
  });
});

const uses = [undefined, 'nothing', 'labels', 'attributes'] as const;
const storedLabels = (because: string) => ({ kind: 'storedLabels', because });
const sourceForVisitor = (portal: PortalUse | undefined, hasToken: boolean) => {
  if (portal === undefined || portal === 'nothing') return storedLabels('portalUseIsOff');
  return hasToken ? { kind: 'adminToken', shows: portal } : storedLabels('noToken');
};
const decided = uses.flatMap((portal) =>
  [true, false].flatMap(
    (hasToken) =>
      [
        { kind: 'person', portal, hasToken, source: { kind: 'ownGrant' } },
        { kind: 'nobody', portal, hasToken, source: { kind: 'refused' } },
        { kind: 'visitor', portal, hasToken, source: sourceForVisitor(portal, hasToken) },
      ] as const,
  ),
);

describe('Where an answer comes from', () => {
  test.each(decided)(
    'to a $kind, where the portal shows $portal and a token is there: $hasToken',
    ({ kind, source, ...field }) => {
      expect(answerSourceOf({ kind }, field)).toEqual(source);
    },
  );
});
