import { beforeAll, describe, expect, test } from 'vitest';
import * as attributeApi from '../../../../src/api/attribute';
import * as objectApi from '../../../../src/api/object';
import { attributeId, ids } from '../../fleet';
import { readError, startFleetService } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';

let second: string;
const service = duringTests(() => startFleetService());
beforeAll(async () => {
  const created = await service.api('POST', '/attribute', {
    typeId: ids.laptop,
    name: 'More tags',
    attributeTypeCode: 'TEXT',
    configuration: { isMultiple: true },
  });
  second = attributeApi.attribute.parse(created.body).id;
});

const name = attributeId('Laptop', 'Name');
const tags = attributeId('Laptop', 'Tags');

/** 30 different values, together as many bytes as given. */
const valuesOf = (bytes: number) =>
  Array.from({ length: 30 }, (_, index) => String(index).padEnd(bytes / 30, 'x'));

async function createLaptop(label: string): Promise<string> {
  const answer = await service.api('POST', '/object', {
    typeId: ids.laptop,
    attributes: [{ attributeId: name, values: [label] }],
  });
  return objectApi.workspaceObject.parse(answer.body).id;
}

/** Stores so many bytes at once: over HTTP it would take many calls. */
const store = (objectId: string, bytes: number) =>
  service.database.query(
    `insert into object_value (workspace_id, id, object_id, attribute_id, position, value)
     select $1, gen_random_uuid(), $2, $3, number, repeat('x', $4)
     from generate_series(1, 30) as number`,
    [ids.fleet, objectId, tags, bytes / 30],
  );

const fill = (objectId: string, attribute: string, bytes: number) =>
  service.api('PATCH', `/object/${objectId}`, {
    attributes: [{ attributeId: attribute, values: valuesOf(bytes) }],
  });

const search = (request: Record<string, unknown>) =>
  service.api('POST', '/object/search', {
    query: 'Label ~ "large"',
    typeId: ids.laptop,
    ...request,
  });

describe('an object', () => {
  test('takes 1 MB of values, and no change that brings it above', async () => {
    const id = await createLaptop('Full');
    await store(id, 900_000);
    expect((await fill(id, second, 60_000)).status).toBe(200);
    const refused = await fill(id, second, 120_000);
    expect(refused.status).toBe(400);
    expect(readError(refused).violations).toEqual([
      {
        fieldIdentifier: 'attributes',
        violationType: 'TOO_LONG',
        invalidValue: '',
        domain: 'OBJECT',
      },
    ]);
    const kept = await service.api('GET', `/object/${id}`);
    const { attributes } = objectApi.workspaceObject.parse(kept.body);
    expect(attributes.find(({ attributeId }) => attributeId === second)?.values).toHaveLength(30);
    expect(attributes.flatMap(({ values }) => values)).not.toContainEqual(
      expect.objectContaining({ value: valuesOf(120_000)[0] }),
    );
  });
});

describe('a page of objects', () => {
  test('is refused above 8 MB, and answered with fewer objects or attributes', async () => {
    for (let index = 0; index < 10; index += 1) {
      await store(await createLaptop(`Large ${index}`), 900_000);
    }
    const refused = await search({});
    expect(refused.status).toBe(400);
    expect(readError(refused).message).toContain('too large for one answer');
    expect((await search({ limit: 5 })).status).toBe(200);
    const { result } = objectApi.searchObjects.reply!.parse(
      (await search({ attributeIds: [name] })).body,
    );
    expect(result).toHaveLength(10);
  });
});
