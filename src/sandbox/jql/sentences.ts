import { appUser } from '../jira/accounts';

/** What Jira says of a query that it can read but not answer, word for word. */

export function unknownField(name: string): string {
  return `Field '${name}' does not exist or you do not have permission to view it.`;
}

export function unsupportedOperator(operator: string, field: string): string {
  return `The operator '${operator}' is not supported by the '${field}' field.`;
}

export function nonListValue(operator: string, printed: string, field: string): string {
  return `Operator '${operator}' does not support the non-list value '${printed}' for field '${field}'.`;
}

export function noEmptySearch(field: string): string {
  return `The field '${field}' does not support searching for EMPTY values.`;
}

export function contradiction(field: string): string {
  return `The field '${field}' can't be EMPTY and not EMPTY.`;
}

export function tooManyValues(field: string, most: number): string {
  return `The list of values for the field '${field}' holds more than ${most}.`;
}

export function unknownValue(value: string, field: string): string {
  return `The value '${value}' does not exist for the field '${field}'.`;
}

export function unknownId(id: string, field: string): string {
  return `A value with ID '${id}' does not exist for the field '${field}'.`;
}

export const unknownIssue = 'Issue does not exist or you do not have permission to see it.';

export function invalidIssueKey(key: string, field: string): string {
  return `The issue key '${key}' for field '${field}' is invalid.`;
}

export function invalidDate(value: string, field: string): string {
  return `Date value '${value}' for field '${field}' is invalid. Valid formats include: 'yyyy/MM/dd HH:mm', 'yyyy-MM-dd HH:mm', 'yyyy/MM/dd', 'yyyy-MM-dd', or a period format e.g. '-5d', '4w 2d'.`;
}

export function emptyText(field: string): string {
  return `The field '${field}' does not support searching for an empty string.`;
}

export function leadingWildcard(text: string, field: string, wildcard: string): string {
  return `The text query '${text}' for field '${field}' is not allowed to start with character '${wildcard}'.`;
}

export function unreadableText(text: string, field: string): string {
  return `Unable to parse the text '${text}' for field '${field}'.`;
}

/** `call` is printed with its arguments. */
export function unknownFunction(call: string): string {
  return `Unable to find JQL function '${call}'.`;
}

export function wrongArgumentCount(name: string, expected: number, received: number): string {
  return `Function '${name}' expected '${expected}' arguments but received '${received}'.`;
}

export function functionUnfitForField(name: string, field: string): string {
  return `A value provided by the function '${name}' is invalid for the field '${field}'.`;
}

export function functionUnfitForDate(name: string, field: string): string {
  return `A date for the field '${field}' provided by the function '${name}' is not valid.`;
}

export function unsupportedFunctionOperator(operator: string, name: string): string {
  return `The operator '${operator}' is not supported by the '${name}' function.`;
}

export function tooManyLiterals(functionName: string): string {
  return `Function '${functionName}' provided by '${appUser.displayName}' has returned more than the maximum of 1000 values for this JQL fragment.`;
}

export function invalidFragment(functionName: string): string {
  return `The function '${functionName}' gave no JQL.`;
}

/** What became of a function that threw, ran out of time or answered nothing that Jira knows. */
export const functionFailed = "Your query couldn't be processed. Try again later.";

export function unsortableField(name: string): string {
  return `Not able to sort using field '${name}'.`;
}

export const unboundedQuery =
  'Unbounded JQL queries are not allowed here. Please add a search restriction to your query.';
