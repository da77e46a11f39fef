import { expect, test } from 'vitest';
import { createSitePage } from '../../src/api/site-page';
import { demoAttributeId, demoSiteId, demoTypeId } from '../../src/service';
import { workspaceApi } from '../service/model/resources/workspace-api';
import { open, service, useStage, withToken } from './stage';

useStage();

const call = workspaceApi(() => service);

/** A page with two tables, one above the other. */
async function openTwoTables() {
  const table = {
    kind: 'table',
    typeId: demoTypeId('IT', 'Laptop'),
    columns: [demoAttributeId('IT', 'Laptop', 'Price')],
    pageSize: 10,
  };
  const blocks = ['Upper', 'Lower'].map((heading) => ({ ...table, heading }));
  const path = `/site/${demoSiteId('IT', 'Fleet')}/page`;
  const { body } = await call('POST', path, { name: 'Two tables', blocks });
  const { id: pageId } = createSitePage.reply!.parse(body);
  const opened = await open(withToken({ site: 'Fleet', pageId }));
  const [upper, lower] = [0, 1].map((index) => opened.frame.locator(`#block-${index}`));
  await lower!.getByRole('table').waitFor();
  return { ...opened, upper: upper!, lower: lower! };
}

test('turns the pages of one table and leaves the other where its reader left it', async () => {
  const { upper, lower, send, frame } = await openTwoTables();
  await lower.getByRole('link', { name: 'Next' }).click();
  await lower.locator('[data-summary]', { hasText: '11–20 of 61' }).waitFor();
  await upper.getByRole('link', { name: 'Price' }).click();
  await upper.locator('th[aria-sort=ascending]', { hasText: 'Price' }).waitFor();
  await frame.locator('h1').evaluate((heading) => heading.replaceChildren('Before'));
  await send({ type: 'reload' });
  await frame.getByRole('heading', { name: 'Two tables' }).waitFor();
  expect(await lower.locator('[data-summary]').innerText()).toBe('11–20 of 61');
  expect(await upper.locator('th[aria-sort=ascending]').innerText()).toContain('Price');
});

test('searches in both tables at once, also where the first answer comes last', async () => {
  const { page, upper, lower } = await openTwoTables();
  let answerUpper: () => void = () => undefined;
  const isLowerShown = new Promise<void>((resolve) => (answerUpper = resolve));
  await page.route('**/embed/content', async (route) => {
    const { block } = route.request().postDataJSON() as { block?: number };
    if (block === 0) await isLowerShown;
    await route.continue();
  });
  // Both within the time that a search waits for more to be typed.
  await page.clock.install();
  await upper.getByRole('searchbox').fill('pro mac');
  await lower.getByRole('searchbox').fill('dell');
  await page.clock.runFor(1_000);
  await lower.locator('[data-summary]', { hasNotText: 'of 61' }).waitFor();
  answerUpper();
  await upper.locator('[data-summary]', { hasText: '1–10 of 21' }).waitFor();
  expect(await lower.getByRole('searchbox').inputValue()).toBe('dell');
});
