import { describe, expect, test } from 'vitest';
import {
  cascade,
  city,
  configureCascade,
  country,
  levelError,
  levelMatches,
  pressOf,
  region,
  shownLevels,
  shownQueries,
  writeQuery,
} from '../support/cascade-screen';
import { ok, pass } from '../support/config-screen';
import { useFakeDelays } from '../support/fake-delays';
import { press } from '../support/ui-host';

const levels = Array.from({ length: 3 }, (_, index) => ({
  levelId: `c0ffee00-0000-4000-8000-00000000000${index}`,
  name: `Floor ${index}`,
  query: `Type = "Floor ${index}"`,
  isMultiple: false,
}));
const many = { ...cascade, levels };

useFakeDelays();

describe('three levels', () => {
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

describe('a few levels', () => {
  test('fold with what was written when one more is added, and when another one is opened', async () => {
    const screen = await configureCascade({ configuration: cascade });
    await writeQuery(screen, region.levelId, 'Type = "Region" and Code = 7');
    await press(screen, 'Add level');
    const [added, ...others] = shownLevels(screen);
    expect(others).toEqual([]);
    expect([country, region, city].map(({ levelId }) => levelId)).not.toContain(added);
    expect(screen.text()).toContain('Type = "Region" and Code = 7');
    await pressOf(screen, 0, 'Expand');
    await pressOf(screen, 0, 'Expand');
    expect(shownLevels(screen)).not.toContain(country.levelId);
    expect(shownLevels(screen)).toContain(region.levelId);
    expect(shownQueries(screen)).toContain('Type = "Region" and Code = 7');
  });

  test('stay open beside each other while there are two', async () => {
    const [first, second] = cascade.levels;
    const screen = await configureCascade({ configuration: { ...cascade, levels: [first] } });
    await press(screen, 'Add level');
    expect(shownLevels(screen)).toHaveLength(2);
    const two = await configureCascade({ configuration: { ...cascade, levels: [first, second] } });
    expect(shownLevels(two)).toHaveLength(2);
    await pressOf(two, 0, 'Collapse');
    await pressOf(two, 0, 'Expand');
    expect(shownLevels(two)).toHaveLength(2);
  });
});
