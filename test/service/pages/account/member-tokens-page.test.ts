import { beforeAll, expect, test } from 'vitest';
import { createPersonalAccessToken } from '../../../../src/service/accounts/personal-access-tokens';
import {
  ada,
  Browser,
  confirmationAddress,
  grace,
  useIdentityServer,
} from '../../accounts/browser';
import { setRole } from '../../rights';

const running = useIdentityServer();
const secret = 'a-token-of-grace-x7Qa';

let workspaceId: string;
beforeAll(async () => {
  const { database } = running;
  workspaceId = await running.administer(ada.email, 'Fleet');
  await setRole(database, { workspaceId, userId: grace.id }, 'editor');
  await createPersonalAccessToken(database, {
    ...{ accountId: grace.id, name: 'Export <1>', token: secret, createdAt: running.clock.now },
  });
});

test('shows administrators which tokens reach the workspace, and blocks and unblocks one there', async () => {
  const { browser, page } = await running.signIn('/account/member-tokens', ada.email);
  expect(page.html).toContain('<h1>Members’ tokens in Fleet</h1>');
  expect(page.html).toMatch(
    /Export &lt;1&gt;<\/span>\s*<p class="subtle">ends in <code>…x7Qa<\/code>/,
  );
  expect(page.html).not.toContain(secret);
  const asked = await browser.visit(
    confirmationAddress(page, 'Block “Export &lt;1&gt;” of Grace Hopper, ending in …x7Qa'),
  );
  expect(asked.html).toContain(
    '<h1>Block “Export &lt;1&gt;” of Grace Hopper, ending in …x7Qa?</h1>',
  );
  const send = (intent: string, id?: string) =>
    browser.submit(asked, { intent, ...(id && { id }), workspace: workspaceId });
  const header = `Bearer ${secret}`;
  const isBlocked = async () =>
    (await running.server.identity.authenticateIn(header, workspaceId))?.isBlocked;
  expect((await send('block')).html).toContain('Token “Export &lt;1&gt;” is now blocked here.');
  expect(await isBlocked()).toBe(true);
  const owner = new Browser();
  const own = await owner.signIn(await owner.visit(`${running.url}/account/tokens`), grace.email);
  expect(own.html).toContain('An administrator blocked it in Fleet.');
  expect((await send('unblock')).html).toContain('Token “Export &lt;1&gt;” works here again.');
  expect(await isBlocked()).toBe(false);
  expect((await send('block', workspaceId)).html).toContain('no longer reaches the workspace');
  expect((await send('destroy')).status).toBe(400);
});
