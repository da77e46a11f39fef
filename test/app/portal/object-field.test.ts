import { describe, expect, test } from 'vitest';
import {
  createPortal,
  laptop,
  onForm,
  onRequest,
  visitors,
  type VisitorName,
} from '../support/portal';
import {
  configuration,
  requests,
  searchBodies,
  serviceError,
  uuid,
} from '../support/resolver-fixture';

const refused = { kind: 'problem', code: 'NOT_ALLOWED' };
const closed = {
  ...{ kind: 'problem', code: 'PORTAL_CLOSED', canRetry: false },
  message: 'You can’t choose anything here at the moment. You can send your request without it.',
};
const everyone = Object.keys(visitors) as VisitorName[];

describe('what an object field offers on a portal form', () => {
  test.each(everyone)('is found for %s with the admin’s token, within the query', async (as) => {
    const portal = createPortal();
    portal.objects.push({
      id: uuid(2),
      label: 'Mac of the CEO',
      references: { Kind: ['Secret'] },
    });
    expect(await portal.ask('portalSearch', { text: 'mac' }, { as })).toEqual({
      kind: 'ok',
      value: { objects: [{ ...laptop, attributes: [] }], total: 1 },
    });
    const sent = portal.forge.calls.filter(({ target }) => target === 'service');
    expect(sent).toMatchObject([{ as: 'token', headers: { authorization: 'Bearer a-token' } }]);
    expect(searchBodies(portal)).toMatchObject([
      { query: 'Kind = Laptop and Label *= "mac"', typeId: configuration.typeId },
    ]);
  });

  test.each([
    ['labels', []],
    ['attributes', configuration.attributes.map(({ attributeId }) => attributeId)],
  ])('asks for no attributes but those that %s shows', async (use, attributeIds) => {
    const portal = createPortal({ differs: { portal: use } });
    await portal.ask('portalSearch', { text: '' });
    expect(searchBodies(portal)).toMatchObject([{ attributeIds }]);
  });

  test.each([
    ['labels', 'Label *= "mac"'],
    ['attributes', '(Label *= "mac" or "Status" *= "mac")'],
  ])('is searched by no attributes but those that %s shows', async (portalUse, searched) => {
    const status = { attributeId: uuid(902), name: 'Status' };
    const hidden = { attributeId: uuid(903), name: 'Serial number' };
    const portal = createPortal({
      differs: {
        portal: portalUse,
        attributes: [status],
        searchedAttributes: [status, hidden],
      },
    });
    portal.objects.length = 0;
    await portal.ask('portalSearch', { text: 'mac' });
    expect(searchBodies(portal)).toMatchObject([{ query: `Kind = Laptop and ${searched}` }]);
  });

  test('shows the symbol of the type', async () => {
    const portal = createPortal();
    portal.objects.splice(0, 1, {
      ...{ id: uuid(1), label: 'MacBook', symbol: '💻', references: { Kind: ['Laptop'] } },
    });
    expect(await portal.ask('portalSearch', { text: 'mac' })).toMatchObject({
      value: { objects: [{ label: 'MacBook', symbol: '💻' }] },
    });
  });

  test('shows a person’s name and neither their id nor their email', async () => {
    const attributes = [{ attributeId: uuid(902), name: 'Owner', attributeTypeCode: 'USER' }];
    const portal = createPortal({ differs: { attributes } });
    const details = { name: 'Ada', email: 'ada@example.com' };
    portal.objects.splice(0, portal.objects.length, {
      ...{ id: uuid(1), label: 'MacBook', references: { Kind: ['Laptop'] } },
      values: [
        { valueId: uuid(77), value: uuid(78), details },
        { valueId: uuid(79), value: uuid(80), details: { email: 'bob@example.com' } },
        { valueId: uuid(81), value: uuid(82) },
      ],
    });
    const owner = { name: 'Owner', values: [{ value: 'Ada' }] };
    expect(await portal.ask('portalSearch', { text: '' })).toEqual({
      kind: 'ok',
      value: { objects: [{ ...laptop, attributes: [owner] }], total: 1 },
    });
  });

  test.each([
    ['portal use is off', { differs: { portal: 'nothing' } }],
    ['the configuration is of a version before portal use', { differs: { portal: undefined } }],
    ['no token is saved', { token: null }],
  ])('is nothing where %s, and the service isn’t asked', async (_, options) => {
    const portal = createPortal(options);
    for (const functionKey of ['portalField', 'portalSearch']) {
      const payload = functionKey === 'portalSearch' ? { text: '' } : {};
      expect(await portal.ask(functionKey, payload)).toEqual(closed);
    }
    expect(requests(portal, 'service')).toEqual([]);
  });

  test('is nothing any more once the token is taken away while the form is open', async () => {
    const portal = createPortal();
    expect(await portal.ask('portalSearch', { text: 'm' })).toMatchObject({ kind: 'ok' });
    portal.kept.secretStore.delete('admin-token');
    expect(await portal.ask('portalSearch', { text: 'ma' })).toEqual(closed);
  });

  test('is nothing within a minute after an admin closes it, however often it is asked for', async () => {
    const portal = createPortal();
    await portal.ask('portalSearch', { text: '' });
    const [context] = portal.jira.contexts;
    portal.jira.contexts.splice(0, 1, { ...context!, configuration });
    for (let seconds = 0; seconds < 60; seconds += 20) {
      expect(await portal.ask('portalSearch', { text: '' })).toMatchObject({ kind: 'ok' });
      portal.clock.nowMs += 20_001;
    }
    expect(await portal.ask('portalSearch', { text: '' })).toEqual(closed);
  });

  test.each([
    ['refuses the token', 401, closed],
    ['hides the workspace', 404, closed],
    ['refuses the query, in words that only admins may read', 400, closed],
    ['has too much to do', 429, { kind: 'problem', code: 'PORTAL_UNREACHABLE', canRetry: true }],
    ['fails', 503, { kind: 'problem', code: 'PORTAL_UNREACHABLE', canRetry: true }],
  ])('is explained in neutral words where the service %s', async (_, status, reply) => {
    const portal = createPortal();
    portal.forge.service = () => serviceError(status, 'Secret of the service');
    const answered = await portal.ask('portalSearch', { text: '' });
    expect(answered).toMatchObject(reply);
    expect(JSON.stringify(answered)).not.toContain('Secret');
  });

  test('says how long the service asks to be left alone', async () => {
    const portal = createPortal();
    const busy = serviceError(429, 'Busy');
    busy.headers.set('retry-after', '30');
    portal.forge.service = () => busy;
    expect(await portal.ask('portalSearch', { text: '' })).toMatchObject({
      ...{ code: 'PORTAL_UNREACHABLE', retryAfterSeconds: 30 },
    });
  });
});

