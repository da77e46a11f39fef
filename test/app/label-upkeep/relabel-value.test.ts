import { describe, expect, test } from 'vitest';
import { objectIdsIn, relabel } from '../../../src/app/label-upkeep/relabel-value';

const object = (objectId: string, label: string) => ({ objectId, label });
const labels = new Map([
  ['a', 'New A'],
  ['b', 'B'],
  ['c', 'New C'],
]);
const labelOf = (objectId: string) => labels.get(objectId);

describe('Labels of now in stored values', () => {
  test('A value gets them in its objects and in what searches look at, and keeps everything else', () => {
    const stored = {
      objects: [object('a', 'Old A'), object('b', 'B'), object('gone', 'Gone')],
      objectIds: ['a', 'b', 'gone'],
      labels: ['Old A', 'B', 'Gone'],
      note: 'somebody’s own',
    };
    expect(relabel('object', stored, labelOf)).toEqual({
      kind: 'outdated',
      value: {
        objects: [object('a', 'New A'), object('b', 'B'), object('gone', 'Gone')],
        objectIds: ['a', 'b', 'gone'],
        labels: ['New A', 'B', 'Gone'],
        note: 'somebody’s own',
      },
      changes: [{ from: 'Old A', to: 'New A' }],
    });
  });

  test('A cascade gets them on every level, each change named once', () => {
    const levels = [
      { levelId: '1', objects: [object('c', 'Old C')] },
      { levelId: '2', objects: [object('a', 'Old A')] },
    ];
    const stored = { objects: [object('a', 'Old A')], levels, pathIds: ['c', 'a'] };
    expect(relabel('cascade', stored, labelOf)).toEqual({
      kind: 'outdated',
      value: {
        objects: [object('a', 'New A')],
        objectIds: ['a'],
        labels: ['New A'],
        levels: [
          { levelId: '1', objects: [object('c', 'New C')] },
          { levelId: '2', objects: [object('a', 'New A')] },
        ],
        pathIds: ['c', 'a'],
      },
      changes: [
        { from: 'Old A', to: 'New A' },
        { from: 'Old C', to: 'New C' },
      ],
    });
    expect(objectIdsIn('cascade', stored)).toEqual(['a', 'c', 'a']);
  });

  test('A cascade gets them where only a level above the last one has an old label', () => {
    const levels = [
      { levelId: '1', objects: [object('c', 'Old C')] },
      { levelId: '2', objects: [object('b', 'B')] },
    ];
    expect(relabel('cascade', { objects: [object('b', 'B')], levels }, labelOf)).toMatchObject({
      kind: 'outdated',
      value: { levels: [{ objects: [object('c', 'New C')] }, levels[1]] },
    });
  });

  test('A value stays as it is where no label changed, or it can’t be read whole', () => {
    expect(relabel('object', { objects: [object('b', 'B')] }, labelOf).kind).toBe('current');
    for (const stored of ['text', { objects: [{ label: 'x' }] }, { objects: 'x' }]) {
      expect(relabel('object', stored, labelOf).kind).toBe('unreadable');
    }
  });
});
