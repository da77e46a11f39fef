import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  ada,
  Browser,
  confirmationAddress,
  grace,
  useIdentityServer,
  type Page,
} from '../../accounts/browser';
import { setRole } from '../../rights';
import { insertWorkspace } from '../../../../src/service/model/permissions/workspace-view';

const running = useIdentityServer();
const path = '/account/tokens';

async function open(browser = new Browser(), email = ada.email): Promise<Page> {
  const page = await browser.visit(running.url + path);
  return page.html.includes('<h1>Sign in</h1>') ? browser.signIn(page, email) : page;
}
const create = {
  intent: 'create',
  name: 'Laptop script',
  access: 'write',
  workspace: '',
  duration: '30',
};
const tokenOf = ({ html }: Page) => /id="token"[^>]* value="([^"]+)"/.exec(html)?.[1] ?? '';
const idOf = ({ html }: Page, name: string) =>
  new RegExp(`[?;]id=([^"&]+)"\\s+aria-label="Revoke “${name}”"`).exec(html)?.[1] ?? '';
const nameIn = ({ html }: Page) => /<input\s+id="name"[^>]*>/.exec(html)?.[0];
const { authenticate } = running;

/** @returns the id of the workspace, which is new */
async function joinWorkspace(accountId: string, name: string): Promise<string> {
  const id = randomUUID();
  const { database } = running;
  await insertWorkspace(database, { id, name });
  await setRole(database, { workspaceId: id, userId: accountId }, 'editor');
  return id;
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('the page of tokens', () => {
  test('asks who it is, and comes back', async () => {
    const signIn = await browser.visit(running.url + path);
    expect(signIn.url).toBe(`${running.url}/oauth/sign-in?returnTo=%2Faccount%2Ftokens`);
    const page = await browser.signIn(signIn, ada.email);
    expect([page.url, page.status]).toEqual([running.url + path, 200]);
    expect(page.html).toContain('<h1>Access tokens</h1>');
  });

  describe('signs out', () => {
    const send = (browser: Browser, headers: HeadersInit = {}) =>
      browser.visit(`${running.url}/oauth/sign-out`, {
        method: 'POST',
        body: new URLSearchParams(),
        headers,
      });

    test('and asks who it is the next time', async () => {
      expect((await open(browser)).html).toMatch(
        /<form[^>]* method="post" action="\/oauth\/sign-out">[^]*>Sign out<\/button>/,
      );
      const left = await send(browser);
      expect(left.url).toBe(`${running.url}/oauth/sign-in?returnTo=%2Faccount%2Ftokens`);
      expect(left.html).not.toContain(ada.email);
      const later = await browser.visit(running.url + path);
      expect(later.html).toContain('<h1>Sign in</h1>');
    });

    test('nobody whom another site sends', async () => {
      await open(browser);
      expect((await send(browser, { origin: 'https://evil.example' })).status).toBe(403);
      const later = await browser.visit(running.url + path);
      expect(later.html).toContain('<h1>Access tokens</h1>');
    });
  });

  test('shows a created token once, with a button that copies it as all that may run, and stores only its hash', async () => {
    const page = await open(browser);
    expect(page.headers.get('content-security-policy')).not.toContain('script-src');
    const created = await browser.submit(page, create);
    expect(created.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/);
    expect(created.headers.get('cache-control')).toBe('no-store');
    const token = tokenOf(created);
    expect(created.status).toBe(201);
    expect(await authenticate(token)).toMatchObject({ userId: ada.id, via: 'token' });
    const rows = await running.database.query<object>('select * from personal_access_token');
    expect(JSON.stringify(rows)).not.toContain(token);
    const later = await open(browser);
    expect(later.html).toContain(`<code>…${token.slice(-4)}</code>`);
    expect(later.html).not.toContain(token);
  });

  test('offers durations from the shortest to the longest, three months by default', async () => {
    const { html } = await open(new Browser());
    const [select = ''] = /<select\s+id="duration"[^]*?<\/select>/.exec(html) ?? [];
    const options = [...select.matchAll(/<option value="([^"]+)" *(selected)?/g)];
    expect(options.map(([, value, selected]) => [value, selected])).toEqual([
      ['7', undefined],
      ['30', undefined],
      ['90', 'selected'],
      ['365', undefined],
      ['never', undefined],
    ]);
  });

  test('offers a token that can only read, in all workspaces or one, and lists what each can do', async () => {
    const workspaceId = await joinWorkspace(ada.id, 'Fleet & more');
    const browser = new Browser();
    const page = await open(browser);
    expect(page.html).toMatch(/<option value="read" *selected/);
    const token = tokenOf(
      await browser.submit(page, { ...create, access: 'read', workspace: workspaceId }),
    );
    expect(await authenticate(token)).toMatchObject({
      mayWrite: false,
      onlyWorkspaceId: workspaceId,
    });
    const { html } = await open(browser);
    expect(html).toMatch(/>Only read\s*<p class="subtle">Fleet &amp; more<\/p>/);
  });

  test('lets a token end with its duration, and says so', async () => {
    const token = tokenOf(await browser.submit(await open(browser), { ...create, duration: '7' }));
    running.clock.advance(7 * 86_400_000 - 1);
    expect(await authenticate(token)).toBeDefined();
    running.clock.advance(1);
    expect(await authenticate(token)).toBeUndefined();
    expect((await open(browser)).html).toContain('Expired');
  });

  test('creates nothing again when the form is sent again', async () => {
    const page = await open(browser);
    const first = await browser.submit(page, { ...create, name: 'Only once' });
    expect(tokenOf(first)).not.toBe('');
    const second = await browser.submit(page, { ...create, name: 'Only once' });
    expect([second.status, tokenOf(second)]).toEqual([200, '']);
    expect(second.html.match(/<th [^>]*>Only once/g)).toHaveLength(1);
  });

  test.each([
    ['', 'Name can’t be empty.'],
    ['x'.repeat(101), 'Name can have up to 100 characters.'],
    ['a\u0000b', 'can’t be stored'],
  ])('says what is wrong with the name %j, and keeps what was typed', async (name, problem) => {
    const typed = { ...create, name, duration: '365' };
    const page = await browser.submit(await open(browser), typed);
    expect(page.status).toBe(422);
    expect(page.html).toContain(problem);
    expect(page.html).toContain(`<option value="365" selected`);
    expect(page.html).toContain('<title>Error: Access tokens');
    expect(nameIn(page)).toContain(`value="${name}"`);
  });

  test('lets a name be typed that is too long, rather than cut it unseen', async () => {
    expect(nameIn(await open())).not.toContain('maxlength');
  });

  test('revokes a token at once, says which, with the focus there, and that nothing changed when sent again', async () => {
    const created = await browser.submit(await open(browser), { ...create, name: 'Old <b>script' });
    const page = await open(browser);
    const revocation = { intent: 'revoke', id: idOf(page, 'Old &lt;b&gt;script') };
    const revoked = await browser.submit(page, revocation);
    expect(revoked.status).toBe(200);
    expect(await authenticate(tokenOf(created))).toBeUndefined();
    expect(revoked.html).toContain(
      '<p class="notice" role="status" tabindex="-1" autofocus>Token “Old &lt;b&gt;script” was revoked.</p>',
    );
    expect((await open(browser)).html).not.toMatch(/<th [^>]*>Old/);
    const again = await browser.submit(page, revocation);
    expect(again.html).toContain('autofocus>Nothing was changed: this token was already revoked.<');
  });

  test('asks before it revokes a token, by name', async () => {
    const page = await browser.submit(await open(browser), { ...create, name: 'Backup' });
    const asked = await browser.visit(confirmationAddress(page, 'Revoke “Backup”'));
    expect(asked.html).toMatch(/<h1>Revoke “Backup”\?<\/h1>\s*<p>Programs that use it/);
    expect((await open(browser)).html).toMatch(/<th [^>]*>Backup/);
    const revoked = await browser.submit(asked, { intent: 'revoke' });
    expect(revoked.html).toContain('Token “Backup” was revoked.');
    expect((await browser.visit(asked.url)).html).toContain('<h1>Access tokens</h1>');
  });

  test('neither shows nor revokes the tokens of other people', async () => {
    const [adas, graces] = [new Browser(), new Browser()];
    const token = tokenOf(await adas.submit(await open(adas), { ...create, name: 'Of Ada' }));
    const id = idOf(await open(adas), 'Of Ada');
    const page = await open(graces, grace.email);
    expect(page.html).not.toContain('Of Ada');
    await graces.submit(page, { intent: 'revoke', id });
    expect(await authenticate(token)).toBeDefined();
  });

  test('has room for a hundred, and says how to make some', async () => {
    await open(browser, grace.email);
    await running.database.query(
      `insert into personal_access_token (id, account_id, name, token_hash, last_four, created_at)
       select gen_random_uuid(), $1, 'Many', 'hash ' || number, 'last', $2
       from generate_series(1, 100) as number`,
      [grace.id, running.clock.now],
    );
    const page = await browser.submit(await open(browser), create);
    expect([page.status, tokenOf(page)]).toEqual([422, '']);
    expect(page.html).toContain('You can have up to 100 tokens');
  });

  test.each([
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, {}],
    ['another origin', { Origin: 'https://evil.example' }, {}],
    ['a page of someone else', {}, { formKey: 'guessed' }],
  ])('refuses a form of %s', async (_what, headers: HeadersInit, fields) => {
    const refused = await browser.submit(await open(browser), { ...create, ...fields }, headers);
    expect([refused.status, tokenOf(refused)]).toEqual([403, '']);
  });

  test('refuses a form that was open while someone else signed in', async () => {
    const page = await open(browser);
    await browser.signIn(await browser.visit(`${running.url}/oauth/sign-in`), grace.email);
    const refused = await browser.submit(page, { ...create, name: 'Misplaced' });
    expect([refused.status, tokenOf(refused)]).toEqual([403, '']);
    expect(refused.html).toContain('Someone else has signed in since');
    expect((await open(browser)).html).not.toContain('Misplaced');
  });

  test('says that a form did nothing where nobody is signed in', async () => {
    const page = await open(browser);
    await browser.visit(`${running.url}/oauth/sign-out`, {
      method: 'POST',
      body: new URLSearchParams(),
    });
    const signIn = await browser.submit(page, { ...create, name: 'Late' });
    expect(signIn.html).toContain('Nothing was changed, because you’re no longer signed in.');
    const back = await browser.signIn(signIn, ada.email);
    expect(back.url).toBe(running.url + path);
    expect(back.html).not.toMatch(/<th [^>]*>Late/);
  });

  test.each<[Record<string, string>, number]>([
    [{ ...create, duration: '1-century' }, 400],
    [{ ...create, duration: '' }, 400],
    [{ ...create, access: 'everything' }, 422],
    [{ ...create, workspace: '0b9e1c52-6d0f-4d2a-9a39-3f1f5a0c1a99' }, 400],
    [{ ...create, id: 'none' }, 400],
    [{ intent: 'revoke', id: "' or 1=1 --" }, 400],
    [{ intent: 'nothing' }, 400],
  ])('refuses what its forms cannot send: %j', async (fields, status) => {
    const page = await browser.submit(await open(browser), fields);
    expect([page.status, tokenOf(page)]).toEqual([status, '']);
  });
});
