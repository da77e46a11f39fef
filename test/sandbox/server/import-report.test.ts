import { expect, test } from 'vitest';
import { importReport } from '../../../src/sandbox/server/start-reports';
import { EarlierDemoData } from '../../../src/service';

test.each([
  ['a fault', new Error('No space is left'), 'No space is left. The next start continues it.'],
  [
    'a fault that is a sentence',
    new Error('The database has ended.'),
    'The database has ended. The next start continues it.',
  ],
  [
    'data that another start does not complete',
    new EarlierDemoData(),
    'The demo data is from an earlier version. Reset it to get all of it.',
  ],
])('says what stopped an import, and what becomes of it: %s', (_what, error, text) => {
  const lines: string[] = [];
  importReport((line) => lines.push(line)).onFailure(error);
  expect(lines).toEqual([`The import of the demo data stopped: ${text}`]);
});
