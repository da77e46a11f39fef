import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { JiraError } from '../../../src/app/platform/platform';
import {
  configured,
  createSearchSite,
  laptops,
  manyIds,
  payloadOf,
  uuid,
  type SearchSite,
} from './support/search-site';
import fc from '../../support/property-testing';

interface Refusal {
  readonly title: string;
  readonly query?: string;
  readonly field?: string;
  readonly given?: (site: SearchSite) => void;
  /** Parts of the sentence, in their order. */
  readonly says: readonly string[];
}

const refusals: Refusal[] = [
  {
    title: 'a field that does not exist, with the name most like it',
    field: 'Assets',
    says: ['no field "Assets"', 'Did you mean "Asset"?'],
  },
  {
    title: 'a long name that no field has, of which it repeats the beginning',
    field: 'x'.repeat(255),
    says: [`no field "${'x'.repeat(100)}…"`],
  },
  { title: 'an unknown id', field: 'cf[99999]', says: ['no field "cf[99999]"', '"Asset"'] },
  {
    title: 'a field named in more characters than a name has',
    field: `Asset${' '.repeat(251)}`,
    says: ['a field with 256 characters', 'up to 255', 'for example: issue in'],
  },
  {
    title: 'a query that is larger than the app can keep, counted as it is stored',
    query: `Status = "${'\u0001'.repeat(2_000)}"`,
    says: ['is too long', '12,015 bytes', 'the limit is 10,000', 'Shorten it'],
  },
  {
    title: 'two fields of one name, with both ids',
    given: ({ jira }) =>
      jira.fields.push({ id: 'customfield_10020', name: 'Asset', kind: 'object' }),
    says: [
      'Several fields are named "Asset"',
      'customfield_10010 and customfield_10020',
      'Use the id',
    ],
  },
  {
    title: 'a field that is not of this app',
    field: 'Story Points',
    says: ['"Story Points" doesn’t hold workspace objects', '"Asset"'],
  },
  {
    title: 'a site without a field of this app',
    given: (site) => (site.jira.fields = []),
    says: ['no field "Asset"', 'No field on this site holds workspace objects yet'],
  },
  {
    title: 'a field that was never configured',
    given: ({ jira }) => jira.configurations.set('customfield_10010', [undefined, { version: 9 }]),
    says: ['"Asset" isn’t configured yet', 'Jira admin'],
  },
  {
    title: 'a field whose properties Jira does not search',
    given: ({ jira }) =>
      (jira.acceptsQueries = (queries) => Promise.resolve(queries.map(() => false))),
    says: ['can’t search the objects of the field "Asset"', 'search template'],
  },
  {
    title: 'a query that is none, with the place',
    query: 'Status = = Active',
    says: ['at character 10, “=”: Expected'],
  },
  {
    title: 'a fault beyond quotes, which JQL writes with backslashes, with the word at its place',
    query: 'Label = "a" and Owner is is empty and Memory = 32',
    says: ['at character 26, “is”: '],
  },
  {
    title: 'a text that isn’t closed, in quotation marks that are',
    query: 'Status = "In repair',
    says: ['at character 10, “In repair”: The text that starts here isn’t closed'],
  },
  {
    title: 'a long text that isn’t closed, of which it repeats the beginning on its line',
    query: 'Status = "In repair but this goes on and on for long\nand Memory = 32',
    says: ['at line 1, column 10, “In repair but this goes on and on for l…”: '],
  },
  {
    title: 'a text that isn’t closed and has nothing in it',
    query: 'Status = "',
    says: ['at character 10, “"”: The text that starts here isn’t closed'],
  },
  {
    title: 'a wrong operator, without what is right after it',
    query: 'Memory => 32 and Status = Active',
    says: ['at character 8, “=>”: Unknown operator'],
  },
  {
    title: 'a character that can’t stand there, without what is right after it',
    query: 'Status = Active & Memory = 32',
    says: ['at character 17, “&”: Unexpected character'],
  },
  {
    title: 'a fault at the end of a query, with this place',
    query: 'Status =',
    says: [
      'There’s a mistake at the end of the query in workspaceObjects(): Expected a value, found end of query.',
    ],
  },
  {
    title: 'a fault on a later line of a query, with line and column',
    query: 'Status = Active\nand Owner ?',
    says: ['at line 2, column 11, “?”: '],
  },
  {
    title: "the searching person's email address",
    query: 'Owner = user(${emailCurrentUser}) and Memory = 32',
    says: [
      'at character 14, “${emailCurrentUser}”: ',
      'Placeholders can be used only',
      'user("name@example.com")',
    ],
  },
  {
    title: "the searching person's email address within quotes",
    query: 'Owner = user("${emailCurrentUser}") and Memory = 32',
    says: [
      'at character 9, “user("${emailCurrentUser}")”: ',
      '${emailCurrentUser} can’t be used',
      'everyone who searches shares the result',
      'user("name@example.com")',
    ],
  },
  {
    title: 'the selection on a level',
    query: 'Country = {{Country}} and Memory = 32',
    says: ['at character 11, “{{Country}}”: ', 'Placeholders can be used only', 'in double quotes'],
  },
  {
    title: 'a placeholder that isn’t closed',
    query: 'Country = {{Country and Memory = 32',
    says: ['at character 11, “{{”: ', 'Placeholders can be used only'],
  },
  {
    title: 'currentUser(), which would mean the owner of the token',
    query: 'Status = Active and Owner = currentUser() and Memory = 32',
    says: [
      'at character 29, “currentUser()”: ',
      'currentUser() can’t be used',
      'user("name@example.com")',
    ],
  },
  {
    title: 'a workspace that the token cannot read',
    given: (site) => (site.service.answer = () => ({ status: 404 })),
    says: ['can’t read the workspace or type of the field "Asset"', 'Jira admin'],
  },
  {
    title: 'a service that is down',
    given: (site) => (site.service.answer = () => ({ status: 500 })),
    says: ['can’t be reached', 'Search again'],
  },
  {
    title: 'a service that is busy, with how long it asks to be left alone',
    given: (site) => (site.service.answer = () => ({ status: 429, retryAfter: '90' })),
    says: ['too many requests', 'in 2 minutes'],
  },
  {
    title: 'a Jira that does not answer the app',
    given: ({ jira }) => (jira.trouble = () => ({ status: 503 })),
    says: ['Jira didn’t answer', 'Search again'],
  },
  {
    title: 'a Jira that limits the app’s requests, with how long it asks to be left alone',
    given: ({ jira }) => (jira.trouble = () => ({ status: 429, retryAfterMs: 1_380_000 })),
    says: ['Jira is limiting this app’s requests', 'in 23 minutes'],
  },
  {
    title: 'a Jira that does not let the app read its fields',
    given: ({ jira }) => (jira.trouble = () => ({ status: 403 })),
    says: ['Jira doesn’t let the app', 'Jira admin'],
  },
];

