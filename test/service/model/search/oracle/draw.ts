import fc from '../../../../support/property-testing';

/** Draws values one after the other, so that each can depend on those before. */
export interface Draw {
  pick<Item>(items: readonly Item[]): Item;
  some<Item>(items: readonly Item[], atMost: number): Item[];
  count(from: number, to: number): number;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  id(): string;
}

/** What `build` makes of random draws; it shrinks to earlier items and smaller counts. */
export function drawn<Value>(build: (draw: Draw) => Value): fc.Arbitrary<Value> {
  return fc.noBias(fc.gen()).map((generate) =>
    build({
      pick: (items) => items[generate(fc.nat, { max: items.length - 1 })]!,
      some: (items, atMost) =>
        items.length === 0
          ? []
          : generate(fc.subarray, [...items], { maxLength: Math.min(atMost, items.length) }),
      count: (from, to) => generate(fc.integer, { min: from, max: to }),
      chance: (percent) => generate(fc.integer, { min: 0, max: 99 }) >= 100 - percent,
      id: () => generate(fc.uuid),
    }),
  );
}
