import { describe, expect, it } from 'vitest';
import { parseQuery } from '../../../src/query';
import { proxyError } from '../support/forge-runtime';
import {
  configuration,
  createFixture,
  onCreate,
  onIssue,
  requests,
  searchBodies,
  serviceError,
  uuid,
} from '../support/resolver-fixture';

const laptop = { id: uuid(1), label: 'MacBook Pro 14' };
const thinkPad = { id: uuid(2), label: 'ThinkPad X1 Carbon' };
const withQuery = (query: string) => ({
  extension: { ...onIssue, configuration: { ...configuration, query } },
});

describe('view', () => {
  it('asks the service once, as the person, for ids alone, and Jira nothing', async () => {
    const fixture = createFixture();
    fixture.objects.push(laptop, thinkPad);
    const reply = await fixture.call('view', { objectIds: [laptop.id, thinkPad.id] });
    expect(reply).toMatchObject({
      kind: 'ok',
      value: { objects: [{ objectId: laptop.id, label: laptop.label }, { objectId: thinkPad.id }] },
    });
    expect(requests(fixture, 'jira')).toEqual([]);
    expect(searchBodies(fixture)).toEqual([
      {
        query: `Id in ("${laptop.id}", "${thinkPad.id}")`,
        limit: 2,
        attributeIds: [uuid(902)],
      },
    ]);
  });

  it('takes one service call for 100 objects and one more for the 101st', async () => {
    const fixture = createFixture();
    const ids = Array.from({ length: 101 }, (_, index) => uuid(index));
    await fixture.call('view', { objectIds: ids.slice(0, 100) });
    expect(requests(fixture, 'service')).toHaveLength(1);
    await fixture.call('view', { objectIds: ids });
    expect(requests(fixture, 'service')).toHaveLength(3);
  });

  it('shows an option by its name, a reference by its label and hides an id that says nothing', async () => {
    const fixture = createFixture();
    const values = [
      { valueId: '1', value: 'x', details: { name: 'In use' } },
      { valueId: '2', value: uuid(7), details: { label: 'Berlin' } },
      { valueId: '3', value: uuid(8) },
      { valueId: '4', value: '32' },
    ];
    fixture.objects.push({ ...laptop, values });
    expect(await fixture.call('view', { objectIds: [laptop.id] })).toMatchObject({
      value: {
        objects: [
          { attributes: [{ name: 'Status', text: 'In use, Berlin, (not visible to you), 32' }] },
        ],
      },
    });
  });

  it('links to web addresses only', async () => {
    const fixture = createFixture();
    fixture.objects.push({ ...laptop, url: 'javascript:alert(1)' });
    const reply = await fixture.call('view', { objectIds: [laptop.id] });
    expect(JSON.stringify(reply)).not.toContain('javascript');
  });

  it.each([[['no-uuid']], [['") or (Label ~ "']], [['']], [[]]])(
    'finds nothing for %j, without a call',
    async (objectIds) => {
      const fixture = createFixture();
      expect(await fixture.call('view', { objectIds })).toEqual({
        kind: 'ok',
        value: { objects: [] },
      });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('search', () => {
  it('sends what is typed through the one quoting function', async () => {
    const fixture = createFixture();
    const text = '14" \\ {{x}} ${emailCurrentUser}") or (Id = "';
    await fixture.call('search', { text });
    const [body] = searchBodies(fixture);
    expect(body).toMatchObject({ typeId: configuration.typeId, limit: 50 });
    expect(parseQuery(String(body?.query))).toMatchObject({
      query: { condition: { kind: 'comparison', operator: '~', operand: { value: text } } },
    });
  });

  it('finds MacBook Pro for "pro mac"', async () => {
    const fixture = createFixture();
    fixture.objects.push(laptop, thinkPad);
    expect(await fixture.call('search', { text: 'pro mac' })).toMatchObject({
      value: { objects: [{ label: 'MacBook Pro 14' }] },
    });
  });

  it('puts the configured query in parentheses beside what is typed', async () => {
    const fixture = createFixture();
    await fixture.call('search', { text: 'mac' }, withQuery('A = 1 or B = 2 order by A'));
    expect(searchBodies(fixture)[0]?.query).toBe('(A = 1 or B = 2) and Label ~ "mac" order by A');
  });

  it('binds the person’s own e-mail address, on the server', async () => {
    const fixture = createFixture();
    fixture.jira.emailAddresses.set('ada', 'ada"@example.com');
    const query = 'Owner = user("${emailCurrentUser}")';
    await fixture.call('search', { text: '' }, withQuery(query));
    expect(requests(fixture, 'jira')).toEqual(['GET /rest/api/3/myself']);
    expect(searchBodies(fixture)[0]?.query).toBe('Owner = user("ada\\"@example.com")');
  });

  it.each([undefined, null, ''])(
    'offers nothing, and says why, where the e-mail address is %j',
    async (hidden) => {
      const fixture = createFixture();
      fixture.jira.emailAddresses.set('ada', hidden);
      const query = 'Owner = user("${emailCurrentUser}")';
      const reply = await fixture.call('search', { text: '' }, withQuery(query));
      expect(reply).toMatchObject({ kind: 'problem', code: 'NO_EMAIL', canRetry: true });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );

  it.each(['Status = ', '{{Level}} = 1', 'Status = {{Level}}'])(
    'says that the configured query %j does not work, without a call',
    async (query) => {
      const fixture = createFixture();
      const reply = await fixture.call('search', { text: 'x' }, withQuery(query));
      expect(reply).toMatchObject({ kind: 'problem', code: 'QUERY_REFUSED' });
      expect(requests(fixture, 'service')).toEqual([]);
    },
  );
});

describe('what can go wrong at the service', () => {
  const html = new Response('<html>busy</html>', { headers: { 'content-type': 'text/html' } });
  it.each([
    ['refuses the grant', () => new Response(null, { status: 401 }), { kind: 'consent' }],
    ['is refused by the platform', () => proxyError(401), { kind: 'consent' }],
    [
      'does not let the person in',
      () => serviceError(404, 'x'),
      { code: 'WORKSPACE_NOT_ACCESSIBLE' },
    ],
    ['forbids it', () => serviceError(403, 'x'), { code: 'WORKSPACE_NOT_ACCESSIBLE' }],
    [
      'refuses the query',
      () => serviceError(400, 'Unknown "Foo"'),
      { code: 'QUERY_REFUSED', detail: 'Unknown "Foo"' },
    ],
    ['answers HTML', () => html.clone(), { code: 'SERVICE_UNREACHABLE', canRetry: true }],
    [
      'answers half a JSON',
      () => new Response('{"total": 1, "res'),
      { code: 'SERVICE_UNREACHABLE' },
    ],
    ['answers another shape', () => Response.json({ rows: [] }), { code: 'SERVICE_UNREACHABLE' }],
  ])('it %s', async (_, service, expected) => {
    const fixture = createFixture();
    fixture.forge.service = service;
    expect(await fixture.call('search', { text: 'mac' })).toMatchObject(expected);
  });

  it('asks for consent, without a call, where the account was never connected', async () => {
    const fixture = createFixture();
    fixture.forge.grants.clear();
    expect(await fixture.call('view', { objectIds: [laptop.id] })).toEqual({ kind: 'consent' });
    expect(requests(fixture, 'service')).toEqual([]);
  });
});

describe('the configuration of the field', () => {
  const cold = { extension: onIssue };
  const read = { kind: 'ok', value: { cardinality: 'many' } };

  function configured() {
    const fixture = createFixture();
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
    return fixture;
  }

  it('is read as the app, after the person’s permission, in two calls; then from memory for a minute', async () => {
    const fixture = configured();
    expect(await fixture.call('field', {}, cold)).toEqual(read);
    expect(fixture.forge.calls.map(({ as, method, path }) => `${as} ${method} ${path}`)).toEqual([
      'user POST /rest/api/3/permissions/check',
      'app GET /rest/api/3/app/field/customfield_10010/context/configuration?projectKeyOrId=20001&issueTypeId=30001',
    ]);
    fixture.clock.nowMs += 59_000;
    await fixture.call('field', {}, cold);
    expect(requests(fixture, 'jira')).toHaveLength(2);
    fixture.clock.nowMs += 2_000;
    await fixture.call('field', {}, cold);
    expect(requests(fixture, 'jira')).toHaveLength(4);
  });

  it('is found by the issue alone', async () => {
    const fixture = configured();
    const extension = { fieldId: 'customfield_10010', issue: { id: 10001 } };
    expect(await fixture.call('field', {}, { extension })).toEqual(read);
  });

  it('is never shared between sites', async () => {
    const fixture = configured();
    await fixture.call('field', {}, { ...cold, installationId: 'one' });
    fixture.jira.contexts.length = 0;
    expect(await fixture.call('field', {}, { ...cold, installationId: 'two' })).toMatchObject({
      code: 'NOT_CONFIGURED',
    });
  });

  it('is asked for again as soon as somebody has configured the field', async () => {
    const fixture = createFixture();
    expect(await fixture.call('field', {}, cold)).toMatchObject({ code: 'NOT_CONFIGURED' });
    fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30001', configuration });
    expect(await fixture.call('field', {}, cold)).toEqual(read);
  });

  it.each([
    [
      'a context that was never configured',
      [{ projectId: '20001', workTypeId: '30001' }],
      'NOT_CONFIGURED',
    ],
    ['no context', [], 'NOT_CONFIGURED'],
    [
      'a configuration of a later version',
      [{ projectId: '20001', workTypeId: '30001', configuration: { version: 2 } }],
      'CONFIGURATION_UNREADABLE',
    ],
  ])('is a problem with %s, without a call to the service', async (_, contexts, code) => {
    const fixture = createFixture();
    fixture.jira.contexts.push(...contexts);
    const reply = await fixture.call('search', { text: 'x' }, cold);
    expect(reply).toMatchObject({ kind: 'problem', code });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  it('is found for the work type of a create screen', async () => {
    expect(await configured().call('field', {}, { extension: onCreate })).toEqual(read);
  });

  describe('on a create screen that names no work type', () => {
    const extension = { fieldId: onCreate.fieldId, project: onCreate.project };

    it('is used where all work types agree', async () => {
      const fixture = configured();
      fixture.jira.contexts.push({ projectId: '20001', workTypeId: '30002', configuration });
      expect(await fixture.call('field', {}, { extension })).toEqual(read);
    });

    it('asks for the work type where they differ', async () => {
      const fixture = configured();
      expect(await fixture.call('field', {}, { extension })).toMatchObject({
        code: 'CHOOSE_WORK_TYPE',
        canRetry: true,
      });
    });
  });
});

describe('check', () => {
  const source = { workspaceId: configuration.workspaceId, typeId: configuration.typeId };

  it('tells how many objects match and the first ten of them', async () => {
    const fixture = createFixture();
    const objects = Array.from({ length: 12 }, (_, index) => ({
      id: uuid(index),
      label: `Mac ${index}`,
    }));
    fixture.objects.push(...objects);
    expect(await fixture.call('check', { ...source, query: 'Label ~ "mac"' })).toEqual({
      kind: 'ok',
      value: {
        kind: 'matches',
        total: 12,
        firstLabels: objects.slice(0, 10).map(({ label }) => label),
      },
    });
  });

  it('shows where the grammar is broken, without a call', async () => {
    const fixture = createFixture();
    const reply = await fixture.call('check', { ...source, query: 'Label ~ "a"\nand Status =' });
    expect(reply).toMatchObject({ value: { kind: 'queryError', line: 2 } });
    expect(requests(fixture, 'service')).toEqual([]);
  });

  it('shows where the service finds an unknown attribute, in the query as it was typed', async () => {
    const fixture = createFixture();
    const position = { offset: 14, line: 2, column: 3 };
    fixture.forge.service = () => serviceError(400, 'Unknown attribute "Foo"', position);
    expect(
      await fixture.call('check', { ...source, query: 'Label ~ "x"\n  and Foo = 1' }),
    ).toMatchObject({
      value: {
        kind: 'queryError',
        message: 'Unknown attribute "Foo"',
        line: 2,
        column: 3,
        excerpt: '  and Foo = 1\n  ^',
      },
    });
  });

  it('refuses placeholders of other fields, and says so', async () => {
    const fixture = createFixture();
    expect(await fixture.call('check', { ...source, query: 'Status = {{Level}}' })).toMatchObject({
      value: { kind: 'queryError', line: 1, column: 10 },
    });
  });
});
