import type { CustomField, Issue } from '../jira/state';
import { exactTextContent } from './field-contents';
import { indexedTexts, propertyAliasesOf, textOfValue } from './property-aliases';
import type { PropertyAlias } from './property-aliases';
import { operatorsOfProperty } from './property-behavior';
import { equality, types, wordSearch } from './search-field';
import type { SearchContext, SearchField } from './search-field';

/** A custom field as queries can name it. */
export interface SearchedAppField {
  /** `cf[10050]` */
  clauseName: string;
  field: CustomField;
  /** The field itself: text search over all that its value holds. */
  whole: SearchField;
  /** By alias in lower case. */
  properties: ReadonlyMap<string, SearchField>;
}

export function appFields(context: SearchContext): readonly SearchedAppField[] {
  return context.model.state.fields.map((field) => appField(context, field));
}

function appField(context: SearchContext, field: CustomField): SearchedAppField {
  const { model } = context;
  const type = model.typeOf(field);
  const clauseName = `cf[${field.id.slice('customfield_'.length)}]`;
  const appliesTo = servedIssues(context, field);
  const whole: SearchField = {
    name: field.name,
    displayName: `${field.name} - ${clauseName}`,
    operators: wordSearch,
    types: [types.text],
    content: { kind: 'text', textOf: ({ values }) => textOfValue(values[field.id]) },
    appliesTo,
    sortKeyOf: ({ values }) => type.format(values[field.id]) || undefined,
  };
  const properties = propertyAliasesOf(type.declaration.schema).map(
    (alias) =>
      [
        alias.alias.toLowerCase(),
        { ...propertyField(context, field, alias), appliesTo } satisfies SearchField,
      ] as const,
  );
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

function propertyField(
  { properties }: SearchContext,
  field: CustomField,
  alias: PropertyAlias,
): Omit<SearchField, 'appliesTo'> {
  const name = `${field.name}.${alias.alias}`;
  return {
    name,
    displayName: name,
    isProperty: true,
    operators: operatorsOfProperty(equality, properties),
    types: [types.text],
    content: exactTextContent((issue) => indexedTexts(issue.values[field.id], alias)),
    isSuggested: true,
  };
}
