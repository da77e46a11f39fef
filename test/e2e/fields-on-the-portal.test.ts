import { beforeEach, describe, expect, it } from 'vitest';
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

  it.each(['customer', 'unlicensed', 'visitor'] as const)(
    'offer a %s the objects of the query alone, and send what was chosen',
    async (account) => {
      const page = await portal.openForm(account, 'Report a broken laptop');
      await page.getByLabel('Summary').fill('It fell');
      const asset = portal.field(page, 'Asset');
      await asset.getByRole('combobox').pressSequentially('pro', { delay: 30 });
      const option = page.getByRole('option').filter({ hasText: 'MacBook Pro' }).first();
      await option.filter({ hasText: 'In use' }).waitFor();
      await keepPicture(page, `portal-form-${account}`);
      const texts = await page.getByRole('option').allInnerTexts();
      expect(texts.every((text) => text.includes('In use'))).toBe(true);
      const [label = ''] = (await option.innerText()).split(' · ');
      await option.click();
      await page.getByRole('button', { name: 'Send' }).click();
      await page
        .getByText(account === 'visitor' ? 'We got your request' : 'It fell')
        .first()
        .waitFor();
      const values = await portal.assetsOfNewestRequest();
      expect(values).toMatchObject([{ label }]);
    },
  );

  it('lead a customer level by level, and show the path on their request', async () => {
    const page = await portal.openForm('customer', 'Ask for equipment');
    await page.getByLabel('Summary').fill('A desk');
    const city = portal.field(page, 'City');
    for (const [level, typed] of [
      ['Country', 'latv'],
      ['Region', 'vidz'],
      ['City', ''],
    ] as const) {
      const box = city.getByRole('combobox', { name: level, exact: true });
      await box.click();
      if (typed !== '') await box.pressSequentially(typed, { delay: 30 });
      const option = page
        .getByRole('option')
        .filter({ hasText: new RegExp(typed, 'i') })
        .first();
      await option.click();
    }
    await keepPicture(page, 'portal-form-cascade');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { level: 1, name: 'A desk' }).waitFor();
    await portal
      .field(page, 'City')
      .getByText(/Latvia \/ Vidzeme.* \/ /)
      .waitFor();
    await keepPicture(page, 'portal-request-cascade');
  });

  it('say in one sentence that nothing can be chosen, send all the same, and tell an agent why', async () => {
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

  it('keep what was chosen when the token is taken away while the form is open', async () => {
    const page = await portal.openForm('customer', 'Report a broken laptop');
    await page.getByLabel('Summary').fill('It is slow');
    const asset = portal.field(page, 'Asset');
    const box = asset.getByRole('combobox');
    await box.pressSequentially('pro', { delay: 30 });
    const option = page.getByRole('option').filter({ hasText: 'MacBook Pro' }).first();
    await option.waitFor();
    const [label = ''] = (await option.innerText()).split(' · ');
    await option.click();
    await portal.removeToken();
    await box.pressSequentially('x', { delay: 30 });
    await asset.getByText(nothingToChoose).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { level: 1, name: 'It is slow' }).waitFor();
    await portal.field(page, 'Asset').getByText(label).waitFor();
  });

  it('show customers the attributes of their request’s objects, or the stored labels alone', async () => {
    const withAttributes = await shared.session.openAs('customer', '/portal/1/HELP-2');
    const asset = portal.field(withAttributes, 'Asset');
    await asset.getByText('Status').waitFor();
    expect(await asset.getByRole('link').count()).toBe(0);
    await keepPicture(withAttributes, 'portal-request');
    const shown = await asset.innerText();

    await portal.configure('labels');
    const withLabels = await shared.session.openAs('customer', '/portal/1/HELP-2');
    const label = shown.split('\n')[0] ?? '';
    await portal.field(withLabels, 'Asset').getByText(label).waitFor();
    expect(await portal.field(withLabels, 'Asset').innerText()).not.toContain('Status');
  });
});
