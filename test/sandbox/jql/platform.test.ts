import { beforeEach, describe, expect, test } from 'vitest';
import {
  grammaticalSpellings,
  propertySpelling,
} from '../../../src/sandbox/jira/platform-switches';
import type { PropertySpelling } from '../../../src/sandbox/jira/platform-switches';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { callOf, FunctionSite } from '../support/precomputations';
import { keysOrRefusal, openSearchSite } from './jql-site';

let site: JiraSite;
beforeEach(async () => {
  site = await openSearchSite();
});

const spellings: Readonly<Record<PropertySpelling, string>> = {
  'quoted-name': '"Asset.Label"',
  'bare-name': 'Asset.Label',
  'quoted-id': '"cf[10050].Label"',
  'bracketed-name': '"Asset"[Label]',
  'bracketed-id': 'cf[10050][Label]',
  'split-name': '"Asset".Label',
  'split-id': 'cf[10050].Label',
};

describe('A property of a field', () => {
  const findBy = (spelling: PropertySpelling) =>
    keysOrRefusal(site, `summary ~ "laptop" and ${spellings[spelling]} in ("Laptop 1", "x")`);

  test.each(grammaticalSpellings)('is found as the grammar takes it: %s', async (spelling) => {
    expect(await findBy(spelling)).toBe('DEMO-1');
  });

  test.each(propertySpelling.options)('can be spelled in one way alone: %s', async (only) => {
    site.model.switches.jqlPropertySpellings = [only];
    for (const spelling of propertySpelling.options) {
      const expected = spelling === only ? 'DEMO-1' : { status: 400 };
      const found = await findBy(spelling);
      if (typeof expected === 'string') expect(found).toBe(expected);
      else expect(found).toMatchObject(expected);
    }
  });
});

describe('A function of an app', () => {
  let jira: FunctionSite;
  beforeEach(async () => {
    jira = await FunctionSite.open();
  });

  const asked = () => jira.asked.map(({ clause }) => clause);

  test('is replaced by its fragment', async () => {
    jira.answer = () => ({ jql: '"Asset.Label" in ("Laptop 1", "Laptop 6") or key = DEMO-7' });
    const jql = 'type = Task and issue in WORKSPACEobjects("Status = \\"In repair\\"", "Asset")';
    expect(await jira.search(jql)).toBe('DEMO-7 DEMO-1');
    expect(asked()).toMatchObject([{ arguments: ['Status = "In repair"', 'Asset'] }]);
  });

  test('is asked with the opposite operator behind a "not"', async () => {
    jira.answer = () => ({ jql: 'not key in (HELP-1, HELP-2)' });
    const jql = 'project = HELP and not issue in workspaceObjects("q", "Asset")';
    expect(await jira.search(jql)).toBe('HELP-3');
    expect(asked()).toMatchObject([{ operator: 'not in' }]);
  });

  test('may be called by a fragment of its own, once', async () => {
    const fragments: Record<string, string> = {
      a: `${callOf('b')} or key = DEMO-1`,
      b: 'key = DEMO-2',
      c: callOf('a'),
    };
    jira.answer = ({ arguments: [query = ''] }) => ({ jql: fragments[query] ?? '' });
    expect(await jira.search(callOf('a'))).toBe('DEMO-2 DEMO-1');
    expect(await jira.search(callOf('c'))).toMatch(/^501 /);
  });

  test('is refused with what is wrong with its fragment', async () => {
    jira.answer = () => ({ jql: '"Asset.Nope" = 1' });
    expect(await jira.search(callOf('q'))).toBe(
      "400 Field 'Asset.Nope' does not exist or you do not have permission to view it.",
    );
  });

  test.each([
    ['issue = workspaceObjects("q", "f")', /^400 /],
    ['issue in workspaceObjects("q")', /^400 /],
    ['issue in (workspaceObjects("q", "f"))', /^501 /],
  ])('is not asked where it does not fit: %s', async (jql, refusal) => {
    expect(await jira.search(jql)).toMatch(refusal);
    expect(asked()).toEqual([]);
  });
});
