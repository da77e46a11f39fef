import { describe, expect, test } from 'vitest';
import { ada, Browser, confirmationAddress, useIdentityServer } from '../../accounts/browser';

const running = useIdentityServer();
const address = () => `${running.url}/account/connected-apps`;
const disconnect = 'Disconnect “Workspace Objects for Jira”';

describe('the page of connected apps', () => {
  test('ends what an app may do', async () => {
    const browser = new Browser();
    const code = await running.authorize({ browser });
    const { body: tokens } = await running.exchangeCode(code);
    const page = await browser.visit(address());
    const asked = await browser.visit(confirmationAddress(page, disconnect));
    expect(asked.html).toContain(`<h1>${disconnect}?</h1>`);
    const left = await browser.submit(asked, { intent: 'disconnect' });
    expect(left.html).toMatch(
      /role="status"[^>]*>The connection to “Workspace Objects for Jira” was ended\./,
    );
    expect(await running.authenticate(tokens.access_token)).toBeUndefined();
    expect((await running.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('ends one connection of an app, and says that its others stay', async () => {
    const browser = new Browser();
    const connect = async () => {
      const code = await running.authorize({ browser: new Browser() });
      return (await running.exchangeCode(code)).body.access_token;
    };
    const accessTokens = [await connect(), await connect()];
    const page = await browser.signIn(await browser.visit(address()), ada.email);
    const asked = await browser.visit(confirmationAddress(page, disconnect));
    expect(asked.html).toContain(
      'This connection stops working. Other connections of the app stay.',
    );
    await browser.submit(asked, { intent: 'disconnect' });
    const users = await Promise.all(accessTokens.map(running.authenticate));
    expect(users.filter((user) => user === undefined)).toHaveLength(1);
    const again = await browser.submit(asked, { intent: 'disconnect' });
    expect(again.html).toMatch(
      /role="status"[^>]*>Nothing was changed: this connection had already ended\./,
    );
    expect((await browser.submit(asked, { intent: 'disconnect', id: '\0' })).status).toBe(400);
  });
});
