import { beforeAll, describe, expect, test } from 'vitest';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { assetField, assetType, callAs, type Call } from '../support/jira';
import { openSearchSite } from './jql-site';

let site: JiraSite;
let member: Call;
beforeAll(async () => {
  site = await openSearchSite();
  member = callAs(site, 'member');
});

interface SearchPage {
  issues: { id: string; key: string }[];
  isLast: boolean;
  nextPageToken?: string;
}

describe('/search/jql', () => {
  test('gives ids alone where no fields are asked for', async () => {
    expect(await member('POST', '/search/jql', { jql: 'key = DEMO-1' })).toEqual({
      status: 200,
      body: { issues: [{ id: '10300' }], isLast: true },
    });
  });

  test('gives the fields that are asked for, with formatted text', async () => {
    const fields = ['summary', assetField];
    const asked = { jql: 'key in (DEMO-2, HELP-1)', fields, expand: 'renderedFields' };
    const { body } = await member('POST', '/search/jql', asked);
    expect(body).toMatchObject({
      issues: [
        { key: 'HELP-1' },
        { key: 'DEMO-2', renderedFields: { [assetField]: 'Laptop 2, Laptop 3, Laptop 4' } },
      ],
      isLast: true,
    });
    const [issue] = (body as { issues: { fields: object }[] }).issues;
    expect(Object.keys(issue?.fields ?? {})).toEqual(['summary', assetField]);
  });

  test('gives every issue once, page by page', async () => {
    const jql = 'project = DEMO order by summary';
    const keys: string[] = [];
    let nextPageToken: string | undefined;
    let pages = 0;
    do {
      const body = { jql, fields: ['summary'], maxResults: 7, nextPageToken };
      const page = (await member('POST', '/search/jql', body)).body as SearchPage;
      keys.push(...page.issues.map(({ key }) => key));
      expect(page.isLast).toBe(page.nextPageToken === undefined);
      ({ nextPageToken } = page);
      pages += 1;
    } while (nextPageToken !== undefined);
    expect(pages).toBe(3);
    expect(new Set(keys).size).toBe(20);
  });

  test.each(['20', 'nonsense', ''])('refuses the page token "%s"', async (nextPageToken) => {
    const body = { jql: 'project = DEMO', nextPageToken };
    expect(await member('POST', '/search/jql', body)).toEqual({
      status: 400,
      body: { errorMessages: ['The provided next page token is invalid or expired.'], errors: {} },
    });
  });

  test('refuses the page token of another query', async () => {
    const first = await member('POST', '/search/jql', { jql: 'project = DEMO', maxResults: 1 });
    const { nextPageToken } = first.body as SearchPage;
    const other = { jql: 'project = HELP', nextPageToken };
    expect(await member('POST', '/search/jql', other)).toMatchObject({ status: 400 });
  });

  test('refuses a query with all its errors', async () => {
    const jql = 'project = NOPE and foo = 1';
    expect(await member('POST', '/search/jql', { jql })).toEqual({
      status: 400,
      body: {
        errorMessages: [
          "The value 'NOPE' does not exist for the field 'project'.",
          "Field 'foo' does not exist or you do not have permission to view it.",
        ],
        errors: {},
      },
    });
  });

  test('needs a scope of an app', async () => {
    const app = callAs(site, 'app', ['read:jira-user']);
    expect((await app('POST', '/search/jql', { jql: 'key = DEMO-1' })).status).toBe(403);
  });
});

describe('/search/approximate-count', () => {
  test('counts what the person may see', async () => {
    const body = { jql: 'Asset is not EMPTY' };
    const path = '/search/approximate-count';
    expect(await member('POST', path, body)).toEqual({ status: 200, body: { count: 9 } });
    const outsider = callAs(site, 'outsider');
    expect(await outsider('POST', path, body)).toEqual({ status: 200, body: { count: 8 } });
  });

  test('refuses to count everything', async () => {
    expect(await member('POST', '/search/approximate-count', { jql: '' })).toMatchObject({
      status: 400,
      body: { errorMessages: [expect.stringContaining('Unbounded JQL') as string] },
    });
  });
});

