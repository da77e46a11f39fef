import * as z from 'zod';
import { exampleIds } from '../../../../src/service/api/description/words';
import { document, type Operation } from '../../../support/conformance';
import fc from '../../../support/property-testing';
import { arbitraryJson, arbitraryText, schema, type KnownIds } from './arbitrary-json';

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

export interface GeneratedRequest {
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
