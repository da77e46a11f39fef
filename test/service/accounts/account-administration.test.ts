import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createPasswordLink,
  setSuspension,
} from '../../../src/service/accounts/account-administration';
import { addPeople } from '../../../src/service/accounts/people';
import { createPersonalAccessToken } from '../../../src/service/accounts/personal-access-tokens';
import { setRole } from '../rights';
import { ada, Browser, grace, password, useIdentityServer } from './browser';

const running = useIdentityServer();
const chosen = 'another long password';

let workspaceId: string;
beforeEach(async () => {
  const { database } = running;
  await database.query('delete from membership');
  await database.query('update account set is_suspended = false');
  await database.query(
    `update account set password_hash = ada.password_hash
     from account as ada where ada.id = $1 and account.id = $2`,
    [ada.id, grace.id],
  );
  workspaceId = await running.administer(ada.email, 'Fleet');
  await join(workspaceId, grace.id);
  await database.query(
    'update account set origin_workspace_id = $1, is_suspended_by_operator = false',
    [workspaceId],
  );
});

const join = (workspace: string, userId: string) =>
  setRole(running.database, { workspaceId: workspace, userId }, 'editor');

const byAda = (id: string, onlyWorkspaceId: string | null = null) => ({
  author: {
    workspaceId,
    caller: { userId: ada.id, name: ada.name, email: ada.email, via: 'token', onlyWorkspaceId },
  } as const,
  id,
  now: running.clock.now,
});
const byOperator = (id: string) => ({ author: undefined, id, now: running.clock.now });

const signIn = (typed = password) => running.signIn('/account/tokens', grace.email, typed);
const suspend = (decision: Parameters<typeof setSuspension>[1], isSuspended = true) =>
  setSuspension(running.database, decision, isSuspended);
const isSignedIn = async (browser: Browser) =>
  !(await browser.visit(`${running.url}/account/tokens`)).html.includes('<h1>Sign in</h1>');
const entriesOf = (id: string) =>
  running.database.query(
    `select user_id as by, kind, action, detail -> 'after' as after from history
     where workspace_id = $1 and subject_id = $2 order by number desc limit 2`,
    [workspaceId, id],
  );

describe('a link for a forgotten password', () => {
  const create = async () => {
    const { path } = await createPasswordLink(running.database, byAda(grace.id));
    return running.url + path;
  };

  test('sets another one once, and only then ends the old one and every session', async () => {
    const link = await create();
    expect(link).toMatch(/\/account\/password\/[\w-]{43}$/);
    const { browser } = await signIn();
    const page = await new Browser().visit(link);
    expect(page.html).toContain(`From now on, sign in with ${grace.email}`.slice(1));
    const visitor = new Browser();
    const done = await visitor.submit(await visitor.visit(link), { password: chosen });
    expect(done.html).toContain('<h1>Access tokens</h1>');
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn()).page.status).toBe(422);
    expect((await signIn(chosen)).page.status).toBe(200);
    expect((await new Browser().visit(link)).status).toBe(404);
  });

  test('ends after an hour, with a newer one, and with another password', async () => {
    const [first, second] = [await create(), await create()];
    expect((await new Browser().visit(first)).html).toContain('This link no longer works');
    const { browser } = await signIn();
    const own = await browser.visit(`${running.url}/account/password`);
    await browser.submit(own, { current: password, password: chosen });
    expect((await new Browser().visit(second)).status).toBe(404);
    const third = await create();
    running.clock.advance(60 * 60_000);
    expect((await new Browser().visit(third)).status).toBe(404);
  });

  test.each([
    ['administers the workspace no more', () => join(workspaceId, ada.id)],
    [
      'left the workspace',
      () => running.database.query('delete from membership where user_id = $1', [ada.id]),
    ],
    [
      'is suspended',
      () =>
        running.database.query('update account set is_suspended = true where id = $1', [ada.id]),
    ],
  ])('is of no use once whoever made it %s, also for an invitation', async (_, lose) => {
    const invited = { email: `${randomUUID()}@example.com`, name: 'Ida', role: 'editor' } as const;
    const { author, now } = byAda(grace.id);
    const addition = { formId: randomUUID(), now };
    const added = await addPeople(running.database, author, [invited], addition);
    const invitation = `${running.url}/account/invitation/${added[0]?.invitation?.secret ?? ''}`;
    const links = [await create(), invitation];
    const open = (link: string) => new Browser().visit(link);
    const pages = await Promise.all(links.map(open));
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    await lose();
    const visitor = new Browser();
    for (const link of links) expect((await open(link)).status).toBe(404);
    expect((await visitor.submit(pages[0]!, { password: chosen })).html).not.toContain(
      'Access tokens',
    );
    expect((await signIn()).page.status).toBe(200);
  });

  test('ends an authorization that is under way', async () => {
    const browser = new Browser();
    const consent = await browser.signIn(await running.open({}, browser), grace.email);
    expect(consent.html).toContain('Allow');
    const visitor = new Browser();
    await visitor.submit(await visitor.visit(await create()), { password: chosen });
    expect((await browser.submit(consent, { intent: 'allow' })).html).toContain('has expired');
  });

  test('is stored as a hash and stands in the history without its secret', async () => {
    const link = await create();
    const secret = link.split('/').at(-1) ?? '';
    const stored = await running.database.query(
      'select invitation::text as text from invitation union all select history::text from history',
    );
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect((await entriesOf(grace.id))[0]).toEqual({
      ...{ by: ada.id, kind: 'person', action: 'change', after: { passwordLink: 'created' } },
    });
  });
});

