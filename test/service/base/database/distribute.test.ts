import { describe, expect, test } from 'vitest';
import { type Layout, planPlacement } from '../../../../src/service/base/database/distribute';

const layout: Layout = {
  version: '13.2-1',
  lacksCoordinator: false,
  isMarked: false,
  isEmpty: false,
  tables: [
    { name: 'workspace', isPlaced: false },
    { name: 'object', isPlaced: false },
  ],
};
const placed = layout.tables.map((table) => ({ ...table, isPlaced: true }));
const half = layout.tables.map(({ name }) => ({ name, isPlaced: name === 'object' }));
const plan = (change: Partial<Layout>, isAsked = false) =>
  planPlacement({ ...layout, ...change }, isAsked);

describe('The tables of a database', () => {
  test('stay where they are without the extension', () => {
    expect(plan({ version: null, tables: [] })).toEqual({ action: 'leave' });
  });

  test('are distributed while it is empty, and new ones once the others are', () => {
    const names = ['workspace', 'object'];
    expect(plan({ isEmpty: true })).toEqual({ action: 'place', names });
    expect(plan({ isMarked: true, tables: half })).toEqual({
      action: 'place',
      names: ['workspace'],
    });
    expect(plan({ isMarked: true, tables: placed })).toEqual({ action: 'place', names: [] });
  });

  test('are distributed with what they hold only where someone asks for it', () => {
    const left = plan({});
    expect(left).toMatchObject({ action: 'leave' });
    expect(left).toHaveProperty(
      'warning',
      expect.stringContaining('npm run service -- distribute'),
    );
    expect(plan({}, true)).toMatchObject({ action: 'place' });
  });
});

describe('Nothing is changed, and a sentence says what to do, where', () => {
  test.each<[string, Partial<Layout>, boolean, RegExp]>([
    [
      'the extension is too old',
      { version: '11.3-1', isEmpty: true },
      false,
      /needs 13\.0 or newer.*alter extension citus update/,
    ],
    [
      'workers don’t know the coordinator',
      { lacksCoordinator: true },
      true,
      /citus_set_coordinator_host/,
    ],
    [
      'the extension is gone',
      { version: null, isMarked: true },
      false,
      /isn’t there any more.*Restore the backups/,
    ],
    ['there is no extension to distribute with', { version: null }, true, /create extension citus/],
    [
      'someone distributed half of the tables',
      { tables: half },
      false,
      /others aren’t: workspace\..*npm run service -- distribute/,
    ],
  ])('%s', (_where, change, isAsked, message) => {
    const outcome = plan(change, isAsked);
    expect(outcome).toMatchObject({ action: 'refuse' });
    expect(outcome).toHaveProperty('message', expect.stringMatching(message));
    expect(outcome).toHaveProperty('message', expect.stringContaining('Nothing was changed.'));
  });
});
