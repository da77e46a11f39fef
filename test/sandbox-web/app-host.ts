import { describe, expect, test } from 'vitest';
import { accountIdOf, grantOf } from '../sandbox/support/fixture-sandbox';
import { answers } from './app-functions';
import type { SandboxPages } from './sandbox-pages';

/** As the service sends people back, whatever they answered there. */
const finishedPage = `<!doctype html><title>Consent</title>
  <script>opener.postMessage({ type: 'sandbox-oauth-finished' }, location.origin); close();</script>`;

/** What the page is to an app: its host, in the configuration of a field and on pages of its own. */
export function describeAppHost({ server, visit }: SandboxPages): void {
  describe('field administration', () => {
    const fieldPage = '/settings/fields/customfield_10050';
    const assetContexts = () => server().sandbox.jira.model.getField('customfield_10050').contexts;

    test('opens the configuration of a context, saves what the app submits, and says so', async () => {
      const [context, other] = assetContexts();
      delete context?.configuration;
      const page = await visit(fieldPage);
      await page.getByText('Not configured').waitFor();
      await page.getByRole('link', { name: 'Edit context configuration' }).first().click();
      await page.getByLabel('Workspace').fill('IT');
      await page.getByLabel('Query').fill('Status = "In use"');
      await page.getByRole('radio', { name: 'Several objects' }).check({ force: true });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Configuration of Asset saved').waitFor();
      await page.getByText('Configured', { exact: true }).first().waitFor();
      expect(context?.configuration).toEqual({
        source: 'IT',
        query: 'Status = "In use"',
        cardinality: 'many',
      });
      expect(other?.configuration).toMatchObject({ cardinality: 'one' });
    });

    test('adds, changes and deletes contexts', async () => {
      const page = await visit(fieldPage);
      const dialog = page.getByRole('dialog');
      const send = async (name: string) => {
        await dialog.getByRole('button', { name, exact: true }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      await page.getByRole('button', { name: 'Delete' }).last().click();
      await send('Delete');
      expect(assetContexts()).toHaveLength(1);
      await page.getByRole('button', { name: 'Add context' }).click();
      await dialog.getByLabel('Name').fill('Help desk only');
      await dialog.getByRole('combobox', { name: 'Projects' }).click();
      await page.getByRole('option', { name: 'Help desk' }).click();
      await send('Add');
      expect(assetContexts()).toMatchObject([{}, { projectIds: ['10010'], workTypeIds: [] }]);
      await page.getByRole('button', { name: 'Edit context', exact: true }).last().click();
      await dialog.getByRole('combobox', { name: 'Work types' }).click();
      await page.getByRole('option', { name: 'Incident' }).click();
      await send('Save');
      const changed = { name: 'Help desk only', projectIds: ['10010'], workTypeIds: ['10005'] };
      expect(assetContexts()).toMatchObject([{}, changed]);
    });

    test("goes back to the contexts on the app's cancel, and is closed to people who are no admins", async () => {
      const page = await visit(`${fieldPage}/contexts/10150/configuration`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('heading', { level: 1, name: 'Asset' }).waitFor();
      await page.getByRole('button', { name: /Switch user/ }).click();
      await page.getByRole('menuitemradio', { name: /Mateo Álvarez/ }).click();
      await page.getByRole('button', { name: /Account: Mateo Álvarez/ }).waitFor();
      await page.goto(server().url + fieldPage);
      await page.getByRole('heading', { name: 'You don’t have permission to see this' }).waitFor();
    });
  });

  describe('a page for Jira admins', () => {
    test("is found under Apps in Jira's settings, and has an address", async () => {
      const page = await visit('/projects');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('menuitem', { name: 'Pages that apps add for Jira admins' }).click();
      await page.getByRole('link', { name: 'Laptop administration' }).click();
      await page.getByRole('heading', { name: 'Texts' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/settings/apps/administration');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Laptop administration' }).waitFor();
    });

    test('is offered and shown to nobody else', async () => {
      const page = await visit('/projects');
      await page.evaluate(() => localStorage.setItem('sandbox-user', 'lead'));
      await page.goto(`${server().url}/settings/apps`);
      await page.getByRole('link', { name: 'connect-page' }).waitFor();
      expect(await page.getByRole('link', { name: 'Laptop administration' }).count()).toBe(0);
      await page.goto(`${server().url}/settings/apps/administration`);
      await page.getByRole('heading', { name: 'You don’t have permission to see this' }).waitFor();
    });
  });

  describe('the host of the app', () => {
    test('asks for consent in place of the app and runs it again afterwards', async () => {
      answers.isConnected = false;
      const page = await visit('/settings/apps/connect-page');
      await page
        .context()
        .route('**/sandbox/oauth/start**', (route) =>
          route.fulfill({ contentType: 'text/html', body: finishedPage }),
        );
      const allow = page.getByRole('button', { name: 'Allow access' });
      await allow.waitFor();
      answers.isConnected = true;
      await allow.click();
      await page.getByText('Connected as admin@example.com.').waitFor();
    });

    test('leads to the person’s connected apps, where they disconnect them', async () => {
      await server().sandbox.grants.set(accountIdOf('admin'), grantOf());
      const page = await visit('/settings/apps/connect-page');
      // The page asks Jira's REST who this is.
      await page.getByText('admin@example.com', { exact: true }).waitFor();
      const opened = page.waitForEvent('popup');
      await page.getByRole('link', { name: 'Connected apps' }).click();
      const connectedApps = await opened;
      await connectedApps.getByText('Connected as admin@example.com').waitFor();
      await connectedApps.getByRole('button', { name: 'Disconnect' }).click();
      await connectedApps.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await connectedApps.getByText('You haven’t given any app access').waitFor();
      expect(server().sandbox.grants.find(accountIdOf('admin'))).toBeUndefined();
    });

    test('shows a crash with a button that runs the app again', async () => {
      const page = await visit('/settings/apps/crashing-page');
      await page.getByText('There is a hole in the app.').waitFor();
      await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByText('There is a hole in the app.').waitFor();
    });

    test('says so when the files of a resource are missing', async () => {
      const page = await visit('/settings/apps/absent-page');
      await page.getByText('The sandbox has no files for this part of the app.').waitFor();
    });

    test('names a component, a prop value and a bridge command that it does not model', async () => {
      const page = await visit('/settings/apps/unmodelled-page');
      await page
        .getByText('The sandbox doesn’t support the UI Kit component “UserPicker”.')
        .waitFor();
      await page.getByText('doesn’t know these props of Lozenge: appearance').waitFor();
      await page
        .getByText('The sandbox doesn’t support the bridge command “isRovoEnabled”.')
        .waitFor();
      await page.getByText('Still here').waitFor();
    });

    test('draws every component of the gallery', async () => {
      const page = await visit('/settings/apps/gallery-page');
      await page.getByRole('heading', { name: 'Texts' }).waitFor();
      expect(await page.getByTestId('unsupported-component').allTextContents()).toEqual([]);
      const sources = (name: string) => page.getByRole('img', { name, exact: true });
      expect(await sources('Ours').getAttribute('src')).toMatch(/^http:.*\/a\.webp$/);
      expect(await sources('Not ours').getAttribute('src')).toBeNull();
      await page.getByRole('button', { name: 'All details' }).waitFor();
      await page.getByRole('tab', { name: 'Far' }).click();
      await page.getByRole('tabpanel', { name: 'Far' }).getByText('Behind the hills').waitFor();
      await page.getByRole('button', { name: 'Open dialog' }).click();
      await page.getByText('In a dialog').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('In a dialog').waitFor({ state: 'detached' });
    });

    test('keeps the caret of an input that the app controls, and passes checked states to the app', async () => {
      const page = await visit('/settings/apps/gallery-page');
      const input = page.getByLabel('Host name');
      await input.pressSequentially('ad');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type('bc');
      await expect.poll(() => input.inputValue()).toBe('abcd');
      await page.getByLabel('Encrypted').check();
      await page.getByLabel('Live').check({ force: true });
      await page.getByText('on checked').waitFor();
    });
  });
}
