import { notModelled } from '../jira/jira-error';
import type { Key } from './search-field';

/** How Jira indexes a property of an app's field. */
type PropertyKind = 'string' | 'number' | 'text' | 'user' | 'date';

/** A property of an app's field that queries can name. */
export interface PropertyAlias {
  alias: string;
  kind: PropertyKind;
  /** Property names from the value's root. */
  path: readonly string[];
}

/**
 * Returns what the schema of a field type makes searchable: strings, numbers, booleans and lists
 * of them. As on the platform, an alias on anything else is ignored.
 * @throws {JiraError} 501 for a `searchType` that the sandbox does not model.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#object-type-jql-search
 */
export function propertyAliasesOf(schema: unknown): readonly PropertyAlias[] {
  return Object.entries(recordOf(recordOf(schema).properties)).flatMap(([name, property]) =>
    aliasesBelow(recordOf(property), [name]),
  );
}

function aliasesBelow(
  schema: Readonly<Record<string, unknown>>,
  path: readonly string[],
): readonly PropertyAlias[] {
  const { searchAlias: alias } = schema;
  const kind = typeof alias === 'string' ? kindOf(schema) : undefined;
  const own = typeof alias === 'string' && kind ? [{ alias, kind, path }] : [];
  const nested = Object.entries(recordOf(schema.properties)).flatMap(([name, property]) =>
    aliasesBelow(recordOf(property), [...path, name]),
  );
  return [...own, ...nested];
}

function kindOf(schema: Readonly<Record<string, unknown>>): PropertyKind | undefined {
  const type = schema.type === 'array' ? recordOf(schema.items).type : schema.type;
  const kind = indexedTypes[String(type)];
  const { searchType } = schema;
  if (kind === undefined || searchType === undefined) return kind;
  if (searchType === 'text' || searchType === 'user' || searchType === 'date') return searchType;
  throw notModelled(`the search type ${JSON.stringify(searchType)} of a field's property`);
}

/** Booleans are searched as text. */
const indexedTypes: Readonly<Record<string, PropertyKind>> = {
  string: 'string',
  boolean: 'string',
  number: 'number',
  integer: 'number',
};

/** Returns the indexed values of a property, none if the stored value has another shape. */
export function indexedValues(value: unknown, { path, kind }: PropertyAlias): readonly Key[] {
  let found: unknown = value;
  for (const name of path) found = recordOf(found)[name];
  return (Array.isArray(found) ? found : [found]).flatMap((item) => indexedValue(item, kind));
}

function indexedValue(item: unknown, kind: PropertyKind): readonly Key[] {
  if (kind === 'number') return typeof item === 'number' ? [item] : [];
  const text = typeof item === 'boolean' ? String(item) : item;
  if (typeof text !== 'string') return [];
  if (kind !== 'date') return [text];
  const moment = Date.parse(text);
  return Number.isNaN(moment) ? [] : [moment];
}

/** Returns every text and number in a value, which is what `~` on the field itself searches. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOfValue).join('\n');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
