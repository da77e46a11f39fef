import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/app/access/identity';
import type { PortalUse } from '../../../src/app/access/identity';
import { findInvocation } from '../../../src/app/access/invocation';

const inJira = {};
const portalForm = { experience: 'portal-request' };
const portalRequest = { renderContext: 'portal-view' };
const unknownPortalPage = { experience: 'portal-other' };

const ids = { own: 'ada', anonymous: 'unidentified', empty: '', none: undefined } as const;
type Id = keyof typeof ids;
const own: Id = 'own';
const everyId = ['own', 'anonymous', 'empty', 'none'] as const;

const person = { kind: 'person', accountId: 'ada' };
const nobody = { kind: 'nobody' };
const visitor = (page: string, accountId: string | undefined, canAskJira: boolean) => ({
  kind: 'visitor',
  page,
  accountId,
  canAskJira,
});

/** Who someone of an account type is, in Jira and on the portal, with an id of their own. */
const known = [
  ['licensed', person, 'ada', true],
  ['customer', nobody, 'ada', true],
  ['unlicensed', nobody, 'ada', false],
] as const;
const withOwnId = known.flatMap(([accountType, inJiraItself, accountId, canAskJira]) => [
  { accountType, id: own, extension: inJira, caller: inJiraItself },
  {
    accountType,
    id: own,
    extension: portalForm,
    caller: visitor('portal-request', accountId, canAskJira),
  },
  {
    accountType,
    id: own,
    extension: portalRequest,
    caller: visitor('portal-view', accountId, canAskJira),
  },
]);
const pages = [inJira, portalForm, portalRequest, unknownPortalPage];
const combine = (accountTypes: readonly (string | undefined)[], someIds: readonly Id[]) =>
  accountTypes.flatMap((accountType) =>
    someIds.flatMap((id) => pages.map((extension) => ({ accountType, id, extension }))),
  );

/** Signed in without an id of their own, or of a type that nobody knows. */
const unprovable = [
  ...combine(['licensed', 'customer', 'unlicensed'], ['anonymous', 'empty', 'none']),
  ...combine(['partner', 'toString', '', undefined], everyId),
].map((called) => ({ ...called, caller: nobody }));

/** Whatever id they come with: the app can't tell one from another. */
const anonymous = everyId.flatMap((id) => [
  { accountType: 'anonymous', id, extension: inJira, caller: nobody },
  {
    accountType: 'anonymous',
    id,
    extension: portalForm,
    caller: visitor('portal-request', undefined, false),
  },
  {
    accountType: 'anonymous',
    id,
    extension: portalRequest,
    caller: visitor('portal-view', undefined, false),
  },
]);

const onUnknownPages = ['licensed', 'customer', 'unlicensed', 'anonymous'].map((accountType) => ({
  accountType,
  id: own,
  extension: unknownPortalPage,
  caller: nobody,
}));

/** Either name that the platform gives a page makes it one of the portal, the first one first. */
const namedTwice = [
  [{ experience: 'issue-view', renderContext: 'portal-view' }, 'portal-view'],
  [{ experience: 'portal-request', renderContext: 'portal-view' }, 'portal-request'],
  [{ experience: 'portal-view', renderContext: 'issue-view' }, 'portal-view'],
] as const;
const onPagesNamedTwice = namedTwice.map(([extension, page]) => ({
  accountType: 'licensed',
  id: own,
  extension,
  caller: visitor(page, 'ada', true),
}));

describe('Who calls', () => {
  test.each([
    ...withOwnId,
    ...unprovable,
    ...anonymous,
    ...onUnknownPages,
    ...onPagesNamedTwice,
    {
      accountType: 'licensed',
      id: own,
      extension: { experience: 'issue-view', renderContext: 'my-portal' },
      caller: person,
    },
  ])('$accountType, $id id, on $extension: $caller.kind', ({ id, extension, ...called }) => {
    const { accountType, caller } = called;
    const invocation = findInvocation({ accountId: ids[id], accountType, extension });
    expect(invocation && identity.callerOf(invocation)).toEqual(caller);
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
      expect(identity.answerSourceOf({ kind }, field)).toEqual(source);
    },
  );
});
