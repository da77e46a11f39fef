import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { deployVersion } from '../../../../src/service/app-platform/apps';
import { Browser, ada, grace, useIdentityServer } from '../../accounts/browser';

const running = useIdentityServer();

let adasApp: string;
beforeAll(async () => {
  adasApp = await deploy(ada.id, 'com.example.map', 'A <b>map</b>');
  await deploy(grace.id, 'com.example.chart', 'Chart');
});

async function deploy(ownerId: string, appKey: string, name: string): Promise<string> {
  const manifest = { appKey, name, version: '1.0.0', text: '' };
  const now = running.clock.read();
  return (await deployVersion(running.database, ownerId, manifest, now)).appId;
}

const promote = () =>
  running.database.query(
    'update app set promoted_version_id = app_version.id from app_version where app_id = app.id and app.id = $1',
    [adasApp],
  );
const readRegistered = () =>
  running.database.query<{ id: string; at: Date }>(
    'select id, registered_at as at from app where registered_at is not null',
  );

const address = () => `${running.url}/account/apps`;
const signIn = (email: string) => running.signIn('/account/apps', email);
const textOf = (page: string) => page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the page of apps', () => {
  test('asks for a sign-in, and shows nobody else’s apps', async () => {
    const page = await new Browser().visit(address());
    expect(page.html).toContain('Password');
    expect(page.html).not.toContain('com.example');
    const own = await signIn(grace.email);
    expect(own.page.html).toContain('com.example.chart');
    expect(own.page.html).not.toContain('com.example.map');
  });

  test('refuses to register what isn’t the developer’s, or what another site sent', async () => {
    const { browser, page } = await signIn(grace.email);
    for (const id of [adasApp, randomUUID()]) {
      expect((await browser.submit(page, { id, intent: 'register' })).status).toBe(403);
    }
    expect((await browser.submit(page, { id: 'x', intent: 'register' })).status).toBe(400);
    expect((await browser.submit(page, { id: adasApp, intent: 'delete' })).status).toBe(400);
    const foreign = { origin: 'https://evil.example' };
    const own = await signIn(ada.email);
    const forged = await own.browser.submit(own.page, { intent: 'register' }, foreign);
    expect(forged.status).toBe(403);
    const switched = await own.browser.visit(`${running.url}/oauth/sign-in`);
    await own.browser.signIn(switched, grace.email);
    const stale = await own.browser.submit(own.page, { intent: 'register' });
    expect(stale.html).toContain('Someone else has signed in since');
    expect(await readRegistered()).toEqual([]);
  });

  test('says who gets what, before an app is registered and after that', async () => {
    const { browser, page } = await signIn(ada.email);
    expect(textOf(page.html)).toContain('com.example.map Not registered. Only you get it.');
    expect(page.html).not.toContain('<b>map');
    expect(textOf(page.html)).toMatch(/Versions \(1\).* 1\.0\.0 Waiting for its bundle/);
    await promote();
    expect(textOf((await browser.visit(address())).html)).toContain(
      'Customers get version 1.0.0 once you register it.',
    );
    const after = await browser.submit(page, { intent: 'register' });
    expect(textOf(after.html)).toMatch(/is registered\. .* Customers get version 1\.0\.0\. /);
    expect(after.html).not.toContain('name="intent"');
  });

  test('keeps the moment of the first registration when the form is sent again', async () => {
    const { browser, page } = await signIn(grace.email);
    await browser.submit(page, { intent: 'register' });
    const before = await readRegistered();
    running.clock.advance(3_600_000);
    expect((await browser.submit(page, { intent: 'register' })).status).toBe(200);
    expect(await readRegistered()).toEqual(before);
  });

  test('tells someone without apps how to begin', async () => {
    await running.database.query('delete from app where owner_id = $1', [grace.id]);
    const { page } = await signIn(grace.email);
    expect(textOf(page.html)).toContain('You have no apps. Create one with wds app create');
  });
});
