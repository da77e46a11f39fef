import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readTypes } from '../../../../src/service/model/permissions/read-schema';
import type { Queryable } from '../../../../src/service/base/database/database';

const options = Array.from({ length: 66 }, (_, index) => ({ id: `o${index}`, name: `n${index}` }));
const configuration = { isRequired: false, isMultiple: false, options };
const configurationBytes = JSON.stringify(configuration).length;

/** The database of workspaces that have types of so many attributes each, with options as long as they may be in one row. */
function schemasOf(typeCount: number, attributeCount: number, fault?: Error) {
  const begun: string[] = [];
  const ended: string[] = [];
  const typeRows = Array.from({ length: typeCount }, (_, index) => {
    const id = `type ${index}`;
    return { id, name: id, description: null, bytes: 4_000_000 };
  });
  const tupleOf = (typeId: string, number: number) => {
    const own = JSON.parse(JSON.stringify(configuration)) as unknown;
    const name = `Attribute ${number}`;
    return [`${typeId} ${number}`, typeId, name, null, 'OPTION', false, own, configurationBytes];
  };
  const queryPrepared = async (statement: string, [workspaceId, typeIds]: unknown[]) => {
    if (statement.includes('from type')) return typeRows;
    begun.push(String(workspaceId));
    await new Promise(setImmediate);
    if (fault) throw fault;
    ended.push(String(workspaceId));
    return (typeIds as string[]).map((typeId) => ({
      attributes: Array.from({ length: attributeCount }, (_, number) => tupleOf(typeId, number)),
    }));
  };
  return { database: { queryPrepared } as unknown as Queryable, begun, ended };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('options take little of the heap until they are asked for', async () => {
  const { database } = schemasOf(4, 500);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const types = await readTypes(database, 'workspace');
  collectGarbage();
  const bytes = process.memoryUsage().heapUsed - before;
  expect(bytes / (4 * 500)).toBeLessThan(2_500);
  expect(types[3]?.attributes[499]).toMatchObject({ options, configuration, isMultiple: false });
});

test('large schemas are read one at a time, and small ones beside them', async () => {
  const { database, begun, ended } = schemasOf(3, 1);
  const small = schemasOf(2, 1);
  const readings = [
    readTypes(database, 'first'),
    readTypes(database, 'second'),
    readTypes(small.database, 'small'),
  ];
  const counts = (await Promise.all(readings)).map((types) => types.length);
  expect(counts).toEqual([3, 3, 2]);
  expect(begun).toEqual(['first', 'first', 'first', 'second', 'second', 'second']);
  expect(ended).toEqual(begun);
  expect(small.ended).toEqual(['small', 'small']);
});

test('a large schema that can’t be read keeps no other one waiting', async () => {
  const { database } = schemasOf(3, 1);
  const failing = schemasOf(3, 1, new Error('The database went away.'));
  const [failed, read] = await Promise.allSettled([
    readTypes(failing.database, 'first'),
    readTypes(database, 'second'),
  ]);
  expect([failed.status, read.status]).toEqual(['rejected', 'fulfilled']);
});
