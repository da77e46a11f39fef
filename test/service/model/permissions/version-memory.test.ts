import { describe, expect, test } from 'vitest';
import { VersionMemory } from '../../../../src/service/model/permissions/version-memory';

/** A memory of texts whose names tell how often each was read. */
function createMemory(maximumBytes: number, bytesOf: (text: string) => number = () => 1_000) {
  const readings: string[] = [];
  const memory = new VersionMemory<string, string>({
    maximumBytes,
    bytesOf,
    read: async (key) => {
      readings.push(key);
      const text = `${key}${readings.length}`;
      await Promise.resolve();
      return text;
    },
  });
  return { readings, get: (key: string, version: string) => memory.get(key, version, key) };
}

describe('the memory of versions', () => {
  test('reads what is asked for once for all who ask for the same version', async () => {
    const { readings, get } = createMemory(10_000);
    const first = await Promise.all([get('a', '1'), get('a', '1'), get('a', '1')]);
    expect([...first, await get('a', '1')]).toEqual(['a1', 'a1', 'a1', 'a1']);
    expect(readings).toEqual(['a']);
  });

  test('reads a new version, and keeps no earlier one', async () => {
    const { readings, get } = createMemory(10_000);
    expect(await get('a', '1')).toBe('a1');
    expect(await Promise.all([get('a', '2'), get('a', '2')])).toEqual(['a2', 'a2']);
    expect(await get('a', '2')).toBe('a2');
    expect(await get('a', '1')).toBe('a3');
    expect(readings).toHaveLength(3);
  });

  test('answers nobody with what was read before they asked', async () => {
    const { get } = createMemory(10_000);
    const earlier = get('a', '1');
    const later = get('a', '2');
    expect(await earlier).toBe('a1');
    expect(await later).toBe('a2');
  });

  test('forgets what was used longest ago where there is no room', async () => {
    const { readings, get } = createMemory(3_500);
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await get(key, '1');
    expect(readings).toEqual(['a', 'b', 'c', 'b']);
  });

  test('keeps one that is larger than half of the room beside the others, until there is another such one', async () => {
    const { readings, get } = createMemory(3_500, (text) =>
      text.startsWith('large') ? 1_000_000 : 1_000,
    );
    for (const key of ['a', 'large', 'b', 'large', 'a', 'large 2', 'large 2', 'large']) {
      await get(key, '1');
    }
    expect(readings).toEqual(['a', 'large', 'b', 'large 2', 'large']);
    await get('large', '2');
    await get('large', '2');
    expect(readings.slice(5)).toEqual(['large']);
  });
});
