import { notModelled } from '../jira/jira-error';
import { spellingOf, operatorsOfProperty } from './field-properties';
import type { SearchContext, SearchField } from './search-field';
import { equality, textOfValue, types, wordSearch } from './search-field';
import { systemFields, exactTextContent } from './system-fields';
import type { SystemField } from './system-fields';
import type { FieldReference } from './tree';
import type { CustomField, Issue } from '../jira/state';

export class FieldCatalogue {
  readonly systemFields: readonly SystemField[];
  readonly appFields: readonly SearchedAppField[];

  constructor(private readonly context: SearchContext) {
    this.systemFields = systemFields(context);
    this.appFields = context.model.state.fields.map((field) => appField(context, field));
  }

  /**
   * Returns the fields that a name means: none if it is unknown, several if custom fields
   * share a name.
   */
  find(reference: FieldReference): readonly SearchField[] {
    if (reference.bracketed !== undefined) {
      return this.#findProperties(reference, reference.name, reference.bracketed);
    }
    const found = reference.isSplit ? [] : this.#findWhole(reference.name.toLowerCase());
    return found.length > 0 ? found : this.#findDotted(reference);
  }

  #findWhole(name: string): readonly SearchField[] {
    const system = this.systemFields.find(({ clauseNames }) => clauseNames.includes(name));
    return system ? [system] : this.#findOwners(name).map(({ whole }) => whole);
  }

  /** The custom fields of a name or, whatever others are called, the one of an id. */
  #findOwners(name: string): readonly SearchedAppField[] {
    const byId = this.appFields.filter(
      ({ clauseName, field }) => name === clauseName || name === field.id,
    );
    if (byId.length > 0) return byId;
    return this.appFields.filter(({ field }) => field.name.toLowerCase() === name);
  }

  /** A name and an alias may both hold dots: every place to part them is tried. */
  #findDotted(reference: FieldReference): readonly SearchField[] {
    const { name } = reference;
    for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      const found = this.#findProperties(reference, name.slice(0, dot), name.slice(dot + 1));
      if (found.length > 0) return found;
    }
    return [];
  }

  #findProperties(reference: FieldReference, owner: string, alias: string): readonly SearchField[] {
    const name = owner.toLowerCase();
    const spelling = spellingOf(reference, /^cf\[\d+\]$/.test(name));
    const { jqlPropertySpellings, jqlIdleSpellings } = this.context.model.switches;
    if (!jqlPropertySpellings.includes(spelling)) return [];
    const found = this.#findOwners(name).flatMap(
      ({ properties }) => properties.get(alias.toLowerCase()) ?? [],
    );
    return jqlIdleSpellings.includes(spelling)
      ? found.map((field) => ({ ...field, appliesTo: () => false }))
      : found;
  }
}

/** A custom field as queries can name it. */
interface SearchedAppField {
  /** `cf[10050]` */
  clauseName: string;
  field: CustomField;
  /** The field itself: text search over all that its value holds. */
  whole: SearchField;
  /** By alias in lower case. */
  properties: ReadonlyMap<string, SearchedProperty>;
}

interface SearchedProperty extends SearchField {
  alias: string;
}

function appField(context: SearchContext, field: CustomField): SearchedAppField {
  const { model } = context;
  const type = model.typeOf(field);
  const clauseName = `cf[${field.id.slice('customfield_'.length)}]`;
  const appliesTo = servedIssues(context, field);
  const whole: SearchField = {
    operators: wordSearch,
    types: [types.text],
    content: { kind: 'text', textOf: ({ values }) => textOfValue(values[field.id]) },
    appliesTo,
    sortKeyOf: ({ values }) => type.format(values[field.id]) || undefined,
  };
  const properties = propertyAliasesOf(type.declaration.schema).map((alias) => {
    const property: SearchedProperty = {
      alias: alias.alias,
      isProperty: true,
      operators: operatorsOfProperty(equality, model.switches),
      types: [types.text],
      content: exactTextContent((issue) => indexedTexts(issue.values[field.id], alias)),
      appliesTo,
    };
    return [alias.alias.toLowerCase(), property] as const;
  });
  return { clauseName, field, whole, properties: new Map(properties) };
}

/** Jira's index holds a field only for the issues that one of its contexts serves. */
function servedIssues({ model }: SearchContext, field: CustomField): (issue: Issue) => boolean {
  const isServed = new Map<string, boolean>();
  return ({ projectId, workTypeId }) => {
    const place = `${projectId} ${workTypeId}`;
    const known = isServed.get(place);
    if (known !== undefined) return known;
    const found = model.findContext(field, projectId, workTypeId) !== undefined;
    isServed.set(place, found);
    return found;
  };
}

/** A property of an app's field that queries can name: a text or a list of texts. */
interface PropertyAlias {
  alias: string;
  /** Of the property in the stored value. */
  name: string;
}

/**
 * Returns what the schema of a field type makes searchable.
 * @throws {JiraError} 501 for an alias of anything but texts, and for a `searchType`
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jira-custom-field-type/#object-type-jql-search
 */
function propertyAliasesOf(schema: unknown): readonly PropertyAlias[] {
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
function indexedTexts(value: unknown, { name }: PropertyAlias): readonly string[] {
  const found = recordOf(value)[name];
  const items: readonly unknown[] = Array.isArray(found) ? found : [found];
  return items.filter((item) => typeof item === 'string');
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
