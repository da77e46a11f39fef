import { describe, expect, test } from 'vitest';
import {
  isObjectId,
  isSameObject,
  maximumLabelLength,
  readStoredValue,
  storedLabel,
  storedValueOf,
} from '../../../src/app/objects/stored-value';
import fc from '../../support/property-testing';

const objects = fc.array(
  fc.record({
    objectId: fc.string({ minLength: 1 }),
    label: fc.string({ unit: 'binary', maxLength: 400 }),
  }),
  { minLength: 1, maxLength: 20 },
);
/** Half of a character that takes two UTF-16 units, without its other half. */
const loneSurrogate = /\p{Surrogate}/u;
const laptop = { objectId: '0b0c0d0e-0000-4000-8000-000000000001', label: 'MacBook Pro 14' };
const anything = fc.anything({ maxDepth: 4, withNullPrototype: true });

describe('a stored value', () => {
  test('is read back as the objects that it was made of, each id once', () => {
    fc.assert(
      fc.property(objects, (picked) => {
        const stored = storedValueOf(picked);
        const { objects: read, isDamaged } = readStoredValue(JSON.parse(JSON.stringify(stored)));
        expect(isDamaged).toBe(false);
        expect(read).toEqual(stored?.objects);
        expect(new Set(read.map(({ objectId }) => objectId)).size).toBe(read.length);
        expect(new Set(picked.map(({ objectId }) => objectId)).size).toBe(read.length);
      }),
    );
  });

  test('has flat arrays that say the same as its objects', () => {
    fc.assert(
      fc.property(objects, (picked) => {
        const stored = storedValueOf(picked)!;
        expect(stored.objectIds).toEqual(stored.objects.map(({ objectId }) => objectId));
        expect(stored.labels).toEqual(stored.objects.map(({ label }) => label));
      }),
    );
  });

  test('is null for nothing', () => {
    expect(storedValueOf([])).toBeNull();
  });

  test('is read from any value at all without an error, and never invents an object', () => {
    fc.assert(
      fc.property(anything, (value) => {
        const { objects: read } = readStoredValue(value);
        for (const { objectId, label } of read) {
          expect(objectId).not.toBe('');
          expect(typeof label).toBe('string');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['nothing', null, 0, false],
    ['nothing yet', undefined, 0, false],
    ['the bare shape', { objects: [{ objectId: 'a', label: 'A' }] }, 1, false],
    [
      'a later shape with more',
      { version: 3, objects: [{ objectId: 'a', label: 'A', icon: 'x' }], levels: [] },
      1,
      false,
    ],
    ['a later shape with other names', { items: [{ id: 'a' }] }, 0, true],
    ['objects that are no list', { objects: {} }, 0, true],
    ['entries without id', { objects: [{ label: 'A' }] }, 0, true],
    ['an empty id', { objects: [{ objectId: '', label: 'A' }] }, 0, true],
    ['a number for an id', { objects: [{ objectId: 7, label: 'A' }] }, 0, true],
    [
      'one object under its id in two cases',
      { objects: [laptop, { ...laptop, objectId: laptop.objectId.toUpperCase() }] },
      1,
      false,
    ],
    ['an id that is no UUID', { objects: [{ objectId: 'x'.repeat(300), label: 'A' }] }, 1, false],
    ['one good and one broken entry', { objects: [null, { objectId: 'a', label: 'A' }] }, 1, true],
    ['text', 'A, B', 0, true],
    ['a list', [{ objectId: 'a', label: 'A' }], 0, true],
  ])('reads %s', (_, value, count, isDamaged) => {
    expect(readStoredValue(value)).toMatchObject({ isDamaged });
    expect(readStoredValue(value).objects).toHaveLength(count);
  });
});

describe('a stored label', () => {
  const label = fc.string({ unit: 'binary', maxLength: 600 });
  const longLabel = fc.string({ unit: 'grapheme', minLength: 256, maxLength: 600 });

  test('is the label where it fits, and else a beginning of it that ends in a sign of the cut', () => {
    fc.assert(
      fc.property(fc.oneof(label, longLabel), (text) => {
        const stored = storedLabel(text);
        if (text.length <= maximumLabelLength) {
          expect(stored).toBe(text);
          return;
        }
        expect(stored.length).toBeLessThanOrEqual(maximumLabelLength);
        expect(stored.endsWith('…')).toBe(true);
        expect(text.startsWith(stored.slice(0, -1))).toBe(true);
      }),
    );
    expect(storedLabel('x'.repeat(255))).toBe('x'.repeat(255));
    expect(storedLabel('x'.repeat(256))).toBe(`${'x'.repeat(254)}…`);
  });

  test('never ends in half a character', () => {
    fc.assert(
      fc.property(label, (text) => {
        fc.pre(!loneSurrogate.test(text));
        expect(storedLabel(text)).not.toMatch(loneSurrogate);
      }),
    );
    expect(storedLabel('💻'.repeat(5_000))).toBe(`${'💻'.repeat(127)}…`);
  });

  test('keeps what is drawn as one character whole', () => {
    fc.assert(
      fc.property(longLabel, (text) => {
        const kept = graphemesOf(storedLabel(text)).slice(0, -1);
        expect(graphemesOf(text).slice(0, kept.length)).toEqual(kept);
      }),
    );
    expect(storedLabel(`${'x'.repeat(252)}👩‍💻👩‍💻`)).toBe(`${'x'.repeat(252)}…`);
    expect(storedLabel(`${'x'.repeat(253)}e\u0301y`)).toBe(`${'x'.repeat(253)}…`);
  });

  test('keeps as much as fits of one character that is longer than a label', () => {
    expect(storedLabel(`e${'\u0301'.repeat(10_000)}`)).toBe(`e${'\u0301'.repeat(253)}…`);
    expect(storedLabel(`👩${'\u200D👩'.repeat(200)}`)).not.toMatch(loneSurrogate);
  });

  test('does not change when it is cut again', () => {
    fc.assert(
      fc.property(fc.oneof(label, longLabel), (text) => {
        expect(storedLabel(storedLabel(text))).toBe(storedLabel(text));
      }),
    );
  });
});

function graphemesOf(text: string): string[] {
  return [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
}

const uuid = '0b0c0d0e-0000-4000-8000-00000000000f';

describe('an id of an object', () => {
  test.each([uuid, uuid.toUpperCase()])('is a UUID like %j', (id) => {
    expect(isObjectId(id)).toBe(true);
  });

  test.each(['', 'no-uuid', `${uuid} `, `${uuid}\n`, `{${uuid}}`, 'x'.repeat(300)])(
    'is never %j',
    (id) => {
      expect(isObjectId(id)).toBe(false);
    },
  );

  test('names the same object in any case', () => {
    expect(isSameObject(uuid, uuid.toUpperCase())).toBe(true);
    expect(isSameObject(uuid, uuid.replace('f', 'e'))).toBe(false);
  });

  test('that is none stays apart from one in another case, since nobody knows what it names', () => {
    expect(isSameObject('odd', 'ODD')).toBe(false);
    expect(isSameObject('odd', 'odd')).toBe(true);
  });
});
