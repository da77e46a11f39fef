import { Browser } from '../service/accounts/browser';

/** Registers an app of the demo's administrator on the page of a developer's apps, as they would. */
export async function registerApp(serviceUrl: string, appId: string): Promise<string> {
  const browser = new Browser();
  const form = await browser.visit(`${serviceUrl}/account/apps`);
  const page = await browser.signIn(form, 'admin@example.com', 'demo');
  return (await browser.submit(page, { id: appId, intent: 'register' })).html;
}
