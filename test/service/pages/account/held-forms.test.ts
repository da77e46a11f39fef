import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions } from '../../../../src/service/accounts/oauth-storage';
import { storeLink } from '../../../../src/service/accounts/password-links';
import { ada, Browser, grace, password, useIdentityServer } from '../../accounts/browser';
import { setRole } from '../../rights';

const running = useIdentityServer();
let workspaceId: string;
beforeAll(async () => {
  workspaceId = await running.administer(grace.email, 'Fleet');
});
beforeEach(async () => {
  const ofFleet = 'update account set is_suspended = false, origin_workspace_id = $1';
  await running.database.query(ofFleet, [workspaceId]);
  await running.database.query('delete from membership where user_id = $1', [ada.id]);
  await setRole(running.database, { workspaceId, userId: ada.id }, 'administrator');
});

const open = (path: string, email = ada.email) => running.signIn(path, email);

/** Grace, an administrator too, does this on the page of people. */
async function byGrace(form: Record<string, string>) {
  const { browser, page } = await open('/account/people', grace.email);
  expect((await browser.submit(page, { id: ada.id, ...form })).status).toBe(200);
}
const rolesOf = (userId: string) =>
  running.database.query('select role from membership where user_id = $1', [userId]);

describe('a form about a workspace of which most arrives late', () => {
  const regain = { intent: 'role', id: ada.id, role: 'administrator' };

  test.each([
    [
      'stopped being an administrator',
      { intent: 'role', role: 'editor' },
      [{ role: 'editor' }],
      'Only an administrator can do this.',
    ],
    [
      'was removed from the workspace',
      { intent: 'remove' },
      [],
      'you don’t have permission for it, or no longer do',
    ],
  ])('changes nothing if its sender %s in the meantime', async (_, taken, left, why) => {
    const { browser, page } = await open('/account/people');
    const answer = await browser.submitSlowly(page, regain, () => byGrace(taken));
    expect([answer.status, answer.html.includes('You can’t change this')]).toEqual([403, true]);
    expect(answer.html).toContain(why);
    expect(await rolesOf(ada.id)).toEqual(left);
  });
});

describe.each([
  ['/account/tokens', { intent: 'create', name: 'Held', access: 'write', duration: '365' }],
  ['/account/workspaces', { intent: 'create', name: 'Held' }],
  ['/account/password', { current: password, password: 'a password of my own' }],
  ['/account/groups', { intent: 'create', name: 'Held' }],
])('a form of %s of which most arrives late', (path, values) => {
  const stored = () =>
    running.database.query(
      `select (select password_hash from account where id = $1),
         (select count(*)::int from personal_access_token where account_id = $1) as tokens,
         (select count(*)::int from workspace) as workspaces,
         (select count(*)::int from user_group) as groups`,
      [ada.id],
    );

  test.each([
    ['was suspended', () => byGrace({ intent: 'suspend' })],
    [
      'was signed out everywhere',
      async () => {
        const { browser, page } = await open('/account/password');
        const change = { current: password, password, everywhere: 'yes' };
        const changed = await browser.submit(page, change);
        expect(changed.html).toContain('You’re signed out everywhere else.');
      },
    ],
  ])('changes nothing if its sender %s in the meantime', async (_, end) => {
    const { browser, page } = await open(path);
    let before: unknown;
    const answer = await browser.submitSlowly(page, values, async () => {
      await end();
      before = await stored();
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('afterForm=true'),
    ]);
    expect(await stored()).toEqual(before);
  });
});

describe('the form of a link of which most arrives late', () => {
  test('chooses no password if the link expires in the meantime', async () => {
    const { secret } = await storeLink(running.database, {
      accountId: ada.id,
      lifetimeMs: 1000,
      now: running.clock.now,
    });
    const browser = new Browser();
    const page = await browser.visit(`${running.url}/account/password/${secret}`);
    const chosen = { password: 'a password of my own' };
    const answer = await browser.submitSlowly(page, chosen, async () => {
      // What is answered after it shows that the service waits for the form.
      await new Browser().visit(page.url);
      running.clock.advance(2000);
    });
    expect([answer.status, answer.html.includes('This link no longer works')]).toEqual([404, true]);
    const { page: signedIn } = await open('/account/tokens');
    expect(signedIn.status).toBe(200);
  });
});

describe('an answer to an app of which most arrives late', () => {
  test('allows nothing if the person is signed out everywhere in the meantime', async () => {
    const browser = new Browser();
    const page = await browser.signIn(await running.open({}, browser), ada.email);
    const answer = await browser.submitSlowly(page, { intent: 'allow' }, async () => {
      await new Browser().visit(page.url);
      await endSessions(running.database, ada.id);
    });
    expect([answer.status, answer.html.includes('This sign-in has expired')]).toEqual([400, true]);
    const grants = `select from oauth_payload where model = 'Grant' and account_id = $1`;
    expect(await running.database.query(grants, [ada.id])).toEqual([]);
  });
});
