import { beforeAll, describe, expect, test } from 'vitest';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { foundCases } from './found-cases';
import { keysOrRefusal, openSearchSite } from './jql-site';
import {
  oversizedCases,
  refusedCases,
  syntaxCases,
  unmodelledCases,
  unreadableCases,
} from './refused-cases';
import { parseJql } from '../../../src/sandbox/jql/parse-jql';

let site: JiraSite;
beforeAll(async () => {
  site = await openSearchSite();
});

describe.each(Object.entries(foundCases))('A search by %s', (_, cases) => {
  test.each(cases)('finds by %s', async (jql, keys) => {
    expect(await keysOrRefusal(site, jql)).toBe(keys);
  });
});

describe('What cannot be read', () => {
  test.each(unreadableCases)(
    'is refused: %j, line %i, character %i',
    async (jql, line, character) => {
      const end = `\\(line ${line}, character ${character}\\)$`;
      const error = new RegExp(`^Error in the JQL Query: .+ ${end}`, 's');
      const errors = [expect.stringMatching(error) as string];
      expect(await keysOrRefusal(site, jql)).toEqual({ status: 400, errors });
    },
  );

  test.each(syntaxCases)('is refused with its place: %s', async (jql, error) => {
    const errors = [`Error in the JQL Query: ${error}`];
    expect(await keysOrRefusal(site, jql)).toEqual({ status: 400, errors });
  });
});

describe.each(Object.entries(refusedCases))('Jira refuses %s', (_, cases) => {
  test.each(cases)('%s', async (jql, ...errors) => {
    expect(await keysOrRefusal(site, jql)).toEqual({ status: 400, errors });
  });
});

describe('A query that is too large to be read', () => {
  test.each(oversizedCases)('is refused: %s', async (limit, jql) => {
    const errors = [expect.stringContaining(`The sandbox does not model JQL ${limit}`) as string];
    expect(await keysOrRefusal(site, jql)).toEqual({ status: 501, errors });
  });

  test('is one of its clauses, not of what they hold in quotation marks', async () => {
    const text = 'and (or '.repeat(1_000);
    expect(await keysOrRefusal(site, `key = DEMO-1 or "Asset.ObjectId" = '${text}'`)).toBe(
      'DEMO-1',
    );
  });
});

test('A contradiction is all that Jira says about the clauses that it is in', async () => {
  site.model.switches.jqlAllowsContradictions = false;
  const errors = ["The field 'Asset' can't be EMPTY and not EMPTY."];
  for (const beside of ['nowhere = 1', 'created = "2024-01-01"']) {
    const jql = `Asset is EMPTY and Asset is not EMPTY and ${beside}`;
    expect(await keysOrRefusal(site, jql)).toEqual({ status: 400, errors });
  }
  site.model.switches.jqlAllowsContradictions = true;
});

describe('A project', () => {
  test('is found by its name, also where that is the id of another one', async () => {
    const named = await openSearchSite();
    const [first, second] = named.model.state.projects;
    if (!first || !second) throw new Error('The demo has two projects.');
    first.name = second.id;
    const keys = await keysOrRefusal(named, `project = "${second.id}"`);
    expect(keys).toBe(await keysOrRefusal(named, `project = ${first.key}`));
    expect(keys).not.toBe('');
  });
});

describe('What is not modelled', () => {
  test.each(unmodelledCases)('is refused loudly: %s', async (jql) => {
    expect(await keysOrRefusal(site, jql)).toEqual({
      status: 501,
      errors: [expect.stringContaining('The sandbox does not model') as string],
    });
  });
});

describe('What a person may not see', () => {
  test.each([
    ['is not found', 'Asset is not EMPTY and type in (Bug, Incident)', 'DEMO-6 DEMO-4 DEMO-3'],
    ['is left out of a list of keys', 'key in (DEMO-1, HELP-1)', 'DEMO-1'],
  ])('%s', async (_, jql, keys) => {
    expect(await keysOrRefusal(site, jql, 'outsider')).toBe(keys);
  });

  test.each([
    ['a project', 'project = HELP', "The value 'HELP' does not exist for the field 'project'."],
    ['an issue', 'key = HELP-1', 'Issue does not exist or you do not have permission to see it.'],
  ])('is said to be missing where it is named: %s', async (_, jql, error) => {
    expect(await keysOrRefusal(site, jql, 'outsider')).toEqual({ status: 400, errors: [error] });
  });

  test('is everything for a customer of the portal, and nothing for the app', async () => {
    expect(await keysOrRefusal(site, 'id != -1', 'customer')).toBe('');
    expect(await keysOrRefusal(site, 'id != -1 and project = HELP', 'app')).toContain('HELP-1');
  });

  test('includes the email address that a profile hides', async () => {
    site.model.switches.hiddenEmails = ['newcomer'];
    const found = await keysOrRefusal(site, 'creator = "newcomer@example.com"');
    expect(found).toMatchObject({ status: 400 });
    site.model.switches.hiddenEmails = [];
  });
});

test.each(['"', "'", ''])('200,000 characters between %j are refused by their size', (quote) => {
  const jql = `summary ~ ${quote}${'x'.repeat(200_000)}${quote}`;
  expect(() => parseJql(jql)).toThrow(/more than 60,000 characters/);
});
