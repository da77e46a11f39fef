import { randomUUID } from 'node:crypto';
import { load } from 'cheerio';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAdministrator } from '../../../../src/service/run/create-administrator';
import {
  Browser,
  ada,
  confirmationAddress,
  grace,
  type Page,
  useIdentityServer,
} from '../../accounts/browser';

const running = useIdentityServer();
const chosen = 'a password of my own';

let workspaceId: string;
let other: string;
beforeAll(async () => {
  workspaceId = await running.administer(ada.email, 'Fleet');
  other = await running.administer(grace.email, 'Archive');
});

const address = () => `${running.url}/account/people`;
const signIn = (email: string, typed?: string) => running.signIn('/account/people', email, typed);
const add = (browser: Browser, page: Page, email: string, name: string, role = 'editor') =>
  browser.submit(page, { email, name, role, intent: 'add' });
const linkIn = (page: Page) => /value="([^"]+\/account\/invitation\/[^"]+)"/.exec(page.html)?.[1];
/** The address, the role and whether they are only invited, of each member that is shown. */
const rolesIn = (page: Page) => {
  const document = load(page.html);
  return document('tbody tr')
    .toArray()
    .map((row) => [
      document('th .subtle', row).first().text().trim(),
      document('select option[selected]', row).text().trim(),
      document('th', row).text().includes('Invited, no password yet'),
    ]);
};

describe('the page of people', () => {
  test('invites a person, who chooses a password by a link that works once', async () => {
    const { browser, page } = await signIn(ada.email);
    const invited = await add(browser, page, 'New.One@example.com', 'New One');
    expect(invited.status).toBe(201);
    expect(invited.html).not.toContain('earlier link');
    const link = linkIn(invited) ?? '';
    expect(rolesIn(await browser.visit(address()))).toContainEqual([
      'new.one@example.com',
      'Editor',
      true,
    ]);

    const visitor = new Browser();
    const welcome = await visitor.visit(link);
    expect((await visitor.submit(welcome, { password: 'too short' })).status).toBe(422);
    const tokens = await visitor.submit(await visitor.visit(link), { password: chosen });
    expect(tokens.html).toContain('New One<br />new.one@example.com');
    expect((await new Browser().visit(link)).status).toBe(404);
    const { page: own } = await signIn('new.one@example.com', chosen);
    expect(own.html).toContain('and you aren’t one in any workspace.');
  });

  test.each([
    ['email', { email: 'nobody' }, 'Email must be an address such as ann@example.com.'],
    ['name', { name: '' }, 'Name can’t be empty.'],
    ['name', { name: 'a\u0000b' }, 'Name contains a character that can’t be stored.'],
  ])('says what is wrong with the %s, and keeps what was typed', async (field, typed, problem) => {
    const { browser, page } = await signIn(ada.email);
    const sent = { email: 'somebody@example.com', name: 'Somebody', ...typed };
    const refused = await add(browser, page, sent.email, sent.name);
    expect(refused.status).toBe(422);
    expect(refused.html).toContain(`id="problem">${problem}</p>`);
    const inputs = refused.html.match(/<input\s+id="(?:email|name)"[^>]*>/g) ?? [];
    expect(inputs).toEqual([
      expect.stringContaining(`value="${sent.email}"`),
      expect.stringContaining(`value="${sent.name}"`),
    ]);
    const wrong = inputs.filter((input) => input.includes('aria-invalid="true"'));
    expect(wrong).toEqual([expect.stringMatching(new RegExp(`id="${field}"[^]*autofocus`))]);
  });

  test('adds the people of a pasted list, each with a link of their own', async () => {
    const { browser, page } = await signIn(ada.email);
    const addAll = (lines: string) =>
      browser.submit(page, { intent: 'add-several', role: 'reader', lines });
    const lines =
      '"Miller, Ann" <ann@example.com>\n\ncarl@example.com, Carl Ray\nDee Fox;dee@example.com\n' +
      '"Ray, Eli" <eli@example.com>; "Ray, Flo" <mailto:flo@example.com>\u200b';
    const added = await addAll(lines);
    expect(added.status).toBe(201);
    expect(added.html).toMatch(/role="status"[^>]*>5 people were added\.</);
    const links = load(added.html)('#token').text().trim().split('\n');
    expect(links.map((line) => line.replace(/ http.*/, ''))).toEqual([
      'Miller, Ann <ann@example.com>',
      'Carl Ray <carl@example.com>',
      'Dee Fox <dee@example.com>',
      'Ray, Eli <eli@example.com>',
      'Ray, Flo <flo@example.com>',
    ]);
    for (const link of links.map((line) => /http\S+/.exec(line)?.[0] ?? ''))
      expect((await new Browser().visit(link)).status).toBe(200);
    expect(rolesIn(added)).toContainEqual(['carl@example.com', 'Reader', true]);
  });

  test.each([
    [
      'Eve <eve@example.com>\nno address',
      'Line 2: email must be an address such as ann@example.com.',
    ],
    [
      'Eve <eve@example.com>; flo@example.com\n<dora@example.com',
      'Line 1: enter a name for flo@example.com too, such as Ann Miller <ann@example.com>.',
    ],
    [
      'Eve <eve@example.com>\nEve, eve@example.com, Flo, flo@example.com',
      'Line 2 can’t be read. Enter one person on each line, such as Ann Miller <ann@example.com>, or several with semicolons between them.',
    ],
    ['Eve <eve@example.com>\nEve <EVE@example.com>', 'EVE@example.com is named more than once.'],
    ['Eve <EVE@example.com>\nEve <eve@example.com>', 'eve@example.com is named more than once.'],
    [' \n', 'Enter at least one person.'],
    ['Eve <eve@example.com>\n'.repeat(101), 'Add up to 100 people at once: these are 101.'],
  ])('adds nobody of a list that it can’t read, and keeps it: %j', async (lines, problem) => {
    const { browser, page } = await signIn(ada.email);
    const refused = await browser.submit(page, { intent: 'add-several', role: 'reader', lines });
    expect(refused.status).toBe(422);
    const document = load(refused.html);
    expect(document('[role=alert]').text()).toBe(problem);
    expect(document('#lines').text().trim()).toBe(lines.trim());
    expect(document('details[open] #lines')).toHaveLength(1);
    expect(document('#role-of-all option[selected]').text()).toBe('Reader');
    expect(refused.html).not.toContain('eve@example.com</p>');
  });

  test('makes an earlier link useless with a new one, and a link after a week', async () => {
    const { browser, page } = await signIn(ada.email);
    const first = linkIn(await add(browser, page, 'late@example.com', 'Late')) ?? '';
    const next = await browser.visit(address());
    const again = await add(browser, next, 'late@example.com', 'Somebody else');
    expect(again.html).toContain('Send this link to Late<');
    expect(again.html).toContain('The earlier link no longer works.');
    const second = linkIn(again) ?? '';
    const gone = await new Browser().visit(first);
    expect(gone.status).toBe(404);
    expect(gone.html).toContain('expired, was already used, or was replaced by a newer one');
    expect(gone.html).toContain('<a href="/account/tokens">Sign in</a>');
    expect((await new Browser().visit(second)).status).toBe(200);
    running.clock.advance(7 * 86_400_000);
    expect((await new Browser().visit(second)).status).toBe(404);
  });

  test('adds who has an account, and nobody whose link another workspace has', async () => {
    const here = await signIn(ada.email);
    const added = await add(here.browser, here.page, grace.email, 'Whoever');
    expect(added.html).toContain(`${grace.name} was added.`);
    const twice = await add(here.browser, here.page, grace.email, 'Whoever');
    expect(twice.html).toContain(`${grace.name} is already a member.`);
    await add(here.browser, here.page, 'pending@example.com', 'Pending');
    const there = await signIn(grace.email);
    const waiting = await add(there.browser, there.page, 'pending@example.com', 'Pending');
    expect(waiting.status).toBe(422);
    expect(linkIn(waiting)).toBeUndefined();
    expect(rolesIn(await there.browser.visit(address()))).toHaveLength(1);
  });

  test('shows the link of whom it invites again also where it asked whether to remove them', async () => {
    const { browser, page } = await signIn(ada.email);
    const added = await add(browser, page, 'nora@example.com', 'Nora');
    const asking = confirmationAddress(added, 'Remove Nora');
    const question = await browser.visit(asking);
    expect(question.html).toContain('<h1>Remove Nora?</h1>');
    expect(question.html).toContain(
      'They lose access to Fleet and leave its groups and access lists. Their objects stay, and the history calls them “a former member”.',
    );
    await browser.submit(question, { intent: 'remove' });
    const list = await browser.visit(asking);
    expect(linkIn(await add(browser, list, 'nora@example.com', 'Nora'))).toBeDefined();
    const next = await browser.visit(address());
    const html = next.html.replaceAll(/action="\/account\/people[^"]*"/g, `action="${asking}"`);
    const stale = { ...next, html };
    expect(linkIn(await add(browser, stale, 'nora@example.com', 'Nora'))).toBeDefined();
  });

  test('makes no other link when the form is sent again, and says how to get one', async () => {
    const { browser, page } = await signIn(ada.email);
    const link = linkIn(await add(browser, page, 'once@example.com', 'Once')) ?? '';
    const again = await add(browser, page, 'once@example.com', 'Somebody else');
    expect([again.status, linkIn(again)]).toEqual([200, undefined]);
    expect(again.html).toMatch(
      /role="status"[^>]*>Once was already invited\. If you don’t have the link, add them again to get a new one\.</,
    );
    expect((await new Browser().visit(link)).status).toBe(200);
    const anew = await add(browser, again, 'once@example.com', 'Once');
    expect((await new Browser().visit(linkIn(anew) ?? '')).status).toBe(200);
  });

  test('says what was done, and that nothing was where the person is no longer a member', async () => {
    const { browser, page } = await signIn(ada.email);
    await add(browser, page, 'bob@example.com', 'Bob');
    const [account] = await running.database.query<{ id: string }>(
      "select id from account where email = 'bob@example.com'",
    );
    const saidAfter = async (change: { intent: string; role?: string }) => {
      const { html, status } = await browser.submit(page, { id: account?.id ?? '', ...change });
      expect(status).toBe(200);
      return /role="status"[^>]*>([^<]+)</.exec(html)?.[1];
    };
    const become = (role: string) => ({ intent: 'role', role });
    expect(await saidAfter(become('administrator'))).toBe('Bob is now an administrator.');
    expect(await saidAfter(become('editor'))).toBe('Bob is now an editor.');
    expect(await saidAfter(become('editor'))).toBe('Bob is already an editor.');
    expect(await saidAfter(become('reader'))).toBe('Bob is now a reader.');
    expect(await saidAfter({ intent: 'remove' })).toBe('Bob was removed.');
    for (const change of [become('administrator'), become('reader'), { intent: 'remove' }])
      expect(await saidAfter(change)).toBe(
        'Nothing was changed: this person is no longer a member.',
      );
  });

  test('lets an administrator choose a password whom nobody else’s link reaches any more', async () => {
    const { browser, page } = await signIn(ada.email);
    const link = linkIn(await add(browser, page, 'chief@example.com', 'Chief')) ?? '';
    const created = await createAdministrator(running.database, {
      email: 'chief@example.com',
      name: 'Chief',
      workspace: 'Headquarters',
      readPassword: () => Promise.resolve(chosen),
    });
    expect(created.isNew).toBe(true);
    expect((await new Browser().visit(link)).status).toBe(404);
    const { page: own } = await signIn('chief@example.com', chosen);
    expect(own.html).toContain('People in Headquarters');
  });

  test('is the same page at an address that writes a letter as its code', async () => {
    const { browser } = await signIn(ada.email);
    const page = await browser.visit(`${running.url}/account/%70eople`);
    expect([page.status, page.html.includes('<h1>People in Fleet</h1>')]).toEqual([200, true]);
  });

  test.each(['x', randomUUID(), 'someone else’s'])(
    'shows no other workspace for %s',
    async (name) => {
      const asked = `${address()}?workspace=${name === 'someone else’s' ? other : name}`;
      const browser = new Browser();
      const missing = await browser.signIn(await browser.visit(asked), ada.email);
      expect(missing.status).toBe(404);
      expect(missing.html).toContain('Workspace not found');
      expect(missing.html).not.toContain('<form');
    },
  );

  test('keeps an administrator in each workspace', async () => {
    const { browser, page } = await signIn(ada.email);
    const changes = [
      { intent: 'remove' },
      ...['editor', 'reader'].map((role) => ({ intent: 'role', role })),
    ];
    for (const change of changes) {
      const refused = await browser.submit(page, { ...change, id: ada.id });
      expect(refused.status).toBe(422);
      const [above = '', row = ''] = refused.html.replace(/^[^]*<main[^>]*>/, '').split(ada.email);
      expect(above).toMatch(/role="alert"[^>]*>A workspace needs at least one administrator /);
      expect(row).toContain('Can’t be suspended or removed: the only administrator.');
      expect(confirmationAddress(refused, 'Remove Ada &lt;b&gt;Byron&lt;/b&gt;')).toBe('');
      expect(refused.html.match(/role="alert"/g)).toHaveLength(1);
      expect(refused.html).toContain('<title>Error: People in Fleet');
    }
    await browser.submit(page, { intent: 'role', role: 'administrator', id: grace.id });
    const left = await browser.submit(page, { intent: 'remove', id: ada.id });
    expect(left.html).toContain('You aren’t a member of any workspace.');
    const { browser: next, page: hers } = await signIn(grace.email);
    const fleet = await next.visit(`${address()}?workspace=${workspaceId}`);
    expect(rolesIn(fleet)).toContainEqual([grace.email, 'Administrator', false]);
    expect(hers.status).toBe(200);
    await add(next, fleet, ada.email, 'Ada');
  });

  test('changes nothing for who administers another workspace, or for another site', async () => {
    const { browser, page } = await signIn(grace.email);
    const count = async () => (await running.database.query('select from membership')).length;
    const before = await count();
    for (const workspace of [randomUUID(), 'x']) {
      const sent = { workspace, intent: 'remove', id: ada.id };
      const refused = await browser.submit(page, sent);
      expect(refused.status).toBe(403);
      expect(refused.html).toContain('You can’t change this');
    }
    const { browser: adas, page: none } = await signIn(ada.email);
    expect(none.html).not.toContain('name="intent" value="add"');
    const forged = await adas.open(address(), {
      method: 'POST',
      body: new URLSearchParams({ workspace: other, intent: 'remove', id: grace.id }),
    });
    expect(forged.status).toBe(403);
    expect(forged.html).toContain('This form didn’t come from this service');
    const foreign = { origin: 'https://evil.example' };
    expect((await browser.submit(page, { intent: 'remove', id: ada.id }, foreign)).status).toBe(
      403,
    );
    expect(await count()).toBe(before);
  });
});