describe('what nobody gets from a portal', () => {
  test.each([
    ['a form that doesn’t show the field', { ...onForm, request: { typeId: 8 } }],
    ['another field', { ...onForm, fieldId: 'customfield_10099' }],
    ['a request type that isn’t there', { ...onForm, request: { typeId: 99 } }],
    ['a request type of another service desk', { ...onForm, request: { typeId: 9 } }],
    ['a project in the place of a service desk', { ...onForm, portal: { id: 20001 } }],
  ])('an answer for %s', async (_, extension) => {
    for (const as of everyone) {
      const portal = createPortal();
      expect(await portal.ask('portalSearch', { text: '' }, { as, extension })).toMatchObject(
        refused,
      );
      expect(requests(portal, 'service')).toEqual([]);
    }
  });

  test.each([
    ['a service desk', { ...onForm, portal: { id: 77 } }],
    ['a request type', { ...onForm, request: { typeId: 99 } }],
    ['a field of the form', { ...onForm, fieldId: 'customfield_10099' }],
  ])('more than one call to Jira for %s that they made up', async (_, extension) => {
    for (const as of everyone) {
      const portal = createPortal();
      const reply = await portal.ask('portalSearch', { text: '' }, { as, extension });
      expect(reply).toMatchObject(refused);
      expect(portal.forge.calls).toHaveLength(1);
    }
  });

  test.each(['a customer', 'an agent'] as const)(
    'an answer, where %s may not open it',
    async (as) => {
      const portal = createPortal();
      const extension = { ...onForm, portal: { id: 2 }, request: { typeId: 9 } };
      expect(await portal.ask('portalSearch', { text: '' }, { as, extension })).toMatchObject(
        refused,
      );
      expect(portal.forge.calls.filter(({ as: caller }) => caller !== 'user')).toEqual([]);
    },
  );

  test('a configuration, a query or a type of their own', async () => {
    const portal = createPortal();
    const made = { ...configuration, workspaceId: uuid(999), query: '', portal: 'attributes' };
    const extension = { ...onForm, configuration: made };
    await portal.ask('portalSearch', { text: '" or Label ~ "' }, { extension });
    expect(searchBodies(portal)).toMatchObject([
      { query: 'Kind = Laptop and Label *= "\\" or Label ~ \\""', typeId: configuration.typeId },
    ]);
    const workspaces = portal.forge.calls
      .filter(({ target }) => target === 'service')
      .map(({ headers }) => headers['wds-workspace-id']);
    expect(workspaces).toEqual([configuration.workspaceId]);
    for (const payload of [
      { text: '', query: '' },
      { text: '', typeId: uuid(1) },
    ]) {
      expect(await portal.ask('portalSearch', payload)).toMatchObject({ code: 'BAD_REQUEST' });
    }
  });
});

