import { beforeEach, describe, expect, test } from 'vitest';
import { callShares } from '../../../src/app/access/call-pool';
import { createPortal, found, onForm, onRequest, type Portal } from '../support/portal';
import { requests, searchBodies, serviceError, uuid } from '../support/resolver-fixture';
import { keptToken } from '../support/resolver-functions';
import { portalUse, portalUses } from '../../../src/app/portal/portal-contract';

const limit = (seconds: number) => ({
  ...{ kind: 'problem', code: 'PORTAL_LIMIT', canRetry: true },
  message: 'There were too many searches in a short time.',
  detail: `Try again in ${seconds} seconds.`,
  retryAfterSeconds: seconds,
});

function search(
  portal: ReturnType<typeof createPortal>,
  accountId: string,
  accountType = 'customer',
) {
  portal.jira.desks.get('1')?.people.add(accountId);
  const caller = { moduleKey: 'workspace-object', extension: onForm, accountId, accountType };
  return portal.call('portalSearch', { text: 'm' }, caller);
}

/** Searches until the portal refuses, and returns how often it didn't. */
async function searchAll(count: number, search: (index: number) => Promise<unknown>) {
  const replies = [];
  for (let index = 0; index < count; index += 1) replies.push(await search(index));
  return served(replies);
}

const served = (replies: readonly unknown[]) =>
  replies.filter((reply) => (reply as { kind: string }).kind === 'ok').length;

let portal: Portal;
beforeEach(() => {
  portal = createPortal();
  portal.clock.nowMs = 60_000 * 1_000;
});

describe('how often the portal asks the service', () => {
  test('is limited for one person, however many keystrokes come at once', async () => {
    portal.clock.nowMs += 17_500;
    const keystrokes = Array.from({ length: 300 }, () => search(portal, 'cora'));
    const replies = await Promise.all(keystrokes);
    expect(served(replies)).toBe(callShares.account);
    expect(requests(portal, 'service')).toHaveLength(callShares.account);
    // A call counts for six minutes from the half minute in which it was made.
    expect(replies.at(-1)).toEqual(limit(360 - 17.5 + 0.5));
  });

  test('is limited for one person in any 300 seconds, and as soon as that helps no more', async () => {
    const ofCora = () => search(portal, 'cora');
    expect(await searchAll(150, ofCora)).toBe(150);
    portal.clock.nowMs += 200_000;
    expect(await searchAll(60, ofCora)).toBe(50);
    expect(await ofCora()).toEqual(limit(160));
    expect(await search(portal, 'colin')).toMatchObject({ kind: 'ok' });
    portal.clock.nowMs += 160_000;
    expect(await searchAll(160, ofCora)).toBe(150);
  });

  test('leaves 200 calls to searches, however many people search', async () => {
    expect(await searchAll(850, (index) => search(portal, `customer-${index % 5}`))).toBe(800);
  });

  test('is one allowance for all visitors without an account, so that they use up nobody else’s', async () => {
    const other = { ...onForm, portal: { id: 2 }, request: { typeId: 9 } };
    const ofVisitor = (index: number) =>
      portal.ask(
        'portalSearch',
        { text: 'm' },
        { as: 'an anonymous visitor', extension: index % 2 === 0 ? onForm : other },
      );
    expect(await searchAll(420, ofVisitor)).toBe(callShares.visitors);
    expect(await search(portal, 'cora')).toMatchObject({ kind: 'ok' });
  });

  test('costs a read and a write for each further search, and nothing for one of a person who was refused before', async () => {
    await search(portal, 'cora');
    const { store } = portal.kept;
    const [reads, size] = [store.reads, store.entries.size];
    await search(portal, 'cora');
    expect(store.reads - reads).toBe(1);
    expect(store.entries.size - size).toBe(1);
    await searchAll(200, () => search(portal, 'cora'));
    const readsBefore = store.reads;
    await search(portal, 'cora');
    expect(store.reads).toBe(readsBefore);
  });

  test('names nobody in the storage', async () => {
    await search(portal, 'cora');
    expect(JSON.stringify([...portal.kept.store.entries])).not.toContain('cora');
  });

  test('is nothing where the storage fails', async () => {
    portal.kept.store.setIfAbsent = () => Promise.reject(new Error('down'));
    expect(await search(portal, 'cora')).toMatchObject({ kind: 'problem' });
    expect(requests(portal, 'service')).toEqual([]);
  });
});

