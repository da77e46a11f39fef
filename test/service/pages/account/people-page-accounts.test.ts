import { beforeAll, describe, expect, test } from 'vitest';
import { ada, Browser, grace, useIdentityServer } from '../../accounts/browser';
import { setRole } from '../../rights';

const running = useIdentityServer();
const chosen = 'a password of my own';
const address = () => `${running.url}/account/people`;

let other: string;
beforeAll(async () => {
  const fleet = await running.administer(ada.email, 'Fleet');
  await running.database.query('update account set origin_workspace_id = $1 where id = $2', [
    fleet,
    ada.id,
  ]);
  other = await running.administer(grace.email, 'Archive');
});

const signIn = (email: string, typed?: string) => running.signIn('/account/people', email, typed);

/** A member of the workspace with a password of their own, on the page of its administrator. */
async function join(email: string) {
  const { browser, page } = await signIn(ada.email);
  const added = { intent: 'add', email, name: 'Of Fleet', role: 'editor' };
  const invited = await browser.submit(page, added);
  const link = /value="([^"]+\/account\/invitation\/[^"]+)"/.exec(invited.html)?.[1] ?? '';
  const visitor = new Browser();
  await visitor.submit(await visitor.visit(link), { password: chosen });
  const [account] = await running.database.query<{ id: string }>(
    'select id from account where email = $1',
    [email],
  );
  return { browser, page, id: account?.id ?? '' };
}

describe('an administrator on the page of people', () => {
  test('makes a link for a forgotten password, shown once', async () => {
    const { browser, page, id } = await join('forgetful@example.com');
    const linked = await browser.submit(page, { intent: 'password-link', id });
    expect(linked.status).toBe(201);
    const link = /value="([^"]+\/account\/password\/[^"]+)"/.exec(linked.html)?.[1] ?? '';
    expect((await new Browser().visit(link)).html).toContain('forgetful@example.com');
    expect((await browser.visit(address())).html).not.toContain('/account/password/');
  });

  test('is offered no link for their own password, and gets none', async () => {
    const { browser, page } = await signIn(ada.email);
    expect(page.html).not.toContain('aria-label="New password link: Ada');
    const refused = await browser.submit(page, { intent: 'password-link', id: ada.id });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('Change your own password on the page Password.');
  });

  test('suspends it and lifts that', async () => {
    const { browser, page, id } = await join('suspended@example.com');
    const suspended = await browser.submit(page, { intent: 'suspend', id });
    expect(suspended.html).toContain('Of Fleet is suspended.');
    expect(suspended.html).toContain('>Suspended</p>');
    const refused = await signIn('suspended@example.com', chosen);
    expect(refused.page.html).toContain('This account is suspended.');
    const lifted = await browser.submit(page, { intent: 'lift', id });
    expect(lifted.html).toContain('Of Fleet can sign in again.');
    expect((await signIn('suspended@example.com', chosen)).page.status).toBe(200);
  });

  test('says who decides where the person is also elsewhere, and keeps the last administrator', async () => {
    const { browser, page, id } = await join('elsewhere@example.com');
    await setRole(running.database, { workspaceId: other, userId: id }, 'editor');
    for (const intent of ['password-link', 'suspend']) {
      const refused = await browser.submit(page, { intent, id });
      expect(refused.status).toBe(403);
      expect(refused.html).toContain('is also a member of a workspace that you don’t administer');
    }
    const last = await browser.submit(page, { intent: 'suspend', id: ada.id });
    expect(last.status).toBe(422);
    expect(last.html).toContain('at least one administrator');
  });
});
