import { beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts, demoObjectId, demoTypeId, demoWorkspaceId } from '../../../src/service';
import { createDemoLaptop, startDemoService } from '../../support/demo-service';
import { Browser } from '../accounts/browser';
import { duringTests } from '../../support/during-tests';

const workspaceId = demoWorkspaceId('IT');

const browser = new Browser();
const service = duringTests(() => startDemoService());
beforeAll(async () => {
  const signIn = await browser.visit(`${service.url}/account/use`);
  await browser.signIn(signIn, 'member@example.com', 'demo');
});

/** Creates a laptop with these values, and returns the address of its page. */
async function createLaptop(values: Record<string, string[]>): Promise<string> {
  return (await createDemoLaptop(service, { Name: ['Test'], ...values })).url;
}

/** The markup of a page. Which space stands before AM depends on the version of Node.js. */
async function htmlAt(url: string, init?: RequestInit): Promise<string> {
  const { html } = await browser.visit(url, init);
  return html.replaceAll('\u202f', ' ');
}

/** What the page says of an attribute, one markup per value; undefined where it does not name it. */
async function shownAt(url: string, attribute: string): Promise<string[] | undefined> {
  const html = await htmlAt(url);
  const line = html.split('<dt>').find((text) => text.startsWith(`${attribute}</dt>`));
  if (line === undefined) return undefined;
  return [...line.matchAll(/<dd>([^]*?)<\/dd>/g)].map(([, value = '']) => value);
}

