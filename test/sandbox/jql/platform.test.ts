import { beforeEach, describe, expect, test } from 'vitest';
import type {
  CustomFunctionAnswer,
  CustomFunctionClause,
} from '../../../src/sandbox/jql/custom-functions';
import {
  grammaticalSpellings,
  propertySpelling,
} from '../../../src/sandbox/jira/platform-switches';
import type { PropertySpelling } from '../../../src/sandbox/jira/platform-switches';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { callAs } from '../support/jira';
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
  let clauses: CustomFunctionClause[];

  function answer(...answers: readonly CustomFunctionAnswer[]) {
    clauses = [];
    site.functions = {
      list: () => [
        {
          name: 'workspaceObjects',
          arguments: [
            { name: 'query', required: true },
            { name: 'field', required: true },
          ],
          types: ['issue'],
          operators: ['in', 'not in'],
        },
      ],
      evaluate: (clause) => {
        clauses.push(clause);
        const found = answers[clauses.length - 1];
        return found ? Promise.resolve(found) : Promise.reject(new Error('No more answers.'));
      },
    };
  }

  test('is replaced by its fragment', async () => {
    answer({ ok: true, jql: '"Asset.Label" in ("Laptop 1", "Laptop 6") or key = DEMO-7' });
    const jql = 'type = Task and issue in WORKSPACEobjects("Status = \\"In repair\\"", "Asset")';
    expect(await keysOrRefusal(site, jql)).toBe('DEMO-7 DEMO-1');
    expect(clauses).toEqual([
      {
        field: 'issue',
        operator: 'in',
        functionName: 'workspaceObjects',
        arguments: ['Status = "In repair"', 'Asset'],
      },
    ]);
  });

  test('is asked with the opposite operator behind a "not"', async () => {
    answer({ ok: true, jql: 'not key in (HELP-1, HELP-2)' });
    const jql = 'project = HELP and not issue in workspaceObjects("q", "Asset")';
    expect(await keysOrRefusal(site, jql)).toBe('HELP-3');
    expect(clauses).toMatchObject([{ operator: 'not in' }]);
  });

  test('may be called by a fragment of its own, once', async () => {
    const call = 'issue in workspaceObjects("q", "Asset")';
    answer({ ok: true, jql: `${call} or key = DEMO-1` }, { ok: true, jql: 'key = DEMO-2' });
    expect(await keysOrRefusal(site, call)).toBe('DEMO-2 DEMO-1');
    answer({ ok: true, jql: call }, { ok: true, jql: call }, { ok: true, jql: 'key = DEMO-2' });
    expect(await keysOrRefusal(site, call)).toMatchObject({ status: 501 });
  });

  test.each([
    [
      'its own sentence',
      { ok: false, error: 'Ask an admin for a token.' },
      'Ask an admin for a token.',
    ],
    [
      'what is wrong with its fragment',
      { ok: true, jql: '"Asset.Nope" = 1' },
      "Field 'Asset.Nope' does not exist or you do not have permission to view it.",
    ],
    [
      'where its fragment breaks off',
      { ok: true, jql: '"Asset.Label" =' },
      expect.stringMatching(/^Error in the JQL Query: .* \(line 1, character 16\)$/) as string,
    ],
  ] as const)('is refused with %s', async (_, given, error) => {
    answer(given);
    const found = await keysOrRefusal(site, 'issue in workspaceObjects("q", "Asset")');
    expect(found).toEqual({ status: 400, errors: [error] });
  });

  test.each([
    ['issue = workspaceObjects("q", "f")', 400],
    ['issue in workspaceObjects("q")', 400],
    ['issue in (workspaceObjects("q", "f"))', 501],
  ])('is not asked where it does not fit: %s', async (jql, status) => {
    answer();
    expect(await keysOrRefusal(site, jql)).toMatchObject({ status });
    expect(clauses).toEqual([]);
  });

  test('is offered by autocompletion', async () => {
    answer();
    const { body } = await callAs(site, 'member')('GET', '/jql/autocompletedata');
    expect(body).toMatchObject({
      visibleFunctionNames: expect.arrayContaining([
        {
          value: 'workspaceObjects("", "")',
          displayName: 'workspaceObjects(query, field)',
          isList: 'true',
          types: ['com.atlassian.jira.issue.Issue'],
        },
      ]) as unknown[],
    });
  });
});
