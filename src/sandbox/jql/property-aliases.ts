import { notModelled } from '../jira/jira-error';

/** A property of an app's field that queries can name: a text or a list of texts. */
export interface PropertyAlias {
  alias: string;
  /** Of the property in the stored value. */
  name: string;
}

/**
 * Returns what the schema of a field type makes searchable.
 * @throws {JiraError} 501 for an alias of anything but texts, and for a `searchType`
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#object-type-jql-search
 */
export function propertyAliasesOf(schema: unknown): readonly PropertyAlias[] {
  const properties = Object.entries(recordOf(recordOf(schema).properties));
  return properties.flatMap(([name, property]) => {
    const { searchAlias: alias, searchType, type, items } = recordOf(property);
    if (typeof alias !== 'string') return [];
    const isText = (type === 'array' ? recordOf(items).type : type) === 'string';
    if (!isText || searchType !== undefined) {
      throw notModelled(`the search alias '${alias}' of anything but plain texts`);
    }
    return [{ alias, name }];
  });
}

/** Returns the indexed texts of a property, none if the stored value has another shape. */
export function indexedTexts(value: unknown, { name }: PropertyAlias): readonly string[] {
  const found = recordOf(value)[name];
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  return items.filter((item) => typeof item === 'string');
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