describe('why a customer could choose nothing', () => {
  const ask = (portal: ReturnType<typeof createPortal>) =>
    portal.call(
      'portalNote',
      {},
      { extension: { ...onRequest, experience: 'issue-view', renderContext: 'issue-view' } },
    );
  const note = (text: string) => ({
    kind: 'ok',
    value: { note: expect.stringContaining(text) as string },
  });

  test.each([
    ['portal use is off', { differs: { portal: 'nothing' } }, 'shows nothing on the portal'],
    ['no token is saved', { token: null }, 'no access token is saved'],
    [
      'the token has expired',
      { token: { ...keptToken, facts: { ...keptToken.facts, expiresAt: 10 } } },
      'has expired',
    ],
  ])('is told to an agent where %s', async (_, options, text) => {
    expect(await ask(createPortal(options))).toEqual(note(text));
  });

  test.each([
    [401, 'doesn’t accept the access token'],
    [404, 'has no access to this field’s workspace'],
    [400, 'query doesn’t work'],
  ])('is told to an agent once the service has answered %i', async (status, text) => {
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
    portal.forge.service = () => serviceError(status, 'No');
    await portal.ask('portalSearch', { text: '' });
    expect(await ask(portal)).toEqual(note(text));
    portal.kept.secretStore.set('admin-token', {
      ...keptToken,
      facts: { ...keptToken.facts, setAt: 7 },
    });
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
  });

  test('is empty on a work item that isn’t a request, or whose form doesn’t show the field', async () => {
    const portal = createPortal({ token: null });
    portal.jira.requests.set('10001', {
      ...{ serviceDeskId: '1', requestTypeId: '8' },
      people: new Set(['ada']),
    });
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
    portal.jira.requests.clear();
    expect(await ask(portal)).toEqual({ kind: 'ok', value: { note: null } });
  });
});

test.each(portalUses)('an admin can let the portal show %s of a field', (use) => {
  expect(portalUse.parse(use)).toBe(use);
});

test.each(['everything', '', null, undefined, true])('%j isn’t a use of the portal', (use) => {
  expect(portalUse.safeParse(use).success).toBe(false);
});

describe('An object field on the portal whose searched attribute was renamed', () => {
  const status = { attributeId: uuid(902), name: 'Status', attributeTypeCode: 'TEXT' };
  const differs = { attributes: [status], searchedAttributes: [status] };
  const search = async (answers: Response[]) => {
    const portal = createPortal({ differs });
    portal.forge.service = () => answers.shift() ?? serviceError(503, 'Asked too often');
    return { portal, reply: await portal.ask('portalSearch', { text: 'secret' }) };
  };
  const object = (label: string, ...values: string[]) => ({
    ...{ id: uuid(1), label },
    values: values.map((value) => ({ valueId: uuid(77), value })),
  });
  const named = (label: string) => ({ kind: 'ok', value: { objects: [{ label }], total: 1 } });

  test('finds nothing by a hidden attribute that has its name now', async () => {
    const both = found([object('MacBook', 'In use'), object('Box', 'Secret')]);
    expect((await search([both])).reply).toMatchObject(named('Box'));
  });

  test('finds by a part of what the portal shows, but nothing by a hidden attribute', async () => {
    const all = [object('MacBook', 'Unsecrets'), object('Unsecret', 'x'), object('Mac', 'y')];
    expect((await search([found(all)])).reply).toMatchObject({
      kind: 'ok',
      value: { objects: [{ label: 'MacBook' }, { label: 'Unsecret' }], total: 2 },
    });
  });

  test('counts by the label alone where there are too many to tell them apart', async () => {
    const first = found([object('MacBook', 'In use')], 73);
    const { portal, reply } = await search([first, found([object('Secret Mac')])]);
    expect(reply).toMatchObject(named('Secret Mac'));
    expect(searchBodies(portal)[1]?.query).toBe('Kind = Laptop and Label *= "secret"');
  });

  test('searches the label alone where nothing has its name any more', async () => {
    const unknown = serviceError(400, 'No attribute "Status".');
    const { portal, reply } = await search([unknown, found([object('Secret Mac')])]);
    expect(reply).toMatchObject(named('Secret Mac'));
    expect(searchBodies(portal)[1]?.query).toBe('Kind = Laptop and Label *= "secret"');
  });
});
