import { describe, expect, test } from 'vitest';
import { createPortal } from '../support/portal';
import { configuration, searchBodies, serviceError, uuid } from '../support/resolver-fixture';

describe('An object field on the portal whose searched attribute was renamed', () => {
  const status = { attributeId: uuid(902), name: 'Status', attributeTypeCode: 'TEXT' };
  const differs = { attributes: [status], searchedAttributes: [status] };
  const search = async (answers: Response[]) => {
    const portal = createPortal({ differs });
    portal.forge.service = () => answers.shift() ?? serviceError(503, 'Asked too often');
    return { portal, reply: await portal.ask('portalSearch', { text: 'secret' }) };
  };
  const object = (label: string, ...values: string[]) => ({
    ...{ id: uuid(1), label, typeId: configuration.typeId, url: 'https://wds.example.com/1' },
    attributes: [
      {
        attributeId: status.attributeId,
        values: values.map((value) => ({ valueId: uuid(77), value })),
      },
    ],
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
  });
  const found = (total: number, ...result: unknown[]) =>
    Response.json({ total, pageSize: 50, isLast: total === result.length, result });
  const named = (label: string) => ({
    kind: 'ok',
    value: { objects: [{ label }], total: 1 },
  });

  test('finds nothing by a hidden attribute that has its name now', async () => {
    const both = found(2, object('MacBook', 'In use'), object('Box', 'Secret'));
    expect((await search([both])).reply).toMatchObject(named('Box'));
  });

  test('finds by a part of what the portal shows, but of a hidden attribute only what the label begins with', async () => {
    const all = found(
      3,
      object('MacBook', 'Unsecrets'),
      object('Unsecret', 'x'),
      object('Mac', 'y'),
    );
    expect((await search([all])).reply).toMatchObject(named('MacBook'));
  });

  test('searches the label alone where there are too many to tell them apart', async () => {
    const first = found(73, object('MacBook', 'In use'));
    const { portal, reply } = await search([first, found(1, object('Secret Mac'))]);
    expect(reply).toMatchObject(named('Secret Mac'));
    expect(searchBodies(portal)[1]?.query).toBe('Kind = Laptop and Label ~ "secret"');
  });

  test('searches the label alone where nothing has its name any more', async () => {
    const unknown = serviceError(400, 'No attribute "Status".');
    const { portal, reply } = await search([unknown, found(1, object('Secret Mac'))]);
    expect(reply).toMatchObject(named('Secret Mac'));
    expect(searchBodies(portal)[1]?.query).toBe('Kind = Laptop and Label ~ "secret"');
  });
});
