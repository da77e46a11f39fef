import { appUser } from '../jira/accounts';

/** What Jira says of a query that it can read but not answer, word for word. */
export const sentences = {
  unknownField: (name: string) =>
    `Field '${name}' does not exist or you do not have permission to view it.`,
  unsupportedOperator: (operator: string, field: string) =>
    `The operator '${operator}' is not supported by the '${field}' field.`,
  nonListValue: (operator: string, printed: string, field: string) =>
    `Operator '${operator}' does not support the non-list value '${printed}' for field '${field}'.`,
  noEmptySearch: (field: string) =>
    `The field '${field}' does not support searching for EMPTY values.`,
  contradiction: (field: string) => `The field '${field}' can't be EMPTY and not EMPTY.`,
  tooManyValues: (field: string, most: number) =>
    `The list of values for the field '${field}' holds more than ${most}.`,
  unknownValue: (value: string, field: string) =>
    `The value '${value}' does not exist for the field '${field}'.`,
  unknownId: (id: string, field: string) =>
    `A value with ID '${id}' does not exist for the field '${field}'.`,
  unknownIssue: 'Issue does not exist or you do not have permission to see it.',
  invalidIssueKey: (key: string, field: string) =>
    `The issue key '${key}' for field '${field}' is invalid.`,
  emptyText: (field: string) =>
    `The field '${field}' does not support searching for an empty string.`,
  leadingWildcard: (text: string, field: string, wildcard: string) =>
    `The text query '${text}' for field '${field}' is not allowed to start with character '${wildcard}'.`,
  unreadableText: (text: string, field: string) =>
    `Unable to parse the text '${text}' for field '${field}'.`,
  /** `call` is printed with its arguments. */
  unknownFunction: (call: string) => `Unable to find JQL function '${call}'.`,
  wrongArgumentCount: (name: string, expected: number, received: number) =>
    `Function '${name}' expected '${expected}' arguments but received '${received}'.`,
  functionUnfitForField: (name: string, field: string) =>
    `A value provided by the function '${name}' is invalid for the field '${field}'.`,
  unsupportedFunctionOperator: (operator: string, name: string) =>
    `The operator '${operator}' is not supported by the '${name}' function.`,
  tooManyLiterals: (functionName: string) =>
    `Function '${functionName}' provided by '${appUser.displayName}' has returned more than the maximum of 1000 values for this JQL fragment.`,
  invalidFragment: (functionName: string) => `The function '${functionName}' gave no JQL.`,
  /** What became of a function that threw, ran out of time or answered nothing that Jira knows. */
  functionFailed: "Your query couldn't be processed. Try again later.",
  unsortableField: (name: string) => `Not able to sort using field '${name}'.`,
  unboundedQuery:
    'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.',
};
