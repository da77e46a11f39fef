import { describe, expect, test } from 'vitest';
import {
  changeObjects,
  getObject,
  listDeletedObjects,
  restoreObject,
  searchObjects,
  type RestoredObject,
  type WorkspaceObject,
} from '../../../../src/api/object';
import { listObjectHistory } from '../../../../src/api/history';
import { setTypeAccess } from '../../../../src/api/type';
import { createWorkflow } from '../../../../src/api/workflow';
import { duringTests } from '../../../support/during-tests';
import { attributeId, ids, objects } from '../../fleet';
import { readError, startFleetService, testTime } from '../../fleet-service';
import { ownTypes, reference } from '../../own-types';

let now = testTime;
const service = duringTests(() => startFleetService({ clock: () => now }));
const dayMs = 24 * 60 * 60_000;

const api: typeof service.api = (...call) => service.api(...call);
const remove = async (id: string) =>
  expect((await api('DELETE', `/object/${id}`)).status).toBe(204);
const restore = (id: string, as?: 'ben') => api('POST', `/object/${id}/restore`, undefined, as);
const restored = async (id: string): Promise<RestoredObject> => {
  const answer = await restore(id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return restoreObject.reply!.parse(answer.body);
};
const read = async (id: string): Promise<WorkspaceObject> =>
  getObject.reply!.parse((await api('GET', `/object/${id}`)).body);
const listDeleted = async (query = '') =>
  listDeletedObjects.reply!.parse((await api('GET', `/object/deleted${query}`)).body);

/** The values of an attribute, as they are now. */
async function valuesOf(id: string, attribute: string): Promise<string[]> {
  const { attributes } = await read(id);
  const entry = attributes.find((each) => each.attributeId === attribute);
  return entry!.values.map(({ value }) => value);
}

const newType = ownTypes(service);

const write = async (id: string, attribute: string, values: string[]) =>
  expect(
    (await api('PATCH', `/object/${id}`, { attributes: [{ attributeId: attribute, values }] }))
      .status,
  ).toBe(200);
const withoutValueIds = ({ attributes, ...object }: WorkspaceObject) => ({
  ...object,
  attributes: attributes.map(({ attributeId: id, values }) => ({
    id,
    values: values.map(({ value, details }) => ({ value, details })),
  })),
});

describe('A deleted object', () => {
  test('is nowhere until it is restored, then everywhere as it was', async () => {
    const find = async () => {
      const body = { query: 'Label ~ "MacBook"', typeId: ids.laptop };
      const answer = await api('POST', '/object/search', body);
      return searchObjects.reply!.parse(answer.body).result.map(({ id }) => id);
    };
    const before = await read(objects.a);
    expect(await find()).toEqual([objects.a]);
    await remove(objects.a);
    expect((await api('GET', `/object/${objects.a}`)).status).toBe(404);
    expect(await find()).toEqual([]);
    const { notRestored, ...after } = await restored(objects.a);
    expect(notRestored).toEqual([]);
    expect(withoutValueIds(after)).toEqual(withoutValueIds(before));
    expect(await read(objects.a)).toEqual(after);
    expect(await find()).toEqual([objects.a]);
  });

  test('is listed to whoever can restore it: the newest first, page by page, of one type or all', async () => {
    const type = await newType();
    const [one, two] = [await type.create('One'), await type.create('Two')];
    const start = now;
    await remove(one);
    now = new Date(start.getTime() + 1);
    await remove(two);
    const list = await listDeleted(`?typeId=${type.typeId}`);
    expect(list).toMatchObject({ total: 2, isLast: true });
    expect(list.result).toEqual(
      [
        { id: two, label: 'Two', at: now },
        { id: one, label: 'One', at: start },
      ].map(({ id, label, at }) => ({
        id,
        label,
        typeId: type.typeId,
        deletedAt: at.toISOString(),
        deletedBy: { id: ids.ann, name: 'Ann Ödegaard' },
        endsAt: new Date(at.getTime() + 30 * dayMs).toISOString(),
      })),
    );
    const last = await listDeleted(`?typeId=${type.typeId}&offset=1&limit=1`);
    expect(last).toMatchObject({ total: 2, isLast: true, pageSize: 1, result: [{ id: one }] });
    expect((await listDeleted('?limit=2')).result.map(({ id }) => id)).toEqual([two, one]);
    await restored(one);
    await restored(two);
    expect((await listDeleted(`?typeId=${type.typeId}`)).total).toBe(0);
  });

  test('says of a former member only the id', async () => {
    await remove(objects.e);
    await service.database.query(
      'update deleted_object set deleted_by = $1 where workspace_id = $2 and id = $3',
      [ids.cat, ids.fleet, objects.e],
    );
    const { result } = await listDeleted();
    expect(result[0]?.deletedBy).toEqual({ id: ids.cat, name: null });
    await restored(objects.e);
  });

  test('can’t be restored by whoever may not write its type, and is not there for whoever may not read it', async () => {
    const type = await newType();
    const id = await type.create('Guarded');
    await remove(id);
    const give = async (access: object) => {
      const answer = await api('PUT', `/type/${type.typeId}/access`, access);
      setTypeAccess.reply!.parse(answer.body);
    };
    const onlyAnn = { userIds: [ids.ann], groupIds: [] };
    await give({ read: { everyone: true }, write: onlyAnn });
    expect((await restore(id, 'ben')).status).toBe(403);
    const listing = `/object/deleted?typeId=${type.typeId}`;
    expect((await api('GET', listing, undefined, 'ben')).status).toBe(403);
    const all = await api('GET', '/object/deleted', undefined, 'ben');
    expect(listDeletedObjects.reply!.parse(all.body).result.map((each) => each.id)).not.toContain(
      id,
    );
    await give({ read: onlyAnn, write: onlyAnn });
    const hidden = await restore(id, 'ben');
    expect(readError(hidden).message).toBe(
      readError(await restore(objects.archived, 'ben')).message,
    );
    expect([hidden.status, (await api('GET', listing, undefined, 'ben')).status]).toEqual([
      404, 404,
    ]);
    await restored(id);
  });

  test('is restored once: then it is there, which is told to whoever can see it', async () => {
    const there = await restore(objects.b);
    expect(there.status).toBe(400);
    expect(readError(there)).toMatchObject({
      violations: [{ violationType: 'CONFLICT', domain: 'OBJECT', fieldIdentifier: 'id' }],
    });
    await remove(objects.b);
    const answers = await Promise.all([restore(objects.b), restore(objects.b)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await restore(objects.lease, 'ben')).status).toBe(404);
    expect((await restore(objects.archived)).status).toBe(404);
    expect((await restore('nothing')).status).toBe(404);
  });

  test('goes with its type, once the caller knows that it can’t be restored any more', async () => {
    const type = await newType();
    const id = await type.create('Doomed');
    await remove(id);
    await type.create('There');
    const removeType = (query = '') => api('DELETE', `/type/${type.typeId}${query}`);
    const { message, violations } = readError(await removeType());
    expect(message).toMatch(
      /^Deleting "Own \d+" deletes its 1 object and 1 deleted object that can still be restored\. To do that, send \?confirm=2\.$/,
    );
    expect(violations).toMatchObject([
      { violationType: 'REQUIRED', fieldIdentifier: 'confirm', domain: 'TYPE' },
    ]);
    expect((await removeType('?confirm=1')).status).toBe(400);
    expect((await removeType('?confirm=2')).status).toBe(204);
    expect((await restore(id)).status).toBe(404);
    expect(
      await service.database.query('select from deleted_object where type_id = $1', [type.typeId]),
    ).toEqual([]);
  });

  test('is called by what is the label of its type now', async () => {
    const type = await newType({ code: { code: 'TEXT' } });
    const code = type.attributes['code']!;
    const [named, without] = [
      await type.create('Old', { [code]: ['New'] }),
      await type.create('Old'),
    ];
    await remove(named);
    await remove(without);
    expect((await api('PATCH', `/attribute/${code}`, { isLabel: true })).status).toBe(200);
    expect([(await restored(named)).label, (await restored(without)).label]).toEqual(['New', '']);
  });

  test('comes back from a call that deletes many', async () => {
    const type = await newType();
    const made = await Promise.all(Array.from({ length: 200 }, () => type.create('Many')));
    const operations = made.map((objectId) => ({ objectOperationType: 'delete', objectId }));
    const answer = await api('POST', '/object/bulk', { operations });
    expect(changeObjects.reply!.parse(answer.body).result).toHaveLength(200);
    expect((await listDeleted(`?typeId=${type.typeId}&limit=1`)).total).toBe(200);
    await restored(made[120]!);
    expect((await listDeleted(`?typeId=${type.typeId}&limit=1`)).total).toBe(199);
  });
});

describe('A reference', () => {
  test('to a restored object is put back where its place is empty, and else said', async () => {
    const target = await newType();
    const type = await newType({
      one: reference(target.typeId),
      many: reference(target.typeId, true),
      gone: reference(target.typeId),
    });
    const { one, many, gone } = type.attributes as Record<'one' | 'many' | 'gone', string>;
    const [x, y, z] = [
      await target.create('X'),
      await target.create('Y'),
      await target.create('Z'),
    ];
    const empty = await type.create('Empty', { [one]: [x], [many]: [y, x, z], [gone]: [x] });
    const taken = await type.create('Taken', { [one]: [x], [many]: [x] });
    const deleted = await type.create('Deleted', { [one]: [x] });
    await remove(x);
    expect(await valuesOf(empty, one)).toEqual([]);
    await write(taken, one, [y]);
    await write(taken, many, [y, z]);
    await api('DELETE', `/attribute/${gone}`);
    await remove(deleted);
    const { notRestored } = await restored(x);
    expect(notRestored).toEqual(
      expect.arrayContaining([
        { objectId: deleted, attributeId: one, reason: 'OBJECT_DELETED' },
        { objectId: empty, attributeId: gone, reason: 'ATTRIBUTE_GONE' },
        { objectId: taken, attributeId: one, reason: 'NO_ROOM' },
      ]),
    );
    expect(notRestored).toHaveLength(3);
    expect([await valuesOf(empty, one), await valuesOf(empty, many)]).toEqual([[x], [y, x, z]]);
    expect([await valuesOf(taken, one), await valuesOf(taken, many)]).toEqual([[y], [y, z, x]]);
    expect((await restored(deleted)).notRestored).toEqual([]);
    expect(await valuesOf(deleted, one)).toEqual([x]);
  });

  test.each(['the first', 'the last'])(
    'between two deleted objects is back once both are, %s deleted restored first',
    async (which) => {
      const [left, right] = [await newType(), await newType()];
      const toRight = await left.add('To', 'REFERENCE', { targetTypeId: right.typeId });
      const toLeft = await right.add('To', 'REFERENCE', { targetTypeId: left.typeId });
      const one = await left.create('One');
      const two = await right.create('Two', { [toLeft]: [one] });
      await write(one, toRight, [two]);
      await remove(one);
      await remove(two);
      const waiting = [
        { objectId: one, attributeId: toRight, reason: 'OBJECT_DELETED' },
        { objectId: two, attributeId: toLeft, reason: 'OBJECT_DELETED' },
      ];
      const [first, second, said] = which === 'the first' ? [one, two, waiting] : [two, one, []];
      expect((await restored(first)).notRestored).toEqual(said);
      expect((await restored(second)).notRestored).toEqual([]);
      expect(await valuesOf(one, toRight)).toEqual([two]);
      expect(await valuesOf(two, toLeft)).toEqual([one]);
    },
  );

  test('of an object to itself is put back', async () => {
    const type = await newType();
    const self = await type.add('Self', 'REFERENCE', { targetTypeId: type.typeId });
    const id = await type.create('Self');
    await write(id, self, [id]);
    await remove(id);
    expect((await restored(id)).notRestored).toEqual([]);
    expect(await valuesOf(id, self)).toEqual([id]);
  });

  test('to an object that is gone for good is said', async () => {
    const target = await newType();
    const type = await newType({ one: reference(target.typeId) });
    const one = type.attributes['one']!;
    const x = await target.create('X');
    const id = await type.create('Refers', { [one]: [x] });
    await remove(id);
    await remove(x);
    await service.database.query('delete from deleted_object where id = $1', [x]);
    expect((await restored(id)).notRestored).toEqual([
      { objectId: id, attributeId: one, reason: 'OBJECT_GONE' },
    ]);
  });

  test('from an object that the caller may not read is put back without a word', async () => {
    const signedBy = attributeId('Contract', 'Signed by');
    await api('DELETE', `/object/${objects.zoe}`, undefined, 'ben');
    expect(await valuesOf(objects.lease, signedBy)).toEqual([]);
    const first = restoreObject.reply!.parse((await restore(objects.zoe, 'ben')).body);
    expect(first.notRestored).toEqual([]);
    expect(await valuesOf(objects.lease, signedBy)).toEqual([objects.zoe]);
    await api('DELETE', `/object/${objects.zoe}`, undefined, 'ben');
    await write(objects.lease, signedBy, [objects.bob]);
    const second = restoreObject.reply!.parse((await restore(objects.zoe, 'ben')).body);
    expect(second.notRestored).toEqual([]);
    expect(await valuesOf(objects.lease, signedBy)).toEqual([objects.bob]);
  });
});

test('The history says who restored an object, and which objects got their reference back', async () => {
  const target = await newType();
  const type = await newType({ one: reference(target.typeId) });
  const one = type.attributes['one']!;
  const x = await target.create('X');
  const referring = await type.create('Refers', { [one]: [x] });
  await remove(x);
  now = new Date(now.getTime() + 1);
  expect((await restore(x, 'ben')).status).toBe(200);
  const newest = async (id: string) => {
    const { body } = await api('GET', `/object/${id}/history?limit=1`);
    return listObjectHistory.reply!.parse(body).result[0];
  };
  const entry = { changedAt: now.toISOString(), userId: ids.ben };
  expect(await newest(x)).toMatchObject({
    ...entry,
    action: 'restore',
    changes: [{ attributeId: target.label, before: [], after: [{ value: 'X' }] }],
  });
  expect(await newest(referring)).toMatchObject({
    ...entry,
    action: 'change',
    changes: [{ attributeId: one, before: [], after: [{ value: x, details: { label: 'X' } }] }],
  });
});

describe('A value', () => {
  test('whose attribute, option, state or person is gone is left out and said', async () => {
    const body = { name: 'Steps', states: [{ name: 'Open' }, { name: 'Done' }] };
    const flow = createWorkflow.reply!.parse((await api('POST', '/workflow', body)).body);
    const [open, done] = flow.states.map(({ id }) => id);
    const options = [
      { id: 'kept', name: 'Kept' },
      { id: 'lost', name: 'Lost' },
    ];
    const type = await newType({
      gone: { code: 'TEXT' },
      choice: { code: 'OPTION', configuration: { options, isMultiple: true } },
      step: { code: 'WORKFLOW', configuration: { workflowId: flow.id } },
      owner: { code: 'USER' },
      words: { code: 'TEXT', configuration: { isMultiple: true } },
    });
    const { gone, choice, step, owner, words } = type.attributes;
    const id = await type.create('Old', {
      [gone!]: ['Lost words'],
      [choice!]: ['lost', 'kept'],
      [owner!]: [ids.ben],
      [words!]: ['a', 'b'],
    });
    await service.database.query(
      'update object_value set value = $1 where object_id = $2 and attribute_id = $3',
      [done!, id, step!],
    );
    await remove(id);
    await api('DELETE', `/attribute/${gone!}`);
    const change = (attribute: string, code: string, configuration: object) =>
      api('PATCH', `/attribute/${attribute}`, { attributeTypeCode: code, configuration });
    // Its name is what the other one's id was.
    const renamed = [
      { id: 'kept', name: 'Kept' },
      { id: 'new', name: 'lost' },
    ];
    await change(choice!, 'OPTION', { options: renamed, isMultiple: true });
    await change(words!, 'TEXT', { isMultiple: false });
    await api('PATCH', `/workflow/${flow.id}`, { states: [flow.states[0]] });
    await service.database.query(
      `update deleted_object set object_values = replace(object_values::text, $1, $2)::jsonb where id = $3`,
      [ids.ben, ids.archive, id],
    );
    const { notRestored } = await restored(id);
    expect(notRestored).toHaveLength(5);
    expect(notRestored).toEqual(
      expect.arrayContaining([
        { objectId: id, attributeId: gone, reason: 'ATTRIBUTE_GONE' },
        { objectId: id, attributeId: choice, reason: 'VALUE_GONE' },
        { objectId: id, attributeId: step, reason: 'VALUE_GONE' },
        { objectId: id, attributeId: owner, reason: 'VALUE_GONE' },
        { objectId: id, attributeId: words, reason: 'NO_ROOM' },
      ]),
    );
    expect(await valuesOf(id, choice!)).toEqual(['kept']);
    expect(await valuesOf(id, step!)).toEqual([open]);
    expect(await valuesOf(id, words!)).toEqual(['a']);
  });

  test('is kept in a form whose version is known', async () => {
    const id = await (await newType()).create('Versioned');
    await remove(id);
    const [row] = await service.database.query<{ stored: unknown }>(
      'select object_values as stored from deleted_object where id = $1',
      [id],
    );
    const label = [expect.any(String), 'Versioned'];
    expect(row?.stored).toEqual({ version: 1, values: [label] });
  });

  test('of a workflow that the type got in the meantime is its first state', async () => {
    const type = await newType();
    const id = await type.create('Early');
    await remove(id);
    const step = await type.add('Step', 'WORKFLOW', { workflowId: ids.workflow });
    expect((await restored(id)).notRestored).toEqual([]);
    expect(await valuesOf(id, step)).toEqual(
      [await valuesOf(await type.create('Late'), step)].flat(),
    );
  });
});
