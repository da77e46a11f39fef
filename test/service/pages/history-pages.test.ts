import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../src/service';
import { createDemoLaptop, demoClient, startDemoService } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';
import { signInToDemo, type Browser } from '../accounts/browser';
import { writtenValues } from '../../support/written-values';

const dayNow = () => new Date().toISOString().slice(0, 10);
/** Another one than at the end of the tests where they run over midnight. */
const firstDay = dayNow();
const service = duringTests(() => startDemoService());
const api = (account?: string) => demoClient(service, account);

const lead = demoAccounts.find(({ account }) => account === 'lead');

/** What each listed change says, in one line. */
function changesIn(html: string): string[] {
  const page = load(html);
  return page('.changes li')
    .toArray()
    .map((item) => page(item).text().replaceAll('\u202f', ' ').replace(/\s+/g, ' ').trim());
}

let id: string;
beforeAll(async () => {
  ({ id } = await createDemoLaptop(service, { Name: ['<b>Seen</b>'] }));
  for (const status of ['in-use', 'in-repair', 'in-stock', 'in-use', 'retired']) {
    const attributes = writtenValues({ [demoAttributeId('IT', 'Laptop', 'Status')]: [status] });
    await api('lead').objects.update(id, { attributes });
  }
});

describe('The page of an object', () => {
  test('shows its latest changes as readable differences, and leads to all of them', async () => {
    const browser = await signInToDemo(service, 'member');
    const address = `${service.url}/workspace/${demoWorkspaceId('IT')}/object/${id}`;
    const { html } = await browser.visit(address);
    const changes = changesIn(html);
    expect(changes).toHaveLength(5);
    expect(changes[0]).toMatch(/^Status: In use → Retired .+, .+ UTC, by token “.+”$/);
    expect(html).toContain('All 6 changes');
    const all = await browser.visit(`${address}/history`);
    expect(changesIn(all.html)).toHaveLength(6);
    expect(changesIn(all.html).at(-1)).toContain('Created Name: <b>Seen</b>');
    const none = await browser.visit(`${address}/history?page=7`);
    expect(none.html).toContain('No changes.');
  });

  test('writes a label that looks like markup as text', async () => {
    const browser = await signInToDemo(service, 'member');
    const address = `${service.url}/workspace/${demoWorkspaceId('IT')}/object/${id}`;
    expect((await browser.visit(address)).html).toContain('<h1>&lt;b&gt;Seen&lt;/b&gt;</h1>');
  });

  test('has no history for those who may not read it', async () => {
    const browser = await signInToDemo(service, 'member');
    const contract = demoObjectId('IT', 'Contract', 'C-001');
    const path = `/workspace/${demoWorkspaceId('IT')}/object/${contract}/history`;
    expect((await browser.visit(service.url + path)).status).toBe(404);
    const admin = await signInToDemo(service, 'admin');
    expect((await admin.visit(service.url + path)).status).toBe(200);
  });
});

describe('What refers to an object', () => {
  const berlin = demoObjectId('IT', 'Location', 'Berlin office');
  const address = () => `${service.url}/workspace/${demoWorkspaceId('IT')}/object/${berlin}`;

  test('is on its page with type and attribute, the first five, and all of it on a page of its own', async () => {
    const browser = await signInToDemo(service, 'member');
    const { total, url } = await api('member').objects.listReferrers(berlin, {});
    expect(total).toBeGreaterThan(5);
    const { html } = await browser.visit(address());
    expect(load(html)('h2').first().text()).toBe('Referred to by');
    expect(changesIn(html).filter((line) => line.endsWith('Location'))).toHaveLength(5);
    expect(html).toContain(`All ${total} objects`);
    const all = await browser.visit(url);
    expect(url).toBe(`${address()}/referrers`);
    expect(changesIn(all.html)).toHaveLength(total);
  });

  test('isn’t there for those who may not read the object', async () => {
    const outsider = await signInToDemo(service, 'outsider');
    expect((await outsider.visit(`${address()}/referrers`)).status).toBe(404);
  });

  test('is nothing of types that the reader may not read', async () => {
    const [contract] = (await api().objects.search({ query: 'Covers is not empty' })).result;
    const covers = contract?.attributes.find(
      ({ attributeId }) => attributeId === demoAttributeId('IT', 'Contract', 'Covers'),
    );
    const laptop = `${service.url}/workspace/${demoWorkspaceId('IT')}/object/${covers?.values[0]?.value}`;
    const admin = await signInToDemo(service, 'admin');
    expect((await admin.visit(laptop)).html).toContain(contract?.label);
    const member = await signInToDemo(service, 'member');
    expect((await member.visit(laptop)).html).not.toContain('Referred to by');
    const all = await member.visit(`${laptop}/referrers`);
    expect(all.html).toContain('No objects that you can see.');
  });
});

