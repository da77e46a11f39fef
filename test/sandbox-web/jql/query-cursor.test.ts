import { describe, expect, test } from 'vitest';
import { readCursor } from '../../../src/sandbox/web/jql/query-cursor';

/** `|` stands where the cursor is; what is replaced stands in the third place. */
const cases: readonly [query: string, expected: string, typed: string, replaced: string][] = [
  ['|', 'field', '', ''],
  ['sta|', 'field', 'sta', 'sta'],
  ['sta|tus = Done', 'field', 'sta', 'sta'],
  ['not (sta|', 'field', 'sta', 'sta'],
  ['status |', 'operator', '', ''],
  ['status n|', 'operator', 'n', 'n'],
  ['status not |', 'operator', 'not', 'not '],
  ['status not i|', 'operator', 'not i', 'not i'],
  ['status =|', 'value', '', ''],
  ['status = "In P|', 'value', 'In P', '"In P'],
  ["status = 'In P'|", 'value', 'In P', "'In P'"],
  ['status in |', 'list', '', ''],
  ['status in (|', 'listValue', '', ''],
  ['status in (Done, "To|', 'listValue', 'To', '"To'],
  ['status in (Done |', 'nothing', '', ''],
  ['assignee in (currentUser(), |', 'listValue', '', ''],
  ['status not in (Done) |', 'joiner', '', ''],
  ['assignee is |', 'empty', '', ''],
  ['assignee is not e|', 'empty', 'not e', 'not e'],
  ['assignee is not EMPTY |', 'joiner', '', ''],
  ['status = Done a|', 'joiner', 'a', 'a'],
  ['created > startOfDay(-1d) |', 'joiner', '', ''],
  ['issue not in work|', 'list', 'work', 'work'],
  ['issue in workspaceObjects(|', 'nothing', '', ''],
  ['issue in workspaceObjects("Status = \\"In|', 'nothing', 'Status = \\"In', '"Status = \\"In'],
  ['issue in workspaceObjects("a and (b", |', 'nothing', '', ''],
  ['issue in workspaceObjects("a", "Ass|', 'nothing', 'Ass', '"Ass'],
  ['issue in workspaceObjects("a", "Asset") |', 'joiner', '', ''],
  ['issue in workspaceObjects("a", "Asset") and |', 'field', '', ''],
  ['(status = Done) or |', 'field', '', ''],
  ['order by |', 'sortField', '', ''],
  ['status = Done order |', 'by', 'order', 'order '],
  ['status = Done order by cre|', 'sortField', 'cre', 'cre'],
  ['status = Done order by created |', 'direction', '', ''],
  ['status = Done order by created desc, |', 'sortField', '', ''],
  ['"Asset.La|', 'field', 'Asset.La', '"Asset.La'],
  ['cf[10050] ~ x and "a \\" and b" = |', 'value', '', ''],
];

describe('The cursor in a query', () => {
  test.each(cases)('%s', (marked, expected, typed, replaced) => {
    const position = marked.indexOf('|');
    const query = marked.replace('|', '');
    const cursor = readCursor(query, position);
    expect(cursor).toMatchObject({ expected, typed });
    expect(query.slice(cursor.start, cursor.end)).toBe(replaced);
  });

  test('knows the field and the operator on the left of a value', () => {
    const query = 'a = b and "My field" not in (x, ';
    expect(readCursor(query, query.length)).toMatchObject({
      field: '"My field"',
      operator: 'not in',
    });
  });
});
