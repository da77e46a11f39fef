import { beforeEach, describe, expect, test } from 'vitest';
import type { FunctionOutcome } from '../../../src/sandbox/jql/app-functions';
import { memoryStateFile, memoryRecordFile } from '../support/memory-files';
import { callAs } from '../support/jira';
import { callOf, dayMs, FunctionSite, minuteMs } from '../support/precomputations';

let jira: FunctionSite;
beforeEach(async () => {
  jira = await FunctionSite.open();
});

const repaired = callOf('Status = "In repair"');

describe('A function of an app', () => {
  test('gets the clause, and the id that its answer is kept under', async () => {
    await jira.search(`project = DEMO and ${repaired}`);
    const [kept] = jira.site.functions.entries;
    expect(jira.asked).toEqual([
      {
        id: kept?.id,
        clause: {
          field: 'issue',
          type: ['issue'],
          operator: 'in',
          functionName: 'workspaceObjects',
          arguments: ['Status = "In repair"', 'Asset'],
        },
      },
    ]);
  });

  test('is asked once for everybody', async () => {
    expect(await jira.search(repaired, 'member')).toBe('DEMO-1');
    expect(await jira.search(`${repaired} or key = DEMO-2`, 'lead')).toBe('DEMO-2 DEMO-1');
    expect(jira.asked).toHaveLength(1);
  });

  test.each([
    ['another operator', callOf('Status = "In repair"', 'not in')],
    ['a query that only reads the same', callOf('Status  = "In repair"')],
    [
      'another spelling of the field',
      'issue in workspaceObjects("Status = \\"In repair\\"", asset)',
    ],
  ])('is asked anew for %s', async (_, other) => {
    await jira.search(repaired);
    await jira.search(other);
    expect(jira.asked).toHaveLength(2);
    expect(jira.site.functions.entries).toHaveLength(2);
  });

  test('is asked once by searches that come while it works', async () => {
    const answer = jira.holdAnswer();
    const searches = [jira.search(repaired), jira.search(repaired, 'lead')];
    answer({ jql: 'key = DEMO-3' });
    expect(await Promise.all(searches)).toEqual(['DEMO-3', 'DEMO-3']);
    expect(jira.asked).toHaveLength(1);
  });

  test('is not asked for a field that holds no issues, nor for one that is not there', async () => {
    expect(await jira.search('status in workspaceObjects("q", "Asset")')).toBe(
      "400 A value provided by the function 'workspaceObjects' is invalid for the field 'status'.",
    );
    expect(await jira.search('nowhere in workspaceObjects("q", "Asset")')).toBe(
      "400 Field 'nowhere' does not exist or you do not have permission to view it.",
    );
    expect(jira.asked).toEqual([]);
  });

  test.each<FunctionOutcome>([{ jql: 'key = DEMO-3' }, { error: 'Not now.' }])(
    'is asked anew on a site that was reset while it worked: %j',
    async (outcome) => {
      const answer = jira.holdAnswer();
      const searching = jira.search(repaired);
      await jira.site.reset();
      jira.answer = () => ({ jql: 'key = DEMO-4' });
      expect(await jira.search(repaired)).toBe('DEMO-4');
      await jira.site.reset();
      answer(outcome);
      await searching;
      expect(jira.site.functions.entries).toEqual([]);
      expect(await jira.search(repaired)).toBe('DEMO-4');
    },
  );
});

const values = (count: number) => Array.from({ length: count }, (_, index) => `"${index}"`);
const labels = (count: number) => `"Asset.Label" in (${values(count).join(', ')})`;
const tooMany =
  "400 Function 'workspaceObjects' provided by 'Workspace Objects for Jira' has returned more than the maximum of 1000 values for this JQL fragment.";

/** What a search says of an answer, and for how long the app is not asked again. */
const answers: readonly (readonly [
  title: string,
  outcome: FunctionOutcome,
  said: string,
  kept: 'a week' | 'a minute',
])[] = [
  ['a fragment', { jql: 'key = DEMO-1' }, 'DEMO-1', 'a week'],
  ['a fragment that matches nothing', { jql: 'id = -1' }, '', 'a week'],
  ['1,000 values in one list', { jql: labels(1000) }, '', 'a week'],
  ['1,001 values in one list', { jql: labels(1001) }, tooMany, 'a minute'],
  ['1,001 values in two lists', { jql: `${labels(501)} or ${labels(500)}` }, tooMany, 'a minute'],
  ['1,000 values and a condition', { jql: `${labels(1000)} and key = A-1` }, tooMany, 'a minute'],
  ['more than Jira reads', { jql: labels(20_000) }, tooMany, 'a minute'],
  [
    'a fragment that breaks off',
    { jql: 'key =' },
    "400 Error in the JQL Query: mismatched input '<EOF>' expecting {EMPTY, POSNUMBER, NEGNUMBER, STRING, QUOTE_STRING, SQUOTE_STRING} (line 1, character 6)",
    'a minute',
  ],
  ['no restriction', { jql: '' }, "400 The function 'workspaceObjects' gave no JQL.", 'a minute'],
  ['an error', { error: 'Ask an admin.' }, '400 Ask an admin.', 'a minute'],
  [
    'an error that is not to be kept',
    { error: 'Ask an admin.', storeErrorAsPrecomputation: false },
    '400 Ask an admin.',
    'a minute',
  ],
  [
    'an error to be kept',
    { error: 'Ask an admin.', storeErrorAsPrecomputation: true },
    '400 Ask an admin.',
    'a week',
  ],
  ['a throw', 'threw', "400 Your query couldn't be processed. Try again later.", 'a minute'],
];

