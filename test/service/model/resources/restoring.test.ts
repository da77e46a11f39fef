import { describe, expect, test } from 'vitest';
import type { WorkspaceObject } from '../../../../src/api/object';
import { duringTests } from '../../../support/during-tests';
import { refusalOf } from '../../../support/refused-calls';
import { writtenValues } from '../../../support/written-values';
import { attributeId, ids, objects } from '../../fleet';
import { startFleetService, testTime } from '../../fleet-service';
import { ownTypes, reference } from '../../own-types';

let now = testTime;
const service = duringTests(() => startFleetService({ clock: () => now }));
const dayMs = 24 * 60 * 60_000;

const api = () => service.as('ann');
const ben = () => service.as('ben');
const remove = (id: string) => api().objects.delete(id);
const restored = (id: string) => api().objects.restore(id);
const read = (id: string) => api().objects.get(id);

/** The values of an attribute, as they are now. */
async function valuesOf(id: string, attribute: string): Promise<string[]> {
  const { attributes } = await read(id);
  const entry = attributes.find((each) => each.attributeId === attribute);
  return entry!.values.map(({ value }) => value);
}

const newType = ownTypes(api);

const write = (id: string, attribute: string, values: string[]) =>
  api().objects.update(id, { attributes: writtenValues({ [attribute]: values }) });
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
      const request = { query: 'Label ~ "MacBook"', typeId: ids.laptop };
      return (await api().objects.search(request)).result.map(({ id }) => id);
    };
    const before = await read(objects.a);
    expect(await find()).toEqual([objects.a]);
    await remove(objects.a);
    expect((await refusalOf(read(objects.a))).status).toBe(404);
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
    const { typeId } = type;
    const { listDeleted } = api().objects;
    const list = await listDeleted({ typeId });
    expect(list).toMatchObject({ total: 2, isLast: true });
    expect(list.result).toEqual(
      [
        { id: two, label: 'Two', at: now },
        { id: one, label: 'One', at: start },
      ].map(({ id, label, at }) => ({
        id,
        label,
        typeId,
        deletedAt: at.toISOString(),
        deletedBy: { id: ids.ann, name: 'Ann Ödegaard' },
        endsAt: new Date(at.getTime() + 30 * dayMs).toISOString(),
      })),
    );
    const last = await listDeleted({ typeId, offset: 1, limit: 1 });
    expect(last).toMatchObject({ total: 2, isLast: true, pageSize: 1, result: [{ id: one }] });
    expect((await listDeleted({ limit: 2 })).result.map(({ id }) => id)).toEqual([two, one]);
    await restored(one);
    await restored(two);
    expect((await listDeleted({ typeId })).total).toBe(0);
  });

  test('says of a former member only the id', async () => {
    await remove(objects.e);
    await service.database.query(
      'update deleted_object set deleted_by = $1 where workspace_id = $2 and id = $3',
      [ids.cat, ids.fleet, objects.e],
    );
    const { result } = await api().objects.listDeleted();
    expect(result[0]?.deletedBy).toEqual({ id: ids.cat, name: null });
    await restored(objects.e);
  });

  test('can’t be restored by whoever may not write its type, and is not there for whoever may not read it', async () => {
    const type = await newType();
    const { typeId } = type;
    const id = await type.create('Guarded');
    await remove(id);
    const onlyAnn = { userIds: [ids.ann], groupIds: [] };
    await api().types.setAccess(typeId, { read: { everyone: true }, write: onlyAnn });
    const { listDeleted, restore } = ben().objects;
    expect((await refusalOf(restore(id))).status).toBe(403);
    expect((await refusalOf(listDeleted({ typeId }))).status).toBe(403);
    expect((await listDeleted()).result.map((each) => each.id)).not.toContain(id);
    await api().types.setAccess(typeId, { read: onlyAnn, write: onlyAnn });
    const hidden = await refusalOf(restore(id));
    expect(hidden.reason).toBe((await refusalOf(restore(objects.archived))).reason);
    expect([hidden.status, (await refusalOf(listDeleted({ typeId }))).status]).toEqual([404, 404]);
    await restored(id);
  });

  test('is restored once: then it is there, which is told to whoever can see it', async () => {
    expect(await refusalOf(restored(objects.b))).toMatchObject({
      status: 400,
      violations: [{ violationType: 'CONFLICT', domain: 'OBJECT', fieldIdentifier: 'id' }],
    });
    await remove(objects.b);
    const path = `/object/${objects.b}/restore`;
    const answers = await Promise.all([service.api('POST', path), service.api('POST', path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await refusalOf(ben().objects.restore(objects.lease))).status).toBe(404);
    expect((await refusalOf(restored(objects.archived))).status).toBe(404);
    expect((await service.api('POST', '/object/nothing/restore')).status).toBe(404);
  });

  test('goes with its type, once the caller knows that it can’t be restored any more', async () => {
    const type = await newType();
    const id = await type.create('Doomed');
    await remove(id);
    await type.create('There');
    const { delete: removeType } = api().types;
    const { reason, violations } = await refusalOf(removeType(type.typeId));
    expect(reason).toMatch(
      /^Deleting "Own \d+" deletes its 1 object and 1 deleted object that can still be restored\. To do that, send \?confirm=2\.$/,
    );
    expect(violations).toMatchObject([
      { violationType: 'REQUIRED', fieldIdentifier: 'confirm', domain: 'TYPE' },
    ]);
    expect((await refusalOf(removeType(type.typeId, { confirm: 1 }))).status).toBe(400);
    await removeType(type.typeId, { confirm: 2 });
    expect((await refusalOf(restored(id))).status).toBe(404);
    expect(
      await service.database.query('select from deleted_object where type_id = $1', [type.typeId]),
    ).toEqual([]);
  });

  test('is called by what is the label of its type now', async () => {
    const type = await newType({ code: { code: 'TEXT' } });
    const code = type.attributes['code']!;
    const named = await type.create('Old', { [code]: ['New'] });
    const without = await type.create('Old');
    await remove(named);
    await remove(without);
    await api().attributes.update(code, { isLabel: true });
    expect((await restored(named)).label).toBe('New');

    const refused = await refusalOf(restored(without));
    expect(refused.violations).toMatchObject([
      { violationType: 'REQUIRED', fieldIdentifier: code, domain: 'OBJECT', invalidValue: without },
    ]);
    expect(refused.message).toContain(`no value of "code". To restore it, make "Name" the label`);
    expect((await refusalOf(read(without))).status).toBe(404);
    await api().attributes.update(type.label, { isLabel: true });
    expect((await restored(without)).label).toBe('Old');
  });

  test('stays deleted where none of its texts can be its label', async () => {
    const type = await newType();
    const id = await type.create('Only');
    await remove(id);
    await type
      .add('Other', 'TEXT')
      .then((other) => api().attributes.update(other, { isLabel: true }));
    await api().attributes.delete(type.label);
    const { message } = await refusalOf(restored(id));
    expect(message).toMatch(/no value of "Other"\. It has no other text .* can’t be restored/);
    expect((await api().objects.listDeleted({ typeId: type.typeId })).total).toBe(1);
  });

  test('comes back from a call that deletes many', async () => {
    const type = await newType();
    const made = await Promise.all(Array.from({ length: 200 }, () => type.create('Many')));
    const objectOperationType = 'delete' as const;
    const operations = made.map((objectId) => ({ objectOperationType, objectId }));
    expect((await api().objects.change({ operations })).result).toHaveLength(200);
    const deleted = { typeId: type.typeId, limit: 1 };
    expect((await api().objects.listDeleted(deleted)).total).toBe(200);
    await restored(made[120]!);
    expect((await api().objects.listDeleted(deleted)).total).toBe(199);
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
    await api().attributes.delete(gone);
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
    for (const signer of [objects.zoe, objects.bob]) {
      await ben().objects.delete(objects.zoe);
      expect(await valuesOf(objects.lease, signedBy)).toEqual([]);
      if (signer === objects.bob) await write(objects.lease, signedBy, [signer]);
      expect((await ben().objects.restore(objects.zoe)).notRestored).toEqual([]);
      expect(await valuesOf(objects.lease, signedBy)).toEqual([signer]);
    }
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
  await ben().objects.restore(x);
  const newest = async (id: string) =>
    (await api().objects.listHistory(id, { limit: 1 })).result[0];
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
    const steps = { name: 'Steps', states: [{ name: 'Open' }, { name: 'Done' }] };
    const flow = await api().workflows.create(steps);
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
    const { attributes, workflows } = api();
    await attributes.delete(gone!);
    // Its name is what the other one's id was.
    const renamed = [
      { id: 'kept', name: 'Kept' },
      { id: 'new', name: 'lost' },
    ];
    const configuration = { options: renamed, isMultiple: true };
    await attributes.update(choice!, { attributeTypeCode: 'OPTION', configuration });
    const single = { isMultiple: false };
    await attributes.update(words!, { attributeTypeCode: 'TEXT', configuration: single });
    await workflows.update(flow.id, { states: [{ id: open!, name: 'Open' }] });
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
