import { describe, expect, test } from 'vitest';
import {
  cascade,
  configureCascade,
  levelError,
  levelMatches,
  pressOf,
  shownLevels,
  writeQuery,
} from '../support/cascade-screen';
import { ok, pass } from '../support/config-screen';
import { useFakeDelays } from '../support/fake-delays';

const levels = Array.from({ length: 4 }, (_, index) => ({
  levelId: `c0ffee00-0000-4000-8000-00000000000${index}`,
  name: `Floor ${index}`,
  query: `Type = "Floor ${index}"`,
  isMultiple: false,
}));
const many = { ...cascade, levels };

useFakeDelays();

describe('many levels', () => {
  test('begin with their names and queries alone, and open one by one', async () => {
    const screen = await configureCascade({ configuration: many });
    expect(shownLevels(screen)).toEqual([]);
    expect(screen.text()).toMatch(/Floor 2\s+Type = "Floor 2"/);
    await pressOf(screen, 2, 'Expand');
    expect(shownLevels(screen)).toEqual([levels[2]?.levelId]);
    await pressOf(screen, 0, 'Collapse');
    expect(shownLevels(screen)).toEqual([]);
  });

  test('show one whose query fails, which stays open when it is corrected', async () => {
    const [faulty] = levels;
    const screen = await configureCascade({
      configuration: many,
      cascadeCheck: (payload) =>
        ok({
          levels: (payload.levels as typeof levels).map(({ query }) =>
            query === faulty?.query ? levelError() : levelMatches(1, 'One'),
          ),
        }),
    });
    await pass(1_000);
    expect(shownLevels(screen)).toEqual([faulty?.levelId]);
    await writeQuery(screen, faulty?.levelId ?? '', 'Type = "Floor"');
    await pass(1_000);
    expect(shownLevels(screen)).toEqual([faulty?.levelId]);
  });
});

test('a few levels begin open', async () => {
  const screen = await configureCascade({ configuration: cascade });
  expect(shownLevels(screen)).toHaveLength(3);
});
