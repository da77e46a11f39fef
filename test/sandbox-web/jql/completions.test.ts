import { describe, expect, test } from 'vitest';
import { complete, completionsAt } from '../../../src/sandbox/web/jql/completions';
import { readCursor } from '../../../src/sandbox/web/jql/query-cursor';
import type { JqlNames } from '../../../src/sandbox/web/calls/jira-search';

const issueType = 'com.atlassian.jira.issue.Issue';
const names: JqlNames = {
  visibleFieldNames: [
    {
      value: 'issuekey',
      displayName: 'Key',
      orderable: 'true',
      operators: ['=', 'in'],
      types: [issueType],
    },
    {
      value: 'status',
      displayName: 'Status',
      orderable: 'true',
      operators: ['=', 'in'],
      types: ['status'],
    },
  ],
  visibleFunctionNames: [
    {
      value: 'workspaceObjects("", "")',
      displayName: 'workspaceObjects(query, field)',
      isList: 'true',
      types: [issueType],
    },
  ],
};

describe("Completion of an app's function", () => {
  test.each(['issue in ', 'key not in work', 'id in workspaceO', 'issuekey in '])(
    'offers it with the names of its arguments: %s',
    (query) => {
      const offered = completionsAt(readCursor(query, query.length), names, []);
      expect(offered.at(-1)).toMatchObject({ label: 'workspaceObjects(query, field)' });
    },
  );

  test('does not offer it for another kind of field', () => {
    const query = 'status in ';
    const offered = completionsAt(readCursor(query, query.length), names, []);
    expect(offered.map(({ label }) => label)).toEqual(['(']);
  });

  test('puts it in with the cursor in its first argument', () => {
    const query = 'project = DEMO and issue in work';
    const cursor = readCursor(query, query.length);
    const [completion] = completionsAt(cursor, names, []);
    const completed = complete(query, cursor, completion ?? { insert: '', label: '' });
    expect(completed.query).toBe('project = DEMO and issue in workspaceObjects("", "") ');
    expect(completed.query.slice(0, completed.cursor)).toBe(
      'project = DEMO and issue in workspaceObjects("',
    );
  });
});
