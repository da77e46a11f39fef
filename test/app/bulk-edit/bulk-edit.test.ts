import { beforeEach, describe, expect, test } from 'vitest';
import type { BulkOperation } from '../../../src/app/bulk-screen/bulk-edit-contract';
import { planPath } from '../../../src/app/bulk-edit/bulk-edit-handlers';
import { cascadeValueOf } from '../../../src/app/cascade-field/cascade-value';
import { saveBulkPath } from '../../../src/app/cascade-field/cascade-field-contract';
import { saveBulkObjects } from '../../../src/app/object-field/object-field-contract';
import { objectId } from '../refresh/support/memory-service';
import { assetId, configurationOf } from '../refresh/support/refresh-site';
import fc from '../../support/property-testing';
import { BulkSite, held } from './support/bulk-site';

const otherWorkspace = '11111111-0000-4000-8000-00000000000f';
let site: BulkSite;

beforeEach(() => {
  site = new BulkSite();
  for (let index = 0; index < 40; index += 1) site.service.labels.set(objectId(index), `L${index}`);
});

describe('A bulk edit', () => {
  test('adds to each work item what it lacks, with its label of now, and keeps what it held', async () => {
    const ids = [site.add(held([1])), site.add(held([1, 2])), site.add(null)];
    expect(await site.save('add', [2, 3])).toEqual({
      savedCount: 3,
      unchangedCount: 0,
      leftOut: [],
    });
    expect(ids.map((id) => site.stored(id))).toEqual([
      { indices: [1, 2, 3], labels: ['Old', 'L2', 'L3'] },
      { indices: [1, 2, 3], labels: ['Old', 'Old', 'L3'] },
      { indices: [2, 3], labels: ['L2', 'L3'] },
    ]);
    expect(site.service.calls).toHaveLength(1);
    expect(site.service.calls[0]?.query).not.toContain(objectId(1));
  });

  test.each(['set', 'add', 'remove'] as const)(
    'keeps an id that somebody planted, and its label, as written through %s',
    async (operation) => {
      const secret = { objectId: objectId(30).toUpperCase(), label: 'Planted' };
      site.service.types.set(objectId(30), otherWorkspace);
      site.add({ objects: [...(held([1, 2])?.objects ?? []), secret] });
      await site.save(operation, operation === 'set' ? [3, 30] : [2, 30, 3]);
      const value = JSON.stringify(site.jira.issues[0]?.fields[assetId]);
      if (operation !== 'remove') expect(value).toContain(JSON.stringify(secret));
      expect(value).not.toContain('L30');
      expect(site.service.calls.map(({ query }) => query).join()).not.toContain(objectId(30));
    },
  );

  test('reads no label of an object of another type, even if the person picks it', async () => {
    site.service.types.set(objectId(30), otherWorkspace);
    const id = site.add(held([1]));
    await site.save('add', [30]);
    expect(site.stored(id)).toEqual({ indices: [1, 30], labels: ['Old', 'Picked'] });
  });

  test('refuses where the person can’t read what the field offers', async () => {
    const id = site.add(held([1]));
    site.service.trouble = () => ({ status: 404 });
    const refused = { code: 'WORKSPACE_NOT_ACCESSIBLE' };
    await expect(site.save('add', [2])).rejects.toMatchObject(refused);
    expect(site.stored(id).indices).toEqual([1]);
  });

  test('keeps what a path holds already on its level as it is stored', () => {
    const path = (...labels: string[]) =>
      cascadeValueOf(
        labels.map((label, level) => ({
          levelId: objectId(90 + level),
          objects: [{ objectId: objectId(level), label }],
        })),
      );
    const end = { levelId: objectId(92), objects: [{ objectId: objectId(7), label: 'New' }] };
    const chosen = cascadeValueOf([...(path('A', 'B')?.levels ?? []), end]);
    const planned = planPath(path('Planted', 'B'), chosen);
    expect(planned).toMatchObject({ value: { labels: ['New'], objectIds: [objectId(7)] } });
    const labels = planned.kind === 'value' ? JSON.stringify(planned.value) : '';
    expect(labels).toContain('Planted');
    expect(labels).not.toContain('"A"');
  });

  test('clears with null where nothing is left, and asks the service nothing then', async () => {
    const id = site.add(held([1]));
    await site.save('remove', [1, 5]);
    expect(site.jira.issues[0]?.fields[assetId]).toBeNull();
    expect(site.stored(id).indices).toEqual([]);
    expect(site.service.calls).toEqual([]);
  });

  test('names what it leaves out, by the reason', async () => {
    site.configurations.set('2', configurationOf(otherWorkspace));
    const one = { ...configurationOf('x'), cardinality: 'one' };
    site.configurations.set('3', {
      ...one,
      workspaceId: site.configurations.get('1')?.workspaceId ?? '',
    });
    site.add(held([1]));
    site.add(held([1]), '2');
    site.add(held([1]), '4');
    site.add(held([1]), '3');
    site.readOnly.add(site.add(held([1])));
    site.hidden.add(site.add(held([1])));
    site.add({ objects: 'x' });
    site.add(held(Array.from({ length: 100 }, (_, index) => 100 + index)));
    site.jira.unwritable.add(site.add(held([1])));
    site.offScreen.add(site.add(held([1])));
    const before = structuredClone(site.jira.issues.slice(1));
    expect(await site.save('add', [2])).toEqual({
      savedCount: 1,
      unchangedCount: 0,
      leftOut: [
        { key: 'DEMO-2', reason: 'otherSource' },
        { key: 'DEMO-3', reason: 'notConfigured' },
        { key: 'DEMO-4', reason: 'onlyOne' },
        { key: 'DEMO-5', reason: 'notEditable' },
        { key: undefined, reason: 'hidden' },
        { key: 'DEMO-7', reason: 'unreadable' },
        { key: 'DEMO-8', reason: 'tooMany' },
        { key: 'DEMO-9', reason: 'refused' },
        { key: 'DEMO-10', reason: 'notOnScreen' },
      ],
    });
    expect(site.jira.issues.slice(1)).toEqual(before);
    const told = await site.read();
    expect(told.map(({ reason }) => reason)).toEqual([
      ...[undefined, 'otherSource', 'notConfigured', undefined, 'notEditable', 'hidden'],
      ...[undefined, undefined, undefined, 'notOnScreen'],
    ]);
    expect(JSON.stringify(told[5])).not.toContain('DEMO');
    expect(told.filter(({ isUnreadable }) => isUnreadable)).toMatchObject([{ key: 'DEMO-7' }]);
    expect(told.filter(({ isSingle }) => isSingle)).toMatchObject([{ key: 'DEMO-4' }]);
  });

  test('reads and writes nothing for someone who may not change work items in bulk', async () => {
    const id = site.add(held([1]));
    site.mayChangeInBulk = false;
    await expect(site.read()).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    await expect(site.save('add', [2])).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(site.stored(id).indices).toEqual([1]);
  });

  test.each([
    { operation: 'remove', picked: [1], left: [2] },
    { operation: 'clear', picked: [], left: [] },
  ] as const)(
    'does $operation also where the field offers other objects, which doesn’t matter for it',
    async ({ operation, picked, left }) => {
      site.configurations.set('2', configurationOf(otherWorkspace));
      const ids = [site.add(held([1, 2])), site.add(held([1, 2]), '2')];
      expect(await site.save(operation, picked)).toMatchObject({ savedCount: 2, leftOut: [] });
      expect(ids.map((id) => site.stored(id).indices)).toEqual([left, left]);
    },
  );

  test('keeps what someone changes while the service is asked', async () => {
    const id = site.add(held([1]));
    const { transportFor } = site.service;
    expect(transportFor).toBeDefined();
    site.service.trouble = () => {
      const [issue] = site.jira.issues;
      site.jira.issues = [{ ...issue!, fields: { ...issue!.fields, [assetId]: held([1, 9]) } }];
      return undefined;
    };
    await site.save('add', [2]);
    expect(site.stored(id).indices).toEqual([1, 9, 2]);
  });

  test('writes nothing of a part where the service does not answer', async () => {
    const id = site.add(held([1]));
    site.service.trouble = () => ({ status: 400 });
    await expect(site.save('add', [2])).rejects.toThrow();
    expect(site.stored(id)).toEqual({ indices: [1], labels: ['Old'] });
  });

  test('writes few times where Jira refuses one of a hundred', async () => {
    for (let index = 0; index < 100; index += 1) site.add(held([1]));
    site.jira.unwritable.add('64');
    const leftOut = [{ key: 'DEMO-64', reason: 'refused' }];
    expect(await site.save('add', [2])).toEqual({ savedCount: 99, unchangedCount: 0, leftOut });
    const writes = site.jira.calls.filter((call) => call === 'writeFieldValues');
    expect(writes).toHaveLength(21);
  });

  test('takes an object that is picked twice as one', async () => {
    site.configurations.set('1', { ...site.configurations.get('1')!, cardinality: 'one' });
    const one = site.add(null);
    expect(await site.save('set', [2, 2])).toMatchObject({ savedCount: 1, leftOut: [] });
    expect(site.stored(one).indices).toEqual([2]);
    expect(await site.save('add', [2, 2])).toMatchObject({ unchangedCount: 1, leftOut: [] });
    await site.save('clear', []);
    expect(await site.save('add', [3, 3])).toMatchObject({ savedCount: 1, leftOut: [] });
    expect(site.stored(one).indices).toEqual([3]);
  });

  test('refuses an object without an id', () => {
    const objects = [{ objectId: '', label: 'Mac' }];
    const levels = [{ levelId: objectId(1), objects }];
    const sent = { offset: 0, operation: 'set', objects };
    expect(saveBulkObjects.payload.safeParse(sent).success).toBe(false);
    expect(saveBulkPath.payload.safeParse({ offset: 0, selections: levels }).success).toBe(false);
  });

  test.each<[BulkOperation, number[], number[][]]>([
    ['set', [1], [[1], [1, 2], []]],
    ['add', [1], [[2, 1], [2], []]],
    ['remove', [1], [[2], [1], [1, 2]]],
    ['clear', [], [[], [1], [2]]],
  ])('counts and writes what %s changes', async (operation, picked, [same = [], ...others]) => {
    const unchanged = site.add(held(same));
    for (const indices of others) site.add(held(indices));
    const before = site.stored(unchanged);
    const result = await site.save(operation, picked);
    expect(result).toEqual({ savedCount: 2, unchangedCount: 1, leftOut: [] });
    expect(site.stored(unchanged)).toEqual(before);
  });

  test('neither writes nor asks the service where nothing changes', async () => {
    for (let index = 0; index < 3; index += 1) site.add(held([2]));
    const result = await site.save('remove', [1]);
    expect(result).toEqual({ savedCount: 0, unchangedCount: 3, leftOut: [] });
    expect(site.jira.calls).not.toContain('writeFieldValues');
    expect(site.service.calls).toEqual([]);
  });

  test('replaces and clears a value of which it can read only a part', async () => {
    const stored = { objects: [...(held([1])?.objects ?? []), 'x'] };
    site.add(stored);
    expect(await site.save('set', [1])).toMatchObject({ savedCount: 1 });
    Object.assign(site.jira.issues[0]!.fields, { [assetId]: { objects: ['x'] } });
    expect(await site.save('clear', [])).toMatchObject({ savedCount: 1 });
  });

  test('takes a path for the same only if every level holds the same', () => {
    const path = (...indices: number[]) =>
      cascadeValueOf(
        indices.map((index, level) => ({
          levelId: objectId(90 + level),
          objects: [{ objectId: objectId(index), label: 'Any' }],
        })),
      );
    const unchanged = { kind: 'unchanged' };
    expect(planPath(path(1, 2), path(1, 2))).toEqual(unchanged);
    expect(planPath(null, null)).toEqual(unchanged);
    expect(planPath(path(3, 2), path(1, 2))).toEqual({ kind: 'value', value: path(1, 2) });
    expect(planPath(path(1), path(1, 2))).toMatchObject({ kind: 'value' });
    expect(planPath(path(1), null)).toEqual({ kind: 'value', value: null });
    // As anyone may write it: without its levels, which a search looks at.
    expect(planPath(held([2]), path(1, 2))).toMatchObject({ kind: 'value' });
    expect(planPath({ objects: ['x'] }, null)).toEqual({ kind: 'value', value: null });
  });

  test('tells values apart by their objects, in any order', async () => {
    for (const indices of [[1, 2], [2, 1], [1], []]) site.add(held(indices));
    const keys = (await site.read()).map(({ valueKey }) => valueKey);
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toBe(keys[1]);
  });

  test.each([-1, 0.5, 1, 5000, Number.NaN])('refuses part %s of one work item', async (offset) => {
    site.add(held([1]));
    await expect(site.save('clear', [], offset)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('holds with 1,000 work items in parts of 100, each with a write', async () => {
    for (let index = 0; index < 1000; index += 1) site.add(held([index % 20]));
    for (let offset = 0; offset < 1000; offset += 100) await site.save('add', [30], offset);
    expect(site.jira.issues.every(({ id }) => site.stored(id).indices.includes(30))).toBe(true);
    const writes = site.jira.calls.filter((call) => call === 'writeFieldValues');
    expect(writes).toHaveLength(10);
    expect(site.service.calls).toHaveLength(10);
  });
});

/** What a person expects: each open work item has the set of objects that the operations leave. */
const modelled: Record<BulkOperation, (held: Set<number>, picked: Set<number>) => Set<number>> = {
  set: (_, picked) => new Set(picked),
  add: (before, picked) => new Set([...before, ...picked]),
  remove: (before, picked) => new Set([...before].filter((index) => !picked.has(index))),
  clear: () => new Set(),
};

const indices = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 5 });
const item = fc.record({
  held: indices,
  project: fc.constantFrom('1', '1', '1', '2', '4'),
  access: fc.constantFrom('edit', 'edit', 'read', 'none'),
});
const step = fc.record({
  operation: fc.constantFrom<BulkOperation>('set', 'add', 'remove', 'clear'),
  picked: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 4 }),
  isRefused: fc.boolean(),
});

