import type { JqlFieldName, JqlNames, Suggestion } from '../calls/jira-search';
import type { QueryCursor } from './query-cursor';

export interface Completion {
  /** What is put into the query. */
  insert: string;
  label: string;
  description?: string;
}

const mostCompletions = 12;

/** Returns what can stand at the cursor, best first; `suggestions` are values of its field. */
export function completionsAt(
  cursor: QueryCursor,
  names: JqlNames,
  suggestions: readonly Suggestion[],
): readonly Completion[] {
  const typed = cursor.typed.toLowerCase();
  const offered = offeredAt(cursor, names).filter(({ label, insert }) =>
    [label, insert].some((text) => beginsWithin(text, typed)),
  );
  const values = suggestions.map(({ value, displayName }) => ({
    insert: value,
    label: textOfHtml(displayName),
  }));
  return [...values, ...offered]
    .filter(({ insert }) => insert.toLowerCase() !== typed)
    .slice(0, mostCompletions);
}

/** True if the field has values that the server may know. */
export function asksForValues({ expected, operator }: QueryCursor): boolean {
  const isValue = expected === 'value' || expected === 'listValue';
  return isValue && operator !== '~' && operator !== '!~';
}

/** Puts a completion in place of what it completes; the cursor goes where the person continues to type. */
export function complete(
  query: string,
  { start, end }: QueryCursor,
  { insert }: Completion,
): { query: string; cursor: number } {
  const rest = query.slice(end).replace(/^\s/, '');
  const before = `${query.slice(0, start)}${insert} `;
  const firstArgument = insert.indexOf('("');
  const cursor = firstArgument < 0 ? before.length : start + firstArgument + '("'.length;
  return { query: before + rest, cursor };
}

function offeredAt(cursor: QueryCursor, names: JqlNames): readonly Completion[] {
  const { visibleFieldNames: fields } = names;
  switch (cursor.expected) {
    case 'field':
      return fields.map(completionOfField);
    case 'sortField':
      return fields.filter(({ orderable }) => orderable === 'true').map(completionOfField);
    case 'operator':
      return operatorsOf(cursor.field, fields).map(keyword);
    case 'value':
    case 'listValue':
      return functionsFor(cursor, names);
    case 'list':
      return [
        { insert: '(', label: '(', description: 'A list of values' },
        ...functionsFor(cursor, names),
      ];
    case 'empty':
      return ['EMPTY', 'NOT EMPTY'].map(keyword);
    case 'joiner':
      return ['AND', 'OR', 'ORDER BY'].map(keyword);
    case 'by':
      return ['ORDER BY'].map(keyword);
    case 'direction':
      return ['ASC', 'DESC'].map(keyword);
    case 'nothing':
      return [];
  }
}

function keyword(text: string): Completion {
  return { insert: text, label: text };
}

function completionOfField({ value, displayName }: JqlFieldName): Completion {
  const isSame = displayName.toLowerCase() === value.toLowerCase();
  return { insert: value, label: value, ...(!isSame && { description: displayName }) };
}

/** What queries call a work item besides the name that Jira lists. */
const keyNames: ReadonlySet<string | undefined> = new Set(['issue', 'key', 'id']);

function findField(written: string | undefined, fields: readonly JqlFieldName[]) {
  const plain = written?.replace(/^["']|["']$/g, '').toLowerCase();
  const name = keyNames.has(plain) ? 'issuekey' : plain;
  return fields.find(
    ({ value, cfid }) => value.replace(/"/g, '').toLowerCase() === name || cfid === name,
  );
}

function operatorsOf(written: string | undefined, fields: readonly JqlFieldName[]) {
  const found = findField(written, fields);
  const operators = found?.operators ?? ['=', '!=', '~', '!~', '<', '>', '<=', '>=', 'in', 'is'];
  return operators.map((operator) => operator.toUpperCase());
}

/** Functions that give what the field holds: lists where the operator takes one. */
function functionsFor(
  { field, expected }: QueryCursor,
  { visibleFieldNames, visibleFunctionNames }: JqlNames,
): readonly Completion[] {
  const types = findField(field, visibleFieldNames)?.types ?? [];
  const isList = String(expected === 'list');
  return visibleFunctionNames
    .filter((found) => found.isList === isList && found.types.some((type) => types.includes(type)))
    .map(({ value, displayName }) => ({
      insert: value,
      label: displayName,
      description: 'Function',
    }));
}

/** True if a word of the text begins with what is typed. */
function beginsWithin(text: string, typed: string): boolean {
  const plain = text.replace(/"/g, '').toLowerCase();
  return plain.startsWith(typed) || plain.split(/[\s.]+/).some((word) => word.startsWith(typed));
}

/** The text of a piece of HTML; nothing in it is run. */
function textOfHtml(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.innerText;
}
