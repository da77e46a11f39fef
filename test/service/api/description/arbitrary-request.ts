import * as z from 'zod';
import fc from '../../../support/property-testing';
import { exampleIds } from '../../../../src/service/api/description/words';
import { document, type Operation } from '../../../support/conformance';

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
function arbitraryJson(described: Schema, ids: KnownIds, field = ''): fc.Arbitrary<unknown> {
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
function arbitraryText({ format }: Schema, ids: KnownIds, field = ''): fc.Arbitrary<string> {
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

export interface DescribedOperation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation of the description. */
export const operations: readonly DescribedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
);

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  description: z.string().optional(),
  schema,
});
export type Parameter = z.infer<typeof parameter>;

const shared = z
  .object({ parameters: z.record(z.string(), z.unknown()) })
  .parse(document.components).parameters;

/** The parameters of an operation, those it has in common with others among them. */
export function parametersOf({ operation }: DescribedOperation): Parameter[] {
  return operation.parameters.map((described) => {
    const reference = described['$ref'];
    const name = typeof reference === 'string' ? reference.split('/').at(-1) : undefined;
    return parameter.parse(name === undefined ? described : shared[name]);
  });
}

const jsonBody = z.object({
  schema,
  examples: z.object({ example: z.object({ value: z.unknown() }) }).optional(),
});

/** What the description says of a JSON body; undefined where there is none. */
export function bodyOf({ operation }: DescribedOperation): z.infer<typeof jsonBody> | undefined {
  return jsonBody.optional().parse(operation.requestBody?.content?.['application/json']);
}

/** Whether someone who sends the example of the body has to replace ids in it first. */
export function hasMadeUpIds(described: DescribedOperation): boolean {
  const example = JSON.stringify(bodyOf(described)?.examples?.example.value ?? {});
  return Object.values(exampleIds).some((id) => example.includes(id));
}

interface GeneratedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Requests that are mostly as described, of someone who knows these ids. */
export function arbitraryRequest(
  described: DescribedOperation,
  ids: KnownIds,
  workspaceId: string,
): fc.Arbitrary<GeneratedRequest> {
  const parameters = parametersOf(described);
  const values = parameters.map((each) =>
    each.name === 'wds-workspace-id'
      ? mostly(workspaceId)
      : arbitraryParameter(each, ids, described.path),
  );
  const body = bodyOf(described);
  return fc
    .tuple(fc.tuple(...values), body ? arbitraryJson(body.schema, ids) : fc.constant(undefined))
    .map(([drawn, body]) => {
      const named = parameters.map((each, place) => ({ ...each, value: drawn[place] }));
      return { path: fill(described.path, named), headers: headersOf(named), body };
    });
}

function mostly(workspaceId: string): fc.Arbitrary<string | undefined> {
  return fc.oneof(
    { weight: 60, arbitrary: fc.constant(workspaceId) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'x') },
  );
}

function arbitraryParameter(
  each: Parameter,
  ids: KnownIds,
  path: string,
): fc.Arbitrary<string | undefined> {
  const field = each.name === 'id' ? resourceOf(path) : each.name;
  const value = fc.oneof(
    { weight: 20, arbitrary: arbitraryJson(each.schema, ids, field).map(asText) },
    { weight: 1, arbitrary: arbitraryText({}, ids) },
  );
  if (each.in === 'path') return value.filter((text) => !['', '.', '..'].includes(text));
  return each.required ? value : fc.oneof(value, fc.constant(undefined));
}

/** What a path is about: `object`. */
export function resourceOf(path: string): string {
  return path.split('/')[3] ?? '';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface NamedValue extends Parameter {
  readonly value: string | undefined;
}

function fill(template: string, values: readonly NamedValue[]): string {
  const query = new URLSearchParams();
  let path = template;
  for (const { name, in: place, value } of values) {
    if (value === undefined) continue;
    if (place === 'path') path = path.replace(`{${name}}`, () => encode(value));
    if (place === 'query') query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Length is HTTP's own matter, and other characters can't be sent. */
function headersOf(values: readonly NamedValue[]): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(({ name, in: place, value = '' }) =>
      place === 'header' && name !== 'Content-Length' && /^[\x20-\x7e]+$/.test(value)
        ? [[name, value]]
        : [],
    ),
  );
}