const all = (world: BulkSite) => world.jira.issues.map(({ id }) => world.stored(id).indices.join());

test('Any sequence of set, add, remove and clear ends as a simple model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 12 }),
      fc.array(step, { maxLength: 8 }),
      async (items, steps) => {
        const world = new BulkSite();
        world.configurations.set('2', configurationOf(otherWorkspace));
        for (let index = 0; index < 8; index += 1)
          world.service.labels.set(objectId(index), `L${index}`);
        world.add(null);
        const model = items.map(({ held: first, project, access }) => {
          const id = world.add(held(first), project);
          if (access === 'read') world.readOnly.add(id);
          if (access === 'none') world.hidden.add(id);
          return { id, project, isEditable: access === 'edit', value: new Set(first) };
        });
        for (const { operation, picked, isRefused } of steps) {
          const [refused] = isRefused ? model : [];
          if (refused) world.jira.unwritable.add(refused.id);
          const before = all(world);
          const { savedCount, unchangedCount, leftOut } = await world.save(operation, picked);
          const changed = all(world).filter((now, index) => now !== before[index]);
          expect(savedCount).toBe(changed.length);
          expect(savedCount + unchangedCount + leftOut.length).toBe(before.length);
          if (refused) world.jira.unwritable.delete(refused.id);
          const next = modelled[operation];
          for (const entry of model) {
            const projects = operation === 'set' || operation === 'add' ? ['1'] : ['1', '2'];
            const isOpen = entry.isEditable && projects.includes(entry.project);
            const wasRefused = leftOut.some(({ key }) => key === `DEMO-${entry.id}`);
            if (isOpen && !wasRefused) entry.value = next(entry.value, new Set(picked));
            if (isOpen && entry !== refused) expect(wasRefused).toBe(false);
          }
        }
        for (const { id, value } of model) {
          expect(new Set(world.stored(id).indices)).toEqual(value);
        }
      },
    ),
  );
});