describe.each(answers)('After %s', (_, outcome, said, kept) => {
  const lifetimeMs = kept === 'a week' ? 7 * dayMs : minuteMs;
  beforeEach(() => {
    jira.answer = () => outcome;
  });

  test(`the app is asked again after ${kept}`, async () => {
    await jira.search(repaired);
    jira.timers.advance(lifetimeMs);
    expect(jira.site.functions.entries).toHaveLength(kept === 'a week' ? 1 : 0);
    await jira.search(repaired);
    expect(jira.asked).toHaveLength(2);
  });

  test(`people are told what became of it, and the app is not asked before ${kept} has passed`, async () => {
    expect(await jira.search(repaired)).toBe(said);
    jira.timers.advance(lifetimeMs - 1);
    expect(await jira.search(repaired, 'lead')).toBe(said);
    expect(jira.asked).toHaveLength(1);
  });
});

test('A fragment that the sandbox does not model is asked for again at once', async () => {
  jira.answer = () => ({ jql: 'created > 2024-01-01' });
  expect(await jira.search(repaired)).toMatch(/^501 /);
  jira.answer = () => ({ jql: 'key = DEMO-2' });
  expect(await jira.search(repaired)).toBe('DEMO-2');
});

describe('A kept answer', () => {
  test('stays as long as each week has a search, also of someone else', async () => {
    await jira.search(repaired);
    for (let week = 0; week < 4; week += 1) {
      jira.timers.advance(6 * dayMs);
      expect(await jira.search(repaired, week % 2 === 0 ? 'lead' : 'admin')).toBe('DEMO-1');
    }
    expect(jira.asked).toHaveLength(1);
  });

  test('is not kept alive by a look at the query alone', async () => {
    await jira.search(repaired);
    jira.timers.advance(6 * dayMs);
    const parse = callAs(jira.site, 'member');
    await parse('POST', '/jql/parse', { queries: [repaired] });
    expect(jira.asked).toHaveLength(1);
    jira.timers.advance(dayMs);
    await jira.search(repaired);
    expect(jira.asked).toHaveLength(2);
  });

  test('survives a new start of Jira', async () => {
    const files = { file: memoryStateFile(), precomputationFile: memoryRecordFile() };
    const before = await FunctionSite.open(files);
    await before.search(repaired);
    const after = await FunctionSite.open(files);
    expect(await after.search(repaired)).toBe('DEMO-1');
    expect(after.asked).toEqual([]);
  });

  test('keeps the time of its last use over a new start', async () => {
    const files = { file: memoryStateFile(), precomputationFile: memoryRecordFile() };
    const before = await FunctionSite.open(files);
    await before.search(repaired);
    before.timers.advance(6 * dayMs);
    await before.search(repaired);
    const after = await FunctionSite.open(files);
    after.timers.advance(12 * dayMs);
    expect(await after.search(repaired)).toBe('DEMO-1');
    expect(after.asked).toEqual([]);
  });

  test('is gone after a reset, and so is a failure', async () => {
    await jira.search(repaired);
    jira.answer = () => ({ error: 'Not now.' });
    await jira.search(callOf('other'));
    await jira.site.reset();
    await jira.search(repaired);
    await jira.search(callOf('other'));
    expect(jira.asked).toHaveLength(4);
  });
});

describe('/jql/parse', () => {
  test('asks the app, and says its refusal as it is', async () => {
    jira.answer = () => ({ error: 'Ask an admin for a token.' });
    const body = { queries: [repaired] };
    expect((await callAs(jira.site, 'member')('POST', '/jql/parse', body)).body).toEqual({
      queries: [{ query: repaired, errors: ['Ask an admin for a token.'] }],
    });
    expect(jira.asked).toHaveLength(1);
  });
});