describe('a query with the customer’s email address', () => {
  const differs = { query: 'Kind = ${emailCurrentUser}' };
  const ofPerson = { query: 'Owner = user(${emailCurrentUser})' };

  test('holds their own, as Jira gives it', async () => {
    const portal = createPortal({ differs: ofPerson });
    await portal.ask('portalSearch', { text: '' });
    expect(searchBodies(portal)).toMatchObject([{ query: 'Owner = user("cora@example.com")' }]);
  });

  test.each([
    ['a customer', undefined],
    ['a customer', ''],
    ['someone without a license', 'dan@example.com'],
    ['an anonymous visitor', 'unidentified@example.com'],
  ] as const)('offers %s nothing where it is %j, and says why', async (as, emailAddress) => {
    const portal = createPortal({ differs: ofPerson });
    portal.jira.emailAddresses.set(visitors[as].accountId, emailAddress);
    expect(await portal.ask('portalSearch', { text: '' }, { as })).toMatchObject({
      code: 'PORTAL_NO_EMAIL',
      message: expect.stringContaining('your email address') as string,
    });
    expect(requests(portal, 'service')).toEqual([]);
  });

  test('offers nothing where the placeholder stands where it can’t', async () => {
    const portal = createPortal({ differs });
    expect(await portal.ask('portalSearch', { text: '' })).toEqual(closed);
    expect(requests(portal, 'service')).toEqual([]);
  });
});

describe('the attributes on a request', () => {
  const guessed = uuid(2);
  const status = { valueId: uuid(77), value: uuid(78), details: { name: 'In use' } };

  function withSecret(options = {}) {
    const portal = createPortal(options);
    portal.objects.splice(
      ...([0, portal.objects.length] as const),
      { ...laptopInService(uuid(1), 'Laptop'), values: [status] },
      { ...laptopInService(guessed, 'Secret'), values: [status] },
    );
    return portal;
  }

  function laptopInService(id: string, kind: string) {
    return { id, label: 'MacBook', references: { Kind: [kind] } };
  }

  test.each(['a customer', 'an agent'] as const)(
    'are shown to %s of objects within the query, and of none whose id they guess',
    async (as) => {
      const portal = withSecret();
      const payload = { objectIds: [uuid(1), guessed, 'no id'] };
      expect(await portal.ask('portalView', payload, { as, extension: onRequest })).toEqual({
        kind: 'ok',
        value: {
          objects: [
            { objectId: uuid(1), attributes: [{ name: 'Status', values: [{ value: 'In use' }] }] },
          ],
        },
      });
    },
  );

  test('are shown where the platform doesn’t name the request, to who may open its form', async () => {
    const payload = { objectIds: [uuid(1)] };
    const extension = { ...onRequest, issue: undefined };
    const portal = withSecret();
    const ask = (as: VisitorName) => portal.ask('portalView', payload, { as, extension });
    expect(await ask('a customer')).toMatchObject({ value: { objects: [{ objectId: uuid(1) }] } });
    expect(await ask('someone without a license')).toMatchObject(refused);
    portal.jira.desks.get('1')?.people.delete('ada');
    expect(await ask('an agent')).toMatchObject(refused);
  });

  test('aren’t asked for where the portal shows labels alone', async () => {
    const portal = withSecret({ differs: { portal: 'labels' } });
    expect(
      await portal.ask('portalView', { objectIds: [uuid(1)] }, { extension: onRequest }),
    ).toEqual({ kind: 'ok', value: { objects: [] } });
    expect(requests(portal, 'service')).toEqual([]);
  });

  test('are told to nobody who can’t prove that they may see the request', async () => {
    for (const as of everyone) {
      const portal = withSecret();
      portal.jira.requests.get('10001')?.people.clear();
      expect(
        await portal.ask('portalView', { objectIds: [uuid(1)] }, { as, extension: onRequest }),
      ).toMatchObject(refused);
      expect(portal.forge.calls.filter(({ as: caller }) => caller !== 'user')).toEqual([]);
    }
  });
});
