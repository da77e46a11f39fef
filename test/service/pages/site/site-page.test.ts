import { beforeAll, describe, expect, test } from 'vitest';
import { createSitePage, type DetailedSitePage } from '../../../../src/api/site-page';
import {
  demoAttributeId,
  demoObjectId,
  demoPageId,
  demoSiteId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../../src/service';
import { demoClient, startDemoService } from '../../../support/demo-service';
import { duringTests } from '../../../support/during-tests';
import { Browser, signInToDemo } from '../../accounts/browser';
import { PageState } from '../../../../src/service/pages/site/page-state';

let siteId: string;
let browser: Browser;
const service = duringTests(() => startDemoService());
const api = () => demoClient(service);
beforeAll(async () => {
  browser = await signInToDemo(service, 'member');
  siteId = (await api().sites.create({ name: 'Tests', isOpen: true })).id;
});

const createPage = (...blocks: object[]): Promise<DetailedSitePage> =>
  api().sites.createPage(siteId, createSitePage.body!.parse({ name: 'A page', blocks }));

/** The path of a page of the demo. */
const pathOf = (workspace: string, site: string, page: string) =>
  `/workspace/${demoWorkspaceId(workspace)}/site/${demoSiteId(workspace, site)}/page/${demoPageId(workspace, site, page)}`;
const address = (...names: Parameters<typeof pathOf>) => service.url + pathOf(...names);

/** The page as a member sees it who is signed in. */
async function show(blocks: object[], query = ''): Promise<string> {
  const { url } = await createPage(...blocks);
  return (await browser.visit(url + query)).html;
}

const laptop = (attribute: string) => demoAttributeId('IT', 'Laptop', attribute);
const laptops = {
  kind: 'table',
  typeId: demoTypeId('IT', 'Laptop'),
  columns: [laptop('Status'), laptop('Price')],
  pageSize: 10,
};
const contracts = { typeId: demoTypeId('IT', 'Contract') };

/** What each row of the first table says, without markup. */
function rowsOf(html: string): string[] {
  const body = /<tbody>([^]*?)<\/tbody>/.exec(html)?.[1] ?? '';
  return body.split('<tr>').slice(1).map(textOf);
}

const textOf = (html: string) => html.replaceAll(/(?:<[^>]*>|\s)+/g, ' ').trim();

describe('a text on a page', () => {
  test('has paragraphs, lists and links, and no markup of its writer', async () => {
    const text = 'One <b>\n\n- first\n- second\n\nSee https://example.com/?a=1&b=2.';
    const html = await show([{ kind: 'text', heading: 'Words', text }]);
    expect(html).toContain('<p>One &lt;b&gt;</p>');
    expect(textOf(/<ul>[^]*?<\/ul>/.exec(html.split('prose')[1]!)![0])).toBe('first second');
    const address = 'https://example.com/?a=1&amp;b=2';
    expect(html).toContain(`<a href="${address}">${address}</a>.`);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x'])('makes no link of %s', async (text) => {
    expect(await show([{ kind: 'text', text }])).not.toContain(`href="${text}`);
  });
});

describe('a table on a page', () => {
  test('shows its first objects with the chosen attributes, and how many there are', async () => {
    const html = await show([laptops]);
    expect(rowsOf(html)).toHaveLength(10);
    expect(rowsOf(html)[1]).toBe('Dell XPS 13 In stock 1,499.00');
    expect(html).toContain('1–10 of 61');
  });

  test('draws a status in its configured color, as the fields in Jira do', async () => {
    const html = await show([{ ...laptops, query: 'Status = "In repair"' }]);
    expect(html).toMatch(/class="lozenge lozenge-yellow">In repair</);
  });

  test('keeps its own query when its reader searches, sorts and turns the page', async () => {
    const inUse = { ...laptops, query: 'Status = "In use"' };
    const sort = `0.sort=-${laptop('Price')}`;
    const html = await show([inUse], `?0.search=pro%20mac&${sort}&0.page=2`);
    const rows = rowsOf(html);
    expect(rows.every((row) => /^MacBook Pro .* In use/.test(row))).toBe(true);
    const prices = rows.map((row) => Number(/[\d,.]+$/.exec(row)![0].replace(',', '')));
    expect(prices).toEqual(prices.toSorted((one, other) => other - one));
    expect(html).toContain('11–');
    expect(html).toContain('value="pro mac"');
  });

  test('has two tables looked at on their own', async () => {
    const html = await show([laptops, laptops], '?0.page=2&1.search=dell');
    expect(html).toContain('11–20 of 61');
    expect(html).toContain('1–8 of 8');
    expect(html).toContain(`href="?1.search=dell&amp;0.page=3#block-0"`);
  });

  test('is sorted as its page says until its reader sorts', async () => {
    const sort = { attributeId: laptop('Price'), isDescending: true };
    const html = await show([{ ...laptops, sort }]);
    expect(rowsOf(html)[0]).toContain('MacBook Pro 16');
    expect(html).toContain('aria-sort="descending"');
  });

  test.each([
    '0.page=-1',
    '0.page=x',
    '0.page=1e9',
    '0.sort=nothing',
    '0.sort=%00',
    '0.search=%00%27%22',
    `0.sort=${'x'.repeat(500)}`,
    '%',
    '9999.page=3',
  ])('answers for an address that means nothing: %s', async (query) => {
    const { url } = await createPage(laptops);
    expect((await browser.visit(`${url}?${query}`)).status).toBe(200);
  });

  test('says that a search is too long, and keeps it in its search box', async () => {
    const search = 'x'.repeat(201);
    const html = await show([laptops], `?0.search=${search}`);
    expect(html).toContain('The search is too long: use at most 200 characters.');
    expect(html).toContain(`value="${search}"`);
    expect(rowsOf(html)).toEqual([]);
  });

  test('searches for nothing but the text of its search box', async () => {
    const search = encodeURIComponent('" or Status = "Retired');
    const html = await show([laptops], `?0.search=${search}`);
    expect(html).toContain('No results for');
  });

  test('says that there is nothing on a page after the last one', async () => {
    expect(await show([laptops], '?0.page=50')).toContain('There is nothing on this page.');
  });

  test('shows nothing of a type that its reader may not read', async () => {
    const html = await show([
      { kind: 'table', ...contracts, columns: [] },
      { kind: 'chart', ...contracts, attributeId: demoAttributeId('IT', 'Contract', 'Contact') },
    ]);
    expect(html).toContain('The type that this table lists was deleted, or you can’t see it.');
    expect(html).toContain('The type that this chart counts was deleted, or you can’t see it.');
    expect(html).not.toContain('Contract');
  });
});

describe('a chart on a page', () => {
  const countsOf = (html: string): Record<string, string> =>
    Object.fromEntries(
      rowsOf(html).map((row) => {
        const [, name = '', count = ''] = /^(.*) ([\d,]+)$/.exec(row) ?? [];
        return [name, count];
      }),
    );

  test.each([
    ['an option', 'Status', { 'In use': '41', 'In stock': '11', 'In repair': '5', Retired: '4' }],
    [
      'a state',
      'Lifecycle',
      { Ordered: '3', 'In service': '49', 'In repair': '5', Retired: '2', Lost: '2' },
    ],
    [
      'a reference',
      'Location',
      {
        'Berlin storeroom': '20',
        'Lagos office': '12',
        'Berlin office': '11',
        'Lisbon office': '9',
        'São Paulo office': '9',
      },
    ],
  ])('counts by %s', async (_what, attribute, counts) => {
    const chart = { kind: 'chart', typeId: laptops.typeId, attributeId: laptop(attribute) };
    expect(countsOf(await show([chart]))).toEqual(counts);
  });

  test('counts what its query finds, what has no value, and the many as others', async () => {
    const chart = { kind: 'chart', typeId: laptops.typeId, attributeId: laptop('Assigned to') };
    const html = await show([{ ...chart, query: 'Memory >= 16' }]);
    const ring = await show([{ ...chart, query: 'Status = "In stock"' }]);
    expect(Object.entries(countsOf(html)).join()).toMatch(/,2 others,\d+,No value,20$/);
    expect(html).toMatch(/<span>No value<\/span>(?:(?!<\/th>)[^])*class="series-none"/);
    expect(html).toContain('Laptop by Assigned to, 61 in all');
    expect(ring).toMatch(/class="hollow"[^>]*dasharray="none"/);
  });

  test('does not name what its reader may not read', async () => {
    const covers = demoAttributeId('IT', 'Contract', 'Covers');
    const page = await createPage({ kind: 'chart', ...contracts, attributeId: covers });
    const target = { typeId: laptops.typeId };
    await service.administration.setAccess({ account: 'lead', target, read: false });
    const lead = await signInToDemo(service, 'lead');
    const { html } = await lead.visit(page.url);
    await service.administration.setAccess({ account: 'lead', target, read: true });
    expect(countsOf(html)).toEqual({ 'Not visible to you': '13', 'No value': '3' });
    expect(html).toMatch(/class="series-none"[^>]*>\s*<\/svg\s*><span>No value</);
    expect(html).toMatch(/class="series-none"[^>]*="17\.75 100"[^]*"hollow"[^>]*="16\.71 100"/);
  });
});

describe('a record on a page', () => {
  test('shows one object with all that the reader may see, and links to it', async () => {
    const objectId = demoObjectId('IT', 'Laptop', 'LT-0001');
    const html = await show([{ kind: 'record', objectId }]);
    expect(html).toContain(`/object/${objectId}">MacBook Pro 14</a>`);
    expect(textOf(html)).toContain('Serial number SN85JXH-01');
    expect(html).toContain('Amara Okafor</a>');
  });

  test('says that there is none where it was deleted meanwhile', async () => {
    const objectId = demoObjectId('IT', 'Laptop', 'LT-0002');
    const { url } = await createPage({ kind: 'record', objectId });
    await api().objects.delete(objectId);
    const { html } = await browser.visit(url);
    expect(html).toContain('Deleted, or you don’t have access.');
  });
});

describe('the page of a site', () => {
  test('leads to the others of its site, and is framed by nobody', async () => {
    const { html, headers } = await browser.visit(address('IT', 'Handbook', 'Where we are'));
    const links = [...html.matchAll(/<li><a href="([^"]*)" (aria-current="page")?>([^<]*)/g)];
    expect(links.map(([, , current, name]) => [name, current])).toEqual([
      ['Getting a laptop', undefined],
      ['Lost or broken', undefined],
      ['Where we are', 'aria-current="page"'],
    ]);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('is for whoever is signed in', async () => {
    const { url } = await new Browser().visit(address('IT', 'Handbook', 'Where we are'));
    expect(url).toContain('/oauth/sign-in');
  });

  test.each([
    ['a site that the reader may not open', 'IT', 'Purchasing', 'Contracts that end soon'],
    ['a page of another site', 'IT', 'Fleet', 'Where we are'],
    ['a closed site of another workspace', 'Geography', 'New markets', 'Shortlist'],
  ])('says that it is not there: %s', async (_what, workspace, site, page) => {
    const { status, html } = await browser.visit(address(workspace, site, page));
    expect(status).toBe(404);
    expect(html).toContain('This page was deleted, or you can’t open it.');
  });

  test('answers 404 where an id is none', async () => {
    const url = `${service.url}/workspace/x/site/y/page/z`;
    expect((await browser.visit(url)).status).toBe(404);
  });
});

describe('the loads of pages', () => {
  const limited = duringTests(() =>
    startDemoService({ rateLimits: { perToken: 2, perWorkspace: 3 } }),
  );

  test('count for their reader and for the workspace', async () => {
    const path = pathOf('IT', 'Fleet', 'Laptops');
    const load = async (account: string, count: number) => {
      const reader = await signInToDemo(limited, account);
      const answers = [];
      for (let index = 0; index < count; index += 1) {
        const { status, html } = await reader.visit(limited.url + path);
        answers.push([status, html.includes('Too many requests')]);
      }
      return answers;
    };
    const [shown, refused] = [
      [200, false],
      [429, true],
    ];
    expect(await load('admin', 3)).toEqual([shown, shown, refused]);
    expect(await load('member', 2)).toEqual([shown, refused]);
  });

  test('count on the pages of objects and files too', async () => {
    const reader = await signInToDemo(limited, 'lead');
    const workspace = `${limited.url}/workspace/${demoWorkspaceId('Geography')}`;
    const page = `${workspace}/object/${demoObjectId('Geography', 'Country', 'IS')}`;
    const statuses = [];
    for (const url of [page, `${workspace}/content/none`, page]) {
      statuses.push((await reader.visit(url)).status);
    }
    expect(statuses).toEqual([200, 404, 429]);
    expect((await reader.visit(page)).html).toContain('Too many requests');
  });
});

describe('the searches of a page', () => {
  const counting = duringTests(() =>
    startDemoService({ rateLimits: { perToken: 2, perWorkspace: 1_000 } }),
  );

  test('count once for each table and chart, and leave out what is too many', async () => {
    const table = { kind: 'table', typeId: laptops.typeId, columns: [] };
    const name = 'Three searches';
    const site = await demoClient(counting).sites.create({ name, isOpen: true });
    const blocks = [{ kind: 'text', text: 'Words' }, table, table, table];
    const page = createSitePage.body!.parse({ name, blocks });
    const { url } = await demoClient(counting).sites.createPage(site.id, page);
    const reader = await signInToDemo(counting, 'member');
    const { status, html } = await reader.visit(url);
    expect([status, html.split('<tbody>').length - 1]).toEqual([200, 2]);
    expect(html).toContain('made too many requests, so this isn’t shown.');
    expect((await reader.visit(url)).status).toBe(429);
  });
});

describe('every page of the demo', () => {
  test.each([
    ['IT', 'Fleet', ['Laptops', 'Dashboard']],
    ['IT', 'Handbook', ['Getting a laptop', 'Lost or broken', 'Where we are']],
    ['IT', 'Purchasing', ['Contracts that end soon', 'Laptops out of warranty']],
    ['Geography', 'Atlas', ['Countries', 'Regions', 'Cities']],
    ['Geography', 'New markets', ['Shortlist', 'Travel times']],
  ])('shows all of its content: %s, %s', async (workspace, site, pages) => {
    const admin = await signInToDemo(service, 'admin');
    for (const page of pages) {
      const { status, html } = await admin.visit(address(workspace, site, page));
      expect([status, html.includes('class="block')]).toEqual([200, true]);
      expect(html).not.toContain('class="notice"');
    }
  });
});

test('A chart has the colors that its options and states have elsewhere on the page', async () => {
  const { html } = await browser.visit(address('IT', 'Fleet', 'Dashboard'));
  const colorsIn = (pattern: RegExp) =>
    Object.fromEntries(
      [...html.matchAll(pattern)].map(([, color = '', name = '']) => [name, color] as const),
    );
  const badges = colorsIn(/lozenge lozenge-(\w+)">([^<]+)</g);
  const lines = colorsIn(/<rect class="series-(\w+)"[^>]*>\s*<\/svg\s*><span>([^<]+)</g);
  expect(badges).toMatchObject({ 'In use': 'green', 'In repair': 'yellow' });
  expect(lines).toMatchObject({
    ...badges,
    'In stock': 'blue',
    Retired: 'gray',
    Ordered: 'purple',
    Lost: 'red',
  });
  const [status = ''] = html.split('Laptop by Status');
  const ring = [...status.matchAll(/<circle\s+class="series-(\w+)"/g)].map(([, color]) => color);
  expect(ring).toEqual(['green', 'blue', 'yellow', 'gray']);
});

test('A link repeats each parameter of a page once, however often its address names it', () => {
  const query = `?${'9.page=2&'.repeat(2_400)}${'99.search=x&'.repeat(100)}0.search=${'y'.repeat(200)}`;
  const address = new PageState(query).addressWith(1, { page: 3 });
  expect(address).toBe(`?9.page=2&0.search=${'y'.repeat(200)}&1.page=3#block-1`);
});

test('A search that is too long to be carried out stays as typed for its own table, and is in no link', () => {
  const typed = 'y'.repeat(201);
  const state = new PageState(`?0.search=${typed}&1.search=mac`);
  expect(state.of(0).search).toBe(typed);
  expect(state.addressWith(1, { page: 2 })).toBe('?1.search=mac&1.page=2#block-1');
  expect(state.addressWith(0, { page: 2 })).toBe('?1.search=mac&0.page=2#block-0');
});

test('a page with too much content shows the first of it, and says why the rest isn’t there', async () => {
  const { typeId } = laptops;
  const configuration = { isMultiple: true };
  const field = { typeId, name: 'Long', attributeTypeCode: 'TEXT' as const, configuration };
  const { id: attributeId } = await api().attributes.create(field);
  const values = Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(30_000, 'x'));
  const { result } = await api().objects.search({ query: '', typeId, limit: 1 });
  const objectId = result[0]!.id;
  await api().objects.update(objectId, { attributes: [{ attributeId, values }] });
  const html = await show(Array.from({ length: 7 }, () => ({ kind: 'record', objectId })));
  await api().attributes.delete(attributeId, { confirm: 1 });
  expect(html.length).toBeLessThan(6_000_000);
  expect(html.match(/29xxx/g)).toHaveLength(5);
  expect(html.match(/This page has too much content to show this block\./g)).toHaveLength(2);
});