describe('who decides about an account', () => {
  const attempts = (decision: ReturnType<typeof byAda>) => [
    () => createPasswordLink(running.database, decision),
    () => suspend(decision),
  ];

  test('has to administer all workspaces of the person, or runs the service', async () => {
    const other = await running.administer(grace.email, 'Archive');
    for (const attempt of attempts(byAda(grace.id))) {
      await expect(attempt()).rejects.toMatchObject({
        status: 403,
        message:
          'Grace Hopper is also a member of a workspace that you don’t administer. Ask whoever runs the service.',
      });
    }
    await join(other, ada.id);
    await setRole(running.database, { workspaceId: other, userId: ada.id }, 'administrator');
    await createPasswordLink(running.database, byAda(grace.id));
    for (const attempt of attempts(byAda(grace.id, workspaceId))) {
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    }
    await running.database.query('delete from membership where user_id = $1', [ada.id]);
    await createPasswordLink(running.database, byOperator(grace.id));
  });

  test('has to administer the workspace that invited the person: whoever adds them gets nothing', async () => {
    await running.database.query('update account set origin_workspace_id = null where id = $1', [
      grace.id,
    ]);
    for (const attempt of attempts(byAda(grace.id))) {
      await expect(attempt()).rejects.toMatchObject({
        status: 403,
        message:
          'Grace Hopper wasn’t invited by a workspace that you administer. Ask whoever runs the service.',
      });
    }
    await createPasswordLink(running.database, byOperator(grace.id));
  });

  test('has decided for as long as no other workspace adds the person', async () => {
    const { path } = await createPasswordLink(running.database, byAda(grace.id));
    const archive = await running.administer(ada.email, 'Archive');
    const author = { ...byAda(grace.id).author, workspaceId: archive };
    const person = { email: grace.email, name: 'Grace', role: 'reader' } as const;
    const addition = { formId: ada.id, now: running.clock.now };
    await addPeople(running.database, author, [person], addition);
    expect((await new Browser().visit(running.url + path)).status).toBe(404);
  });

  test('gets no link for their own password', async () => {
    await expect(createPasswordLink(running.database, byAda(ada.id))).rejects.toMatchObject({
      status: 403,
      message: 'Change your own password on the page Password.',
    });
    await createPasswordLink(running.database, byOperator(ada.id));
  });

  test('finds nobody who isn’t a member', async () => {
    await running.database.query('delete from membership where user_id = $1', [grace.id]);
    for (const attempt of attempts(byAda(grace.id))) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe('a suspended account', () => {
  test('has no session, token or grant any more, and is told so only with the right password', async () => {
    const { database } = running;
    const token = await createPersonalAccessToken(database, {
      ...{ accountId: grace.id, name: 'Test', createdAt: running.clock.now },
    });
    const { browser } = await signIn();
    const code = await running.authorize({ email: grace.email });
    const { body } = await running.exchangeCode(code);
    await suspend(byAda(grace.id));
    expect(await isSignedIn(browser)).toBe(false);
    for (const each of [token ?? '', body.access_token]) {
      expect(await running.authenticate(each)).toBeUndefined();
    }
    expect((await running.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await signIn('wrong')).page.html).toContain('don’t match');
    expect((await signIn()).page.html).toContain('This account is suspended.');

    await suspend(byAda(grace.id), false);
    expect((await signIn()).page.html).toContain('<h1>Access tokens</h1>');
    for (const each of [token ?? '', body.access_token]) {
      expect(await running.authenticate(each)).toBeUndefined();
    }
    expect((await running.refresh(body.refresh_token)).body.error).toBe('invalid_grant');
    const entry = { by: ada.id, kind: 'person', action: 'change' };
    expect(await entriesOf(grace.id)).toEqual([
      { ...entry, after: { isSuspended: false } },
      { ...entry, after: { isSuspended: true } },
    ]);
  });

  test('gets no new token, and no link sets its password', async () => {
    const { path } = await createPasswordLink(running.database, byAda(grace.id));
    await suspend(byAda(grace.id));
    expect((await new Browser().visit(running.url + path)).status).toBe(404);
    const later = await createPasswordLink(running.database, byAda(grace.id));
    expect((await new Browser().visit(running.url + later.path)).status).toBe(404);
    const creation = { accountId: grace.id, name: 'Late', createdAt: running.clock.now };
    expect(await createPersonalAccessToken(running.database, creation)).toBeUndefined();
  });

  test('is never the last administrator of a workspace, unless the operator wants it', async () => {
    await expect(suspend(byAda(ada.id))).rejects.toMatchObject({
      status: 400,
      detail: { violations: [{ violationType: 'CONFLICT', fieldIdentifier: 'id' }] },
    });
    await setRole(running.database, { workspaceId, userId: grace.id }, 'administrator');
    await suspend(byAda(grace.id));
    // Who is suspended administers nothing.
    await expect(suspend(byAda(ada.id))).rejects.toMatchObject({ status: 400 });
    await suspend(byOperator(ada.id));
    expect((await entriesOf(ada.id))[0]).toMatchObject({ by: null, after: { isSuspended: true } });
    await suspend(byOperator(ada.id), false);
  });

  test('stays suspended for as long as the operator wants it', async () => {
    await suspend(byOperator(grace.id));
    await expect(suspend(byAda(grace.id), false)).rejects.toMatchObject({
      status: 403,
      message: 'Grace Hopper was suspended by whoever runs the service. Only they can lift that.',
    });
    await suspend(byOperator(grace.id), false);
    await suspend(byAda(grace.id));
    await suspend(byAda(grace.id), false);
  });
});
