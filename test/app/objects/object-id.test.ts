import { describe, expect, test } from 'vitest';
import { isObjectId, isSameObject } from '../../../src/app/objects/object-id';

const objectId = '0b0c0d0e-0000-4000-8000-00000000000f';

describe('an id of an object', () => {
  test.each([objectId, objectId.toUpperCase()])('is a UUID like %j', (id) => {
    expect(isObjectId(id)).toBe(true);
  });

  test.each(['', 'no-uuid', `${objectId} `, `${objectId}\n`, `{${objectId}}`, 'x'.repeat(300)])(
    'is never %j',
    (id) => {
      expect(isObjectId(id)).toBe(false);
    },
  );

  test('names the same object in any case', () => {
    expect(isSameObject(objectId, objectId.toUpperCase())).toBe(true);
    expect(isSameObject(objectId, objectId.replace('f', 'e'))).toBe(false);
  });

  test('that is none stays apart from one in another case, since nobody knows what it names', () => {
    expect(isSameObject('odd', 'ODD')).toBe(false);
    expect(isSameObject('odd', 'odd')).toBe(true);
  });
});
