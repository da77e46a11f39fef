import { createRequire } from 'node:module';
import * as z from 'zod';

/**
 * The platform's own validator lets most modules carry keys that no part of its schema mentions,
 * so a misspelt key is silently ignored on the site. This finds them.
 */
export function findUnknownKeys(manifest: unknown): string[] {
  const unknown = unknownKeysOf(manifest, branchesOf(rootSchema), 'manifest');
  return unknown.filter((key) => !documentedKeys.some((documented) => documented.test(key)));
}

/**
 * Keys that Atlassian documents and its schema doesn't know yet.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#properties
 */
const documentedKeys = [/^manifest\.modules\.jira:customFieldType\[\d+\]\.unlicensedAccess$/];

interface Schema {
  $ref?: string;
  type?: unknown;
  properties?: Record<string, unknown>;
  patternProperties?: Record<string, unknown>;
  additionalProperties?: unknown;
  items?: unknown;
  [combination: string]: unknown;
}

const schemaShape = z.looseObject({});
const rootSchema: unknown = createRequire(import.meta.url)('@forge/manifest/schema.json');

function unknownKeysOf(value: unknown, schemas: Schema[], path: string): string[] {
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => [schema.items].flat()).flatMap(branchesOf);
    return value.flatMap((entry, index) => unknownKeysOf(entry, items, `${path}[${index}]`));
  }
  const object = schemaShape.safeParse(value);
  if (!object.success) return [];
  return Object.entries(object.data).flatMap(([key, child]) => {
    const known = schemas.flatMap((schema) => schemasOfKey(schema, key));
    if (known.length > 0) return unknownKeysOf(child, known.flatMap(branchesOf), `${path}.${key}`);
    return schemas.some(isOpen) || !schemas.some(namesKeys) ? [] : [`${path}.${key}`];
  });
}

function schemasOfKey(schema: Schema, key: string): unknown[] {
  const named = schema.properties?.[key];
  const byPattern = Object.entries(schema.patternProperties ?? {})
    .filter(([pattern]) => new RegExp(pattern).test(key))
    .map(([, child]) => child);
  const rest = schema.additionalProperties;
  return [named, ...byPattern, typeof rest === 'object' ? rest : undefined].filter(Boolean);
}

const namesKeys = (schema: Schema) => Object.keys(schema.properties ?? {}).length > 0;

/** An object schema that names nothing takes anything. */
const isOpen = (schema: Schema) => schema.type === 'object' && !namesKeys(schema);

/** The schema and every alternative that it is combined of. */
function branchesOf(schema: unknown): Schema[] {
  const parsed = schemaShape.safeParse(schema);
  if (!parsed.success) return [];
  const branch: Schema = resolveReference(parsed.data);
  const combined = ['anyOf', 'oneOf', 'allOf', 'then', 'else'].flatMap((word) => branch[word]);
  return [branch, ...combined.flatMap(branchesOf)];
}

function resolveReference(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const steps = schema.$ref.split('/').slice(1).map(unescapePointer);
  const target = steps.reduce<unknown>((at, step) => schemaShape.parse(at)[step], rootSchema);
  return resolveReference(schemaShape.parse(target));
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');