describe('/jql/parse', () => {
  const parse = async (queries: readonly string[]) =>
    (await member('POST', '/jql/parse?validation=strict', { queries })).body;

  test('lets other calls be answered between its queries', async () => {
    const answered: string[] = [];
    const note = (what: string) => () => answered.push(what);
    const parsing = parse(Array<string>(50).fill('project = DEMO')).then(note('50 queries'));
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([parsing, member('GET', '/myself').then(note('myself'))]);
    expect(answered).toEqual(['myself', '50 queries']);
  });

  test('refuses more than 1,000 queries loudly', async () => {
    expect(await parse(Array<string>(3_000).fill('project = DEMO'))).toMatchObject({
      errorMessages: ['The sandbox does not model parsing more than 1,000 queries in a call.'],
    });
  });

  test('says what is wrong with each query, whether it can be read or not', async () => {
    expect(await parse(['project =', 'order by key', 'project = NOPE'])).toEqual({
      queries: [
        {
          query: 'project =',
          errors: [
            expect.stringMatching(
              /^Error in the JQL Query: .* \(line 1, character 10\)$/,
            ) as string,
          ],
        },
        { query: 'order by key' },
        {
          query: 'project = NOPE',
          errors: ["The value 'NOPE' does not exist for the field 'project'."],
        },
      ],
    });
  });

  test('refuses another validation loudly, and no queries', async () => {
    const queries = ['a = b'];
    expect((await member('POST', '/jql/parse?validation=none', { queries })).status).toBe(501);
    expect(await member('POST', '/jql/parse', { queries: [] })).toMatchObject({ status: 400 });
  });
});

describe('/jql/autocompletedata', () => {
  test('lists fields with their operators, functions and reserved words', async () => {
    const { body } = await member('GET', '/jql/autocompletedata');
    expect(body).toMatchObject({
      visibleFieldNames: expect.arrayContaining([
        {
          value: 'status',
          displayName: 'Status',
          orderable: 'true',
          auto: 'true',
          searchable: 'true',
          operators: ['=', '!=', 'in', 'not in', 'is', 'is not'],
          types: ['com.atlassian.jira.issue.status.Status'],
        },
        expect.objectContaining({
          value: 'Asset',
          displayName: 'Asset - cf[10050]',
          cfid: 'cf[10050]',
        }),
        expect.objectContaining({ value: '"Asset.ObjectId"', orderable: 'false' }),
        expect.objectContaining({ value: '"City.PathId"' }),
        expect.objectContaining({ value: 'statusCategory', displayName: 'Status Category' }),
      ]) as unknown[],
      visibleFunctionNames: expect.arrayContaining([
        {
          value: 'currentUser()',
          displayName: 'currentUser()',
          isList: 'false',
          types: ['com.atlassian.jira.user.ApplicationUser'],
        },
      ]) as unknown[],
      jqlReservedWords: expect.arrayContaining(['and', 'empty', 'order']) as unknown[],
    });
  });

  test('quotes the name of a field that holds a dot', async () => {
    const named = { name: 'Team.Alpha', type: assetType };
    const created = (await callAs(site, 'admin')('POST', '/field', named)).body;
    const cfid = `cf[${(created as { id: string }).id.replace('customfield_', '')}]`;
    const { body } = await member('GET', '/jql/autocompletedata');
    const { visibleFieldNames } = body as { visibleFieldNames: { value: string }[] };
    expect(visibleFieldNames).toContainEqual(
      expect.objectContaining({ value: '"Team.Alpha"', cfid }),
    );
    expect(visibleFieldNames.map(({ value }) => value)).toContain('"Team.Alpha.ObjectId"');
  });

  test('names no field that a search does not know', async () => {
    const { body } = await member('GET', '/jql/autocompletedata');
    const { visibleFieldNames } = body as { visibleFieldNames: { value: string }[] };
    const queries = visibleFieldNames.map(({ value }) => `${value} is not EMPTY`);
    const parsed = (await member('POST', '/jql/parse', { queries })).body as {
      queries: { query: string; errors?: string[] }[];
    };
    const refused = parsed.queries.filter(({ errors }) => errors !== undefined);
    expect(refused.map(({ query }) => query)).toEqual(['text is not EMPTY']);
  });

  test('lists the functions of apps with the names of their arguments', async () => {
    const declared = ['query', 'field'].map((name) => ({ name, required: true }));
    const called = { functionKey: 'fn', name: 'workspaceObjects', arguments: declared };
    site.functions.add([{ ...called, types: ['issue'], operators: ['in'] }], () =>
      Promise.resolve('threw'),
    );
    const { body } = await member('GET', '/jql/autocompletedata');
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
