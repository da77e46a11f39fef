import { describe, expect, test } from 'vitest';
import { attributeId, ids } from '../../fleet';
import { readError, startFleetService } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startFleetService());

const name = attributeId('Laptop', 'Name');

describe('a refused value', () => {
  test.each([
    ['Bought', '01/02/2026', 'a date such as 2026-09-01'],
    ['Bought', '15.03.2025', 'a date such as 2026-09-01, in the form YYYY-MM-DD'],
    [
      'Price',
      '12,50',
      'a number such as 12.50, with up to 18 digits before the point and 12 after it',
    ],
    ['Encrypted', 'yes', 'true or false'],
    ['Owner', 'ann@example.com', 'the id of a user'],
    ['Page', 'example.com', 'a web address that begins with http:// or https://'],
    ['Status', 'Broken', 'one of its options: "'],
  ])('comes with what to use for %s', async (attribute, value, form) => {
    const attributes = [
      { attributeId: name, values: ['x'] },
      { attributeId: attributeId('Laptop', attribute), values: [value] },
    ];
    const body = { typeId: ids.laptop, attributes };
    const { message } = readError(await service.api('POST', '/object', body));
    expect(message).toContain(`"${value}" isn’t a valid value for "${attribute}"`);
    expect(message).toContain(`. Use ${form}`);
  });

  test.each([[[]], ['x']])('is asked to be a JSON object where the body is %j', async (body) => {
    const answer = await service.api('POST', '/object', body);
    expect(readError(answer).message).toBe('The body has to be a JSON object.');
  });

  test('is a parameter that is given several times', async () => {
    const answer = await service.api('GET', '/type?limit=1&limit=2');
    expect([answer.status, readError(answer).message]).toEqual([
      400,
      'limit is given several times. Send it once.',
    ]);
  });
});
