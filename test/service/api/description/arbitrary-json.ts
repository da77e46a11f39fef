import * as z from 'zod';
import fc from '../../../support/property-testing';

/** The part of JSON Schema that the description uses. */
export interface Schema {
  readonly type?: string | undefined;
  readonly properties?: Record<string, Schema> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: Schema | boolean | undefined;
  readonly propertyNames?: Schema | undefined;
  readonly items?: Schema | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly format?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[] | undefined;
  readonly oneOf?: readonly Schema[] | undefined;
}
export const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);

/** Ids to draw from, by what they are of: `object`. It grows with what the service answers. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** Mostly what the schema describes, now and then something else in any place. */
export function arbitraryJson(described: Schema, ids: KnownIds, field = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: fitting(described, ids, field) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function fitting(described: Schema, ids: KnownIds, field: string): fc.Arbitrary<unknown> {
  const choices = described.anyOf ?? described.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryJson(choice, ids, field)));
  if (described.const !== undefined) return fc.constant(described.const);
  if (described.enum) return fc.constantFrom(...described.enum);
  switch (described.type) {
    case 'object':
      return fittingObject(described, ids);
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 4 } = described;
      const maxLength = Math.max(minItems, Math.min(maxItems, 4));
      return fc.array(arbitraryJson(items, ids, field), { minLength: minItems, maxLength });
    }
    case 'string':
      return arbitraryText(described, ids, field);
    case 'integer':
      return arbitraryInteger(described);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function fittingObject(described: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = described;
  if (properties === undefined) {
    const members = typeof additionalProperties === 'object' ? additionalProperties : {};
    const keys = arbitraryText(described.propertyNames ?? {}, ids);
    return fc.dictionary(keys, arbitraryJson(members, ids), { maxKeys: 3 });
  }
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, arbitraryJson(field, ids, name)] as const,
  );
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  const others = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 });
  return fc.oneof(
    { weight: 30, arbitrary: known },
    {
      weight: 1,
      arbitrary: fc.tuple(known, others).map(([fields, more]) => ({ ...fields, ...more })),
    },
  );
}

function arbitraryInteger({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 300) }),
  );
}

/** What texts of the API mean something as: values of every kind, names, queries, media types. */
const meaningful = [
  ...['', ' ', '\u200b', '\0', '\ud800', '*', 'A name', 'In use', 'true', '-0.50', '2026-02-28'],
  ...['2026-02-28T10:00:00Z', 'https://example.com/', 'ann@example.com', 'order by Name', '(('],
  ...['{"type":"doc","content":[]}', '{"type":"doc"', '{{@userId:x}}', '__proto__'],
];

/** What stands in some fields when all is well. */
const usual: Readonly<Record<string, readonly string[]>> = {
  query: ['', 'Label ~ "a" order by Label', 'Label = "x" or not (Created > now("-7d"))'],
  contentType: ['image/png', 'text/plain; charset=utf-8'],
  fileName: ['a.png', 'Ünïcode.txt'],
  'If-Match': ['*', '"x", W/"y"'],
  'If-None-Match': ['"x"'],
};

/** @param field whose text it is: `typeId` and `userIds` say what an id is of */
export function arbitraryText({ format }: Schema, ids: KnownIds, field = ''): fc.Arbitrary<string> {
  const kind = field === 'columns' ? 'attribute' : field.replace(/Ids?$/, '');
  const ofKind = ids[kind] ?? [];
  const all = Object.values(ids).flat();
  const drawFrom = (known: readonly string[]) =>
    fc.nat().map((place) => known[place % known.length] ?? '');
  const id = fc.oneof(
    { weight: ofKind.length === 0 ? 0 : 20, arbitrary: drawFrom(ofKind) },
    { weight: 2, arbitrary: drawFrom(all) },
    { weight: 1, arbitrary: fc.uuid() },
  );
  if (format === 'uuid') return id;
  return fc.oneof(
    ...(usual[field] ?? []).map((text) => ({ weight: 5, arbitrary: fc.constant(text) })),
    fc.constantFrom(...meaningful),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    id,
    drawFrom(ids['user'] ?? []).map((known) => `{{@userId:${known}}}`),
  );
}