describe('The page of the history', () => {
  test('lists the changes of the workspace for its administrators, by person, kind and day', async () => {
    const browser = await signInToDemo(service, 'admin');
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}`;
    await api().types.update(demoTypeId('IT', 'Laptop'), { description: 'Portable' });
    const changes = changesIn((await browser.visit(address)).html);
    expect(changes[0]).toMatch(/^Changed: type Laptop Description: .+ → Portable /);
    expect(changes[1]).toContain('Changed: object <b>Seen</b> Status: In use → Retired');
    const byLead = await browser.visit(`${address}&person=LEAD@example.com`);
    expect(changesIn(byLead.html)).toHaveLength(5);
    expect(load(byLead.html)('[name=person]').attr('value')).toBe('LEAD@example.com');
    expect(changesIn((await browser.visit(`${address}&kind=type`)).html)).toHaveLength(1);
    const today = await browser.visit(`${address}&from=${firstDay}&to=${dayNow()}`);
    expect(changesIn(today.html).length).toBeGreaterThan(5);
    expect((await browser.visit(`${address}&to=2020-01-01`)).html).toContain('No changes.');
    const turned = (await browser.visit(`${address}&from=2026-02-01&to=2026-01-31`)).html;
    expect(turned).toMatch(/role="alert" id="problem">From is after To\.</);
    expect(turned).toMatch(/id="from"[^>]*aria-invalid="true"/);
    expect(turned).not.toContain('No changes.');
    const oneDay = await browser.visit(`${address}&from=2020-01-01&to=2020-01-01`);
    expect(oneDay.html).toContain('No changes.');
    const last = await browser.visit(`${address}&to=9999-12-31`);
    expect(changesIn(last.html).length).toBeGreaterThan(5);
    expect(load(last.html)('[name=to]').attr('value')).toBe('9999-12-31');
  });

  test('asks again for a person who isn’t here, and lists no members to choose from', async () => {
    const browser = await signInToDemo(service, 'admin');
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}`;
    const unknown = await browser.visit(`${address}&person=nobody`);
    expect(changesIn(unknown.html)).toEqual([]);
    expect(load(unknown.html)('[role=alert]').text()).toBe(
      'Nobody here has this name, or several people do. Enter an email address.',
    );
    const { html } = await browser.visit(`${address}&kind=token`);
    expect(html).not.toContain(lead!.name);
  });

  test('titles access and views by what they are about', async () => {
    const browser = await signInToDemo(service, 'admin');
    const everyone = { everyone: true } as const;
    for (const write of [{ userIds: [], groupIds: [] }, everyone])
      await api().types.setAccess(demoTypeId('IT', 'Laptop'), { read: everyone, write });
    const address = `${service.url}/account/history?workspace=${demoWorkspaceId('IT')}&kind=access`;
    const changes = changesIn((await browser.visit(address)).html);
    expect(changes[0]).toMatch(/^Changed: access to Laptop Who can change objects: everyone /);
    expect(changes[1]).toMatch(
      /^Changed: access to Laptop Who can change objects: no longer everyone /,
    );
  });
});

describe('the page of an object', () => {
  const workspaceId = demoWorkspaceId('IT');

  let browser: Browser;
  beforeAll(async () => {
    browser = await signInToDemo(service, 'member');
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
      `<i>{{@userId:${lead?.id}}}`,
      `&lt;i&gt;@${lead?.name}`,
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
    const url = `${service.url}/workspace/${workspaceId}/object/${laptop}`;
    const shown = await shownAt(url, 'Owner');
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
