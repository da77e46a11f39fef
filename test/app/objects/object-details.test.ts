import { describe, expect, test } from 'vitest';
import {
  createFixture,
  onCascade,
  onObject,
  requests,
  serviceError,
  uuid,
} from '../support/resolver-fixture';

const laptop = {
  id: uuid(1),
  label: 'MacBook Pro 14',
  values: [{ valueId: '1', value: 'x', details: { name: 'In use' } }],
};
const payload = { objectId: laptop.id };

describe.each([
  ['the object field', onObject],
  ['the cascade', onCascade],
])('all of one object, for %s', (_, screen) => {
  function createLaptop() {
    const fixture = createFixture();
    fixture.objects.push(laptop);
    return fixture;
  }

  test('is its label, its type and all attributes by name, in two service calls and then in one', async () => {
    const fixture = createLaptop();
    expect(await fixture.call('object', payload, screen)).toEqual({
      kind: 'ok',
      value: {
        objectId: laptop.id,
        label: laptop.label,
        url: `https://wds.example.com/object/${laptop.id}`,
        typeName: 'Laptop',
        attributes: [
          {
            attributeId: uuid(902),
            name: 'Status',
            attributeTypeCode: 'OPTION',
            values: [{ value: 'x', details: { name: 'In use' } }],
          },
        ],
      },
    });
    expect(requests(fixture, 'service')).toHaveLength(2);
    expect(fixture.forge.calls[0]?.headers).toMatchObject({ prefer: 'thumbnails' });
    await fixture.call('object', payload, screen);
    expect(requests(fixture, 'service')).toHaveLength(3);
    expect(requests(fixture, 'jira')).toEqual([]);
  });

  test('takes nobody’s word for the types that another person may read', async () => {
    const fixture = createLaptop();
    await fixture.call('object', payload, screen);
    await fixture.call('object', payload, { ...screen, accountId: 'ben' });
    await fixture.call('object', payload, { ...screen, installationId: 'another site' });
    expect(requests(fixture, 'service')).toHaveLength(6);
    fixture.clock.nowMs += 61_000;
    await fixture.call('object', payload, screen);
    expect(requests(fixture, 'service')).toHaveLength(8);
  });

  test('is nothing where the object is gone or cannot be seen, without a second call', async () => {
    const fixture = createFixture();
    expect(await fixture.call('object', payload, screen)).toMatchObject({
      kind: 'problem',
      code: 'OBJECT_GONE',
    });
    expect(requests(fixture, 'service')).toHaveLength(1);
  });

  test('names the first 20 values of an attribute, and how many more there are', async () => {
    const fixture = createFixture();
    const values = Array.from({ length: 25 }, (__, index) => ({
      valueId: `${index}`,
      value: `v${index}`,
    }));
    fixture.objects.push({ ...laptop, values });
    const reply = await fixture.call('object', payload, screen);
    expect(reply).toMatchObject({ value: { attributes: [{ moreValues: 5 }] } });
    expect(JSON.stringify(reply)).toContain('"v19"');
    expect(JSON.stringify(reply)).not.toContain('"v20"');
  });
});

describe.each([
  ['the object field', onObject],
  ['the cascade', onCascade],
])('what is around one object, for %s', (_, screen) => {
  const path = `/public/v1/object/${laptop.id}`;

  /** With a service that answers one of its calls in this way. */
  function createAnswering(call: 'referrer' | 'history', answer: () => Response) {
    const fixture = createFixture();
    const { service } = fixture.forge;
    fixture.forge.service = (sent, accountId) =>
      sent.path.startsWith(`${path}/${call}`) ? answer() : service(sent, accountId);
    return fixture;
  }

  test('is the number of objects that refer to it, in one call', async () => {
    const url = 'https://wds.example.com/referrers';
    const page = { total: 12, pageSize: 1, isLast: false, result: [], url };
    const fixture = createAnswering('referrer', () => Response.json(page));
    expect(await fixture.call('referrers', payload, screen)).toEqual({
      kind: 'ok',
      value: { counted: { count: 12, address: url } },
    });
    expect(requests(fixture, 'service')).toEqual([`GET ${path}/referrer?offset=0&limit=1`]);
    expect(requests(fixture, 'jira')).toEqual([]);
  });

  test('has no link of a kind that could run a script', async () => {
    const page = { total: 12, pageSize: 1, isLast: false, result: [], url: 'javascript:alert(1)' };
    const fixture = createAnswering('referrer', () => Response.json(page));
    expect(await fixture.call('referrers', payload, screen)).toEqual({ kind: 'ok', value: {} });
  });

  const entry = {
    ...{ id: '7', changedAt: '2026-03-31T23:30:00.000Z', userId: uuid(3), userName: 'Ann' },
    ...{ via: 'token', isBulk: false, kind: 'object', action: 'change', subjectId: laptop.id },
    ...{ label: laptop.label, isWithheld: false },
    changes: [
      ...['Status', 'Owner', 'Memory', 'Price'].map((name) => ({
        ...{ name, before: [{ value: 'secret' }], after: [] },
      })),
    ],
  };

  test('is its last three changes without any value, in one call', async () => {
    const entries = [
      entry,
      { ...entry, userName: null, action: 'delete', changes: [] },
      { ...entry, userId: null, userName: null, action: 'create' },
    ];
    const page = { total: 9, pageSize: 3, isLast: false, result: entries };
    const fixture = createAnswering('history', () => Response.json(page));
    const { changedAt } = entry;
    const names = { attributeNames: ['Status', 'Owner', 'Memory'], moreAttributes: 1 };
    const reply = await fixture.call('lastChanges', payload, screen);
    expect(reply).toEqual({
      kind: 'ok',
      value: {
        changes: [
          { changedAt, userName: 'Ann', isByOperator: false, action: 'change', ...names },
          {
            ...{ changedAt, isByOperator: false, action: 'change' },
            ...{ attributeNames: [], moreAttributes: 0 },
          },
          { changedAt, isByOperator: true, action: 'create', ...names },
        ],
      },
    });
    expect(JSON.stringify(reply)).not.toMatch(/secret|MacBook/);
    expect(requests(fixture, 'service')).toEqual([`GET ${path}/history?offset=0&limit=3`]);
  });

  test.each([
    ['referrers', 'referrer', {}],
    ['lastChanges', 'history', { changes: [] }],
  ] as const)(
    'is nothing from an earlier service, nor of what can’t be read: %s',
    async (functionKey, call, value) => {
      for (const status of [404, 403]) {
        const fixture = createAnswering(call, () => serviceError(status, 'Not found'));
        expect(await fixture.call(functionKey, payload, screen)).toEqual({ kind: 'ok', value });
      }
    },
  );

  test.each([
    ['referrers', 'referrer'],
    ['lastChanges', 'history'],
  ] as const)('is a problem where the service is down: %s', async (functionKey, call) => {
    const fixture = createAnswering(call, () => new Response('<html>', { status: 502 }));
    expect(await fixture.call(functionKey, payload, screen)).toMatchObject({
      kind: 'problem',
      code: 'SERVICE_UNREACHABLE',
    });
    const odd = createAnswering(call, () => Response.json({ total: 'many' }));
    expect(await odd.call(functionKey, payload, screen)).toMatchObject({
      code: 'SERVICE_UNREACHABLE',
    });
  });

  test('is asked with the person’s own grant, and needs one', async () => {
    for (const functionKey of ['referrers', 'lastChanges']) {
      const fixture = createFixture();
      fixture.forge.grants.delete('ada');
      expect(await fixture.call(functionKey, payload, screen)).toEqual({ kind: 'consent' });
    }
  });
});
