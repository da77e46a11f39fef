import type { Page } from 'playwright-core';

/** Signs in to the service, on the page that asks for it. Everyone in the demo has the password "demo". */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
}
