import { RESERVED_WORDS } from '@atlaskit/jql-ast';
import { builtInFunctions } from '../jql/built-in-functions';
import type { CustomJqlFunction } from '../jql/custom-functions';
import { printFieldName, printLiteral } from '../jql/literals';
import { parseJql } from '../jql/parse-jql';
import { typeNamed } from '../jql/search-field';
import type { FieldValue, SearchField } from '../jql/search-field';
import { openSearch } from '../jql/search-issues';
import type { JiraReply } from './jira-request';
import type { Route, RouteCall } from './route';

const scopes = [
  ['read:jira-work'],
  ['read:field:jira', 'read:jql:jira', 'read:user:jira', 'read:project:jira'],
];

export const jqlAutocompleteRoutes: readonly Route[] = [
  { method: 'GET', path: '/jql/autocompletedata', scopes, answer: listReferenceData },
  { method: 'GET', path: '/jql/autocompletedata/suggestions', scopes, answer: suggestValues },
];

/**
 * The names that queries are made of. Whether Jira lists the properties of apps' fields here is
 * documented nowhere; the stand-in does.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-autocompletedata-get
 */
function listReferenceData(call: RouteCall): JiraReply {
  const { catalogue } = openSearch(call);
  const custom = catalogue.appFields.flatMap(({ clauseName, whole, properties }) => [
    { ...fieldBean(whole), cfid: clauseName },
    ...[...properties.values()].map(fieldBean),
  ]);
  return {
    status: 200,
    body: {
      visibleFieldNames: [...catalogue.systemFields.map(fieldBean), ...custom],
      visibleFunctionNames: [
        ...builtInFunctions.map(({ name, types }) => ({
          value: `${name}()`,
          displayName: `${name}()`,
          isList: 'false',
          types,
        })),
        ...call.jqlPlatform.functions.list().map(functionBean),
      ],
      jqlReservedWords: [...RESERVED_WORDS],
    },
  };
}

/** The API gives its flags as text. */
function fieldBean({ name, displayName, operators, types: ofValues, ...field }: SearchField) {
  return {
    value: printFieldName(name),
    displayName,
    orderable: String(field.sortKeyOf !== undefined),
    auto: String(field.listValues !== undefined),
    searchable: 'true',
    operators,
    types: ofValues,
  };
}

/** The value has a pair of quotes for each argument; what is shown names them. */
function functionBean({ name, arguments: declared, operators, types }: CustomJqlFunction) {
  return {
    value: `${name}(${declared.map(() => '""').join(', ')})`,
    displayName: `${name}(${declared.map((argument) => argument.name).join(', ')})`,
    isList: String(operators.includes('in')),
    types: types.map(typeNamed),
  };
}

const mostSuggestions = 15;

/**
 * The values of a field that begin with what is typed, the typed part in bold.
 * @see https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-autocompletedata-suggestions-get
 */
function suggestValues(call: RouteCall): JiraReply {
  const { query } = call;
  const typed = query.get('fieldValue') ?? '';
  const values = findField(call, query.get('fieldName') ?? '')?.listValues?.() ?? [];
  const results = values.filter((value) => startsWith(value, typed)).slice(0, mostSuggestions);
  return {
    status: 200,
    body: {
      results: results.map(({ value, displayName }) => ({
        value: printLiteral(value),
        displayName: withBoldStart(displayName, typed),
      })),
    },
  };
}

/** The name comes as it stands in a query, in quotes where it needs them. */
function findField(call: RouteCall, name: string): SearchField | undefined {
  const reading = parseJql(`${name} is EMPTY`, call.jqlPlatform.propertySpellings);
  const where = reading.ok ? reading.query.where : undefined;
  if (where?.kind !== 'comparison') return undefined;
  return openSearch(call).catalogue.find(where.field)[0];
}

/** Any word of what is shown may begin with it. */
function startsWith({ value, displayName }: FieldValue, typed: string): boolean {
  const start = typed.toLowerCase();
  const words = [value, displayName, ...displayName.split(/[\s(]+/)];
  return words.some((word) => word.toLowerCase().startsWith(start));
}

function withBoldStart(text: string, typed: string): string {
  const at = text.toLowerCase().indexOf(typed.toLowerCase());
  if (typed === '' || at < 0) return escapeHtml(text);
  const end = at + typed.length;
  const bold = `<b>${escapeHtml(text.slice(at, end))}</b>`;
  return `${escapeHtml(text.slice(0, at))}${bold}${escapeHtml(text.slice(end))}`;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
