import { Browser } from '../service/accounts/browser';

/** Registers an app of a demo account on the page of its developer's apps, as they would. */
export async function registerApp(
  serviceUrl: string,
  appId: string,
  email = 'admin@example.com',
): Promise<string> {
  const browser = new Browser();
  const form = await browser.visit(`${serviceUrl}/account/apps`);
  const page = await browser.signIn(form, email, 'demo');
  return (await browser.submit(page, { id: appId, intent: 'register' })).html;
}