let site: SearchSite;
beforeEach(() => {
  site = createSearchSite();
});

describe('workspaceObjects(query, field) refuses with a sentence', () => {
  test.each(refusals)('$title', async ({ query = 'Status = Active', field, given, says }) => {
    given?.(site);
    const answer = await site.search(query, field);
    expect(answer).toEqual({
      error: expect.stringContaining(says[0] ?? '') as string,
      storeErrorAsPrecomputation: false,
    });
    for (const part of says) expect('error' in answer && answer.error).toContain(part);
    site.store.catchUp();
    expect(await site.storedQueries.list()).toMatchObject({ rows: [] });
  });

  test('asks for no further page once the first says that there are too many', async () => {
    site.service.answer = () => manyIds(1_001);
    await site.search('Status = Active');
    expect(site.service.searches).toHaveLength(1);
  });

  test.each(['Status = = Active', 'Owner = user(${emailCurrentUser})'])(
    'asks nobody about %s',
    async (query) => {
      await site.search(query);
      expect([...site.jira.calls, ...site.service.searches]).toEqual([]);
    },
  );

  test.each([
    ['no value', [], 'here it has 0'],
    ['a query alone', ['Status = Active'], 'here it has 1'],
    ['three values', ['a', 'b', 'c'], 'here it has 3'],
    ['an empty field', ['Status = Active', ' '], 'is missing its field'],
  ])('%s', async (_, written, said) => {
    const answer = await createSearchSite().call(payloadOf('in', written));
    expect(answer).toHaveProperty('error', expect.stringContaining(said));
    expect(answer).toHaveProperty('error', expect.stringContaining('for example: issue in'));
  });

  test('another operator than "in" and "not in"', async () => {
    const answer = await createSearchSite().search('Status = Active', 'Asset', '=');
    expect(answer).toHaveProperty('error', expect.stringContaining('only after "in" and "not in"'));
  });

  test('a field that points at more places than a search can ask, without a call', async () => {
    const places = Array.from({ length: 91 }, (_, index) => ({ ...laptops, typeId: uuid(index) }));
    site.jira.configurations.set('customfield_10010', places.map(configured));
    const answer = await site.search('Status = Active');
    expect(answer).toHaveProperty('error', expect.stringContaining('91 workspaces and types'));
    expect(site.service.searches).toEqual([]);
  });

  test('a service that returns incomplete pages, after one call', async () => {
    site.service.answer = () => ({
      status: 200,
      body: { total: 900, pageSize: 200, isLast: false, result: [] },
    });
    const answer = await site.search('Status = Active');
    expect(answer).toHaveProperty('error', expect.stringContaining('can’t understand'));
    expect(site.service.searches).toHaveLength(1);
  });

  test('a service that takes longer than 20 seconds for all of its pages', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const site = createSearchSite();
    site.service.answer = () =>
      new Promise((resolve) => setTimeout(() => resolve(manyIds(1_000)), 7_000));
    const search = site.search('Status = Active');
    await vi.advanceTimersByTimeAsync(20_000);
    const answer = await search;
    expect(answer).toHaveProperty('error', expect.stringContaining('took too long'));
    site.store.catchUp();
    expect(await site.storedQueries.list()).toMatchObject({ rows: [] });
    expect(site.logLines).toEqual([expect.stringContaining('TOO_SLOW')]);
  });

  test('whatever the platform sends, without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), fc.array(fc.anything())), async (sent) => {
        const payload = Array.isArray(sent)
          ? { clause: { operator: 'in', arguments: sent } }
          : sent;
        expect(await site.call(payload)).toHaveProperty('error', expect.any(String));
      }),
    );
  });

  test('a fault of the app, which the log places and the answer keeps to itself', async () => {
    site.jira.listFields = () => Promise.reject(new Error('secret detail'));
    const answer = await site.search('Status = Active');
    expect(answer).toHaveProperty('error', expect.stringContaining('Something went wrong'));
    expect(JSON.stringify([answer, site.logLines])).not.toContain('secret detail');
    expect(site.logLines).toEqual([expect.stringContaining('refusals.test')]);
  });

  test('never with the token in the answer or in the log', async () => {
    site.credentials.token = 'a-very-secret-token';
    const failures = [400, 401, 403, 404, 429, 500];
    const answers: unknown[] = [];
    for (const status of failures) {
      site.service.answer = () => ({ status });
      answers.push(await site.search('Status = Active'));
    }
    site.jira.listFields = () => Promise.reject(new JiraError('No', 'app', 500));
    answers.push(await site.search('Status = Active'));
    expect(JSON.stringify([answers, site.logLines])).not.toContain('a-very-secret-token');
  });
});
