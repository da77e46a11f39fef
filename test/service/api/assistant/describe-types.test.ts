import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeTypes } from '../../../../src/service/api/assistant/answer-with-model';

type View = Parameters<typeof describeTypes>[0];

/** A workspace with so many types, attributes of each, and options of each of these. */
function viewWith(types: number, attributes: number, options: number): View {
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `${prefix} ${index}` }));
  return {
    types: named('Type', types).map((type) => ({
      ...type,
      attributes: named('Attribute', attributes).map((attribute) => ({
        ...attribute,
        kind: { name: 'select' },
        options: named('Option', options),
        states: [],
      })),
    })),
  } as unknown as View;
}

const description = z.object({
  types: z.array(z.looseObject({ type: z.string(), attributes: z.array(z.unknown()).optional() })),
  more: z.number().optional(),
});
const read = (view: View, name?: string) =>
  description.parse(JSON.parse(describeTypes(view, name)));

describe('What a model is told of the types', () => {
  test('is everything where that is little', () => {
    const { types, more } = read(viewWith(3, 4, 5));
    expect(types.map(({ attributes }) => attributes?.length)).toEqual([4, 4, 4]);
    expect(more).toBeUndefined();
  });

  test.each([
    [2_000, 20, 5],
    [1, 3_000, 200],
    [5, 5, 5_000],
  ])('is bounded for %i types of %i attributes of %i options', (types, attributes, options) => {
    const view = viewWith(types, attributes, options);
    expect(describeTypes(view).length).toBeLessThan(21_000);
    const told = read(view);
    expect(told.types.length + (told.more ?? 0)).toBe(types);
  });

  test('is one type where its name is given, and nothing for a name that isn’t there', () => {
    const view = viewWith(2_000, 20, 5);
    expect(read(view, 'type 1999').types).toMatchObject([{ type: 'Type 1999' }]);
    expect(read(view, 'type 1999').types[0]?.attributes).toHaveLength(20);
    expect(read(view, 'nothing').types).toEqual([]);
  });
});