describe('the page of an object', () => {
  test('says whom data with a license comes from, and only there', async () => {
    const page = (workspace: 'Geography' | 'IT', id: string) =>
      browser.visit(`${service.url}/workspace/${demoWorkspaceId(workspace)}/object/${id}`);
    const { html } = await page('Geography', demoObjectId('Geography', 'Country', 'IS'));
    expect(html).toContain('Iceland');
    expect(html).toContain('https://www.geonames.org');
    expect(html).toContain('https://creativecommons.org/licenses/by/4.0/');
    expect(html).toContain('https://opendatacommons.org/licenses/odbl/1-0/');
    const other = await page('IT', demoObjectId('IT', 'Laptop', 'LT-0001'));
    expect(other.html).not.toContain('geonames');
  });

  test.each([
    ['a date', 'Purchased', '2026-09-01', '<time datetime="2026-09-01">Sep 1, 2026</time>'],
    [
      'an instant, with its time zone',
      'Checked at',
      '2026-09-01T10:30:00+02:00',
      '<time datetime="2026-09-01T08:30:00.000Z">Sep 1, 2026, 8:30 AM UTC</time>',
    ],
    ['yes', 'Encrypted', 'true', 'Yes'],
    ['no', 'Encrypted', 'false', 'No'],
    ['a short number', 'Memory', '512', '512'],
    ['a long number', 'Memory', '-123456789012345678', '-123,456,789,012,345,678'],
    ['a decimal, with all its digits', 'Price', '1234567.50', '1,234,567.50'],
    [
      'an option, in the color that it is configured with',
      'Status',
      'in-repair',
      '<span class="lozenge lozenge-yellow">In repair</span>',
    ],
    [
      'a web address',
      'Vendor page',
      'https://vendor.example.com/?a=1&b="',
      '<a href="https://vendor.example.com/?a=1&amp;b=&quot;">https://vendor.example.com/?a=1&amp;b=&quot;</a>',
    ],
    ['a text that looks like markup', 'Serial number', '<b>1</b>', '&lt;b&gt;1&lt;/b&gt;'],
    [
      'a text that looks like a script',
      'Serial number',
      'javascript:alert(1)',
      'javascript:alert(1)',
    ],
    [
      'whom a text mentions, by name',
      'Serial number',
      `<i>{{@userId:${demoAccounts.find(({ account }) => account === 'lead')?.id}}}`,
      `&lt;i&gt;@${demoAccounts.find(({ account }) => account === 'lead')?.name}`,
    ],
    ['the lines of a document', 'Notes', 'One\nTwo', 'One\nTwo'],
  ])('shows %s', async (_what, attribute, value, shown) => {
    expect(await shownAt(await createLaptop({ [attribute]: [value] }), attribute)).toEqual([shown]);
  });

  test('names its workspace and type above its label, which it doesn’t repeat among the values', async () => {
    const url = await createLaptop({ 'Serial number': ['SN-1'] });
    const html = await htmlAt(url);
    expect(html).toMatch(/<span>IT<\/span> <span>Laptop<\/span><\/p>\s*<h1>Test<\/h1>/);
    expect(await shownAt(url, 'Name')).toBeUndefined();
    expect(await shownAt(url, 'Serial number')).toEqual(['SN-1']);
  });

  test('has a sign of its own in the browser’s tab, which it may show', async () => {
    const { html, headers } = await browser.visit(await createLaptop({}));
    expect(html).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(headers.get('content-security-policy')).toContain('; img-src data:;');
  });

  test('says who is signed in, and lets them sign out', async () => {
    const { html } = await browser.visit(await createLaptop({}));
    expect(html).toMatch(
      /action="\/oauth\/sign-out">[^]*signed in as [^<]+ \(member@example\.com\)[^]*>Sign out<\/button>/,
    );
  });

  test.each([
    ['en-GB,en;q=0.9', '1 Sept 2026', '1 Sept 2026, 08:30 UTC'],
    ['de', '01.09.2026', '01.09.2026, 08:30 UTC'],
    ['xx-YY, de', 'Sep 1, 2026', 'Sep 1, 2026, 8:30 AM UTC'],
    ['not a language', 'Sep 1, 2026', 'Sep 1, 2026, 8:30 AM UTC'],
  ])('writes dates as a browser with the languages %j does', async (language, day, moment) => {
    const url = await createLaptop({
      Purchased: ['2026-09-01'],
      'Checked at': ['2026-09-01T08:30:00Z'],
    });
    const html = await htmlAt(url, { headers: { 'accept-language': language } });
    expect(html).toContain(`<time datetime="2026-09-01">${day}</time>`);
    expect(html).toContain(`<time datetime="2026-09-01T08:30:00.000Z">${moment}</time>`);
  });

  test('shows a state by its name and color, and each of several values', async () => {
    const url = await createLaptop({ Accessories: ['Charger', 'Sleeve'] });
    expect(await shownAt(url, 'Lifecycle')).toEqual([
      expect.stringMatching(/^<span class="lozenge lozenge-\w+">Ordered<\/span>$/),
    ]);
    expect(await shownAt(url, 'Accessories')).toEqual(['Charger', 'Sleeve']);
  });

  test('links a person of the workspace by email', async () => {
    const laptop = demoObjectId('IT', 'Laptop', 'LT-0001');
    const shown = await shownAt(
      `${service.url}/workspace/${workspaceId}/object/${laptop}`,
      'Owner',
    );
    expect(shown).toEqual([
      expect.stringMatching(/^<a href="mailto:\w+@example\.com">[^<]+<\/a>$/),
    ]);
  });

  test('names no attribute that has nothing to show', async () => {
    const url = await createLaptop({ 'Serial number': [' '], Accessories: ['', 'Sleeve'] });
    expect(await shownAt(url, 'Serial number')).toBeUndefined();
    expect(await shownAt(url, 'Purchased')).toBeUndefined();
    expect(await shownAt(url, 'Accessories')).toEqual(['Sleeve']);
  });

  test('says that a value is hidden where its target is', async () => {
    const target = { typeId: demoTypeId('IT', 'Person') };
    const url = `${service.url}/workspace/${workspaceId}/object/${demoObjectId('IT', 'Laptop', 'LT-0001')}`;
    expect((await shownAt(url, 'Assigned to'))?.join()).toMatch(/^<a href="[^"]+">[^<]+<\/a>$/);
    await service.administration.setAccess({ account: 'member', target, read: false });
    expect(await shownAt(url, 'Assigned to')).toEqual([
      '<span class="subtle">Not visible to you</span>',
    ]);
  });
});
