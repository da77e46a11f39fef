import { beforeEach, describe, expect, test } from 'vitest';
import { keepPicture } from './support/browser-session';
import { OpenPortal } from './support/open-portal';
import { useSharedSandbox } from './support/use-shared-sandbox';

const nothingToChoose =
  'You can’t choose anything here at the moment. You can send your request without it.';

describe('The fields on the forms of the service portal', () => {
  const shared = useSharedSandbox();
  const portal = new OpenPortal(shared);
  beforeEach(async () => {
    await portal.configure('attributes');
    await portal.saveToken();
  });

  test('offer someone without a license the objects of the query alone, and send what they chose', async () => {
    const page = await portal.openForm('unlicensed', 'Report a broken laptop');
    await page.getByLabel('Summary').fill('It fell');
    await portal.field(page, 'Asset').getByRole('combobox').pressSequentially('pro', { delay: 30 });
    const label = 'MacBook Pro 14';
    const options = page.getByRole('option');
    await options.filter({ hasText: label }).first().waitFor();
    const texts = await options.allInnerTexts();
    expect(texts.every((text) => text.includes('In use'))).toBe(true);
    await options.filter({ hasText: label }).first().click();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('It fell').first().waitFor();
    expect(await portal.assetsOfNewestRequest()).toMatchObject([{ label }]);
  });

  test('say in one sentence that nothing can be chosen where portal use is off, and tell an agent why', async () => {
    await portal.configure('nothing');
    const page = await portal.openForm('customer', 'Report a broken laptop');
    await portal.field(page, 'Asset').getByText(nothingToChoose).waitFor();
    expect(await portal.field(page, 'Asset').getByRole('link').count()).toBe(0);
    await keepPicture(page, 'portal-form-closed');
    await page.getByLabel('Summary').fill('It is gone');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { level: 1, name: 'It is gone' }).waitFor();

    const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const agent = await shared.session.openAs('admin', `/browse/${key}`);
    await portal.field(agent, 'Asset').getByText('shows nothing on the portal').waitFor();
    await keepPicture(agent, 'portal-note-agent');
  });

  test('show customers the attributes of their request’s objects, or the stored labels alone', async () => {
    const withAttributes = await shared.session.openAs('customer', '/portal/1/HELP-2');
    const asset = portal.field(withAttributes, 'Asset');
    await asset.getByText('In use').waitFor();
    expect(await asset.getByRole('link').count()).toBe(0);
    await keepPicture(withAttributes, 'portal-request');
    const shown = await asset.innerText();

    await portal.configure('labels');
    const withLabels = await shared.session.openAs('customer', '/portal/1/HELP-2');
    const label = shown.split('\n')[0] ?? '';
    await portal.field(withLabels, 'Asset').getByText(label).waitFor();
    expect(await portal.field(withLabels, 'Asset').innerText()).not.toContain('In use');
  });
});
