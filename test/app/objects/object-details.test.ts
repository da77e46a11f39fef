import { describe, expect, test } from 'vitest';
import { createFixture, onCascade, onObject, requests, uuid } from '../support/resolver-fixture';

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
