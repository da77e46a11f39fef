import { RESERVED_WORDS } from '@atlaskit/jql-ast';
import { builtInFunctions } from '../jql/built-in-functions';
import type { CustomJqlFunction } from '../jql/custom-functions';
import { printFieldName } from '../jql/literals';
import { typeNamed } from '../jql/search-field';
import type { SearchField } from '../jql/search-field';
import { openSearch } from '../jql/search-issues';
import type { JiraReply } from './jira-request';
import type { Route, RouteCall } from './route';

const scopes = [
  ['read:jira-work'],
  ['read:field:jira', 'read:jql:jira', 'read:user:jira', 'read:project:jira'],
];

export const jqlAutocompleteRoutes: readonly Route[] = [
  { method: 'GET', path: '/jql/autocompletedata', scopes, answer: listReferenceData },
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
    auto: String(field.isSuggested === true),
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
