import type { Page } from 'playwright-core';
import * as z from 'zod';
import { AssetField, CityField } from '../e2e/support/issue-page';
import { signIn } from '../support/sign-in';
import type { Account, SandboxControl } from '../support/sandbox-control';

export interface Stage {
  readonly page: Page;
  readonly control: SandboxControl;
  readonly size: { readonly width: number; readonly height: number };
  readonly trackerUrl: string;
  readonly serviceUrl: string;
}

export interface Scene {
  readonly name: string;
  readonly account: Account;
  readonly size: Stage['size'];
  readonly play: (stage: Stage) => Promise<unknown>;
}

const wide = { width: 1100, height: 640 };

async function open({ page, control, trackerUrl }: Stage, path: string): Promise<void> {
  for (const account of ['admin', 'lead'] as const) await control.connect(account);
  await page.goto(trackerUrl + path);
}

async function saveToken(control: SandboxControl): Promise<void> {
  await control.invoke({
    ...{ account: 'admin', moduleKey: 'admin', functionKey: 'saveToken' },
    ...{ payload: { token: 'demo-admin-token', isInsistedOn: true }, extension: {} },
  });
}

async function type(page: Page, text: string): Promise<void> {
  await new AssetField(page).picker.pressSequentially(text, { delay: 30 });
  await page
    .getByRole('option', { name: /MacBook Pro 14/ })
    .first()
    .waitFor();
}

const configurations = z.object({
  values: z.array(z.object({ id: z.string(), configuration: z.looseObject({}) })),
});

/** Opens both fields of the help desk's forms to customers: laptops in use, and places. */
async function openPortal(control: SandboxControl): Promise<void> {
  for (const [id, configurationId, query] of [
    ['customfield_10050', '10252', { query: 'Status = "In use"' }],
    ['customfield_10051', '10253', {}],
  ] as const) {
    const path = `/rest/api/3/app/field/${id}/context/configuration`;
    const { values } = configurations.parse(await control.jira('admin', 'GET', path));
    const stored = values.find((entry) => entry.id === configurationId)?.configuration;
    const configuration = { ...stored, portal: 'attributes', ...query };
    const changed = { configurations: [{ id: configurationId, configuration }] };
    await control.jira('admin', 'PUT', path, changed);
  }
  // The app remembers a configuration for a minute.
  await control.advanceClock('2m');
}

const searched = 'issue in workspaceObjects("Status = \\"In repair\\"", "Asset")';

export const scenes: readonly Scene[] = [
  {
    ...{ name: 'work-item', account: 'admin', size: { width: 1100, height: 520 } },
    async play(stage) {
      await open(stage, '/browse/DEMO-2');
      await stage.page.getByText('In repair').first().waitFor();
    },
  },
  {
    ...{ name: 'picker', account: 'admin', size: wide },
    async play(stage) {
      await open(stage, '/browse/DEMO-1');
      await new AssetField(stage.page).startEditing();
      await type(stage.page, 'pro mac');
    },
  },
  {
    ...{ name: 'cascade', account: 'admin', size: { width: 1100, height: 760 } },
    async play(stage) {
      await open(stage, '/browse/DEMO-9');
      const field = new CityField(stage.page);
      await field.startEditing();
      await field.pick('Country', 'Latvia');
      await field.level('Region').click();
      await stage.page.getByRole('option').first().waitFor();
    },
  },
  {
    ...{ name: 'search', account: 'admin', size: wide },
    async play(stage) {
      await saveToken(stage.control);
      await open(stage, `/issues?jql=${encodeURIComponent(searched)}`);
      await stage.page.getByText('DEMO-2', { exact: true }).first().waitFor();
    },
  },
  {
    ...{ name: 'bulk-edit', account: 'admin', size: wide },
    async play(stage) {
      const { page } = stage;
      await open(stage, '/issues?jql=project%20%3D%20DEMO%20order%20by%20key');
      await page.getByRole('checkbox', { name: 'Select all work items shown' }).check();
      await page.getByRole('button', { name: /^Bulk edit/ }).click();
      await page.getByRole('combobox', { name: 'Field to change' }).click();
      await page.getByRole('option', { name: 'Asset', exact: true }).click();
      await page.getByRole('dialog').getByRole('combobox').nth(1).waitFor();
    },
  },
  {
    ...{ name: 'configuration', account: 'admin', size: { width: 1100, height: 760 } },
    async play(stage) {
      await open(stage, '/settings/fields/customfield_10050/contexts/10150/configuration');
      await stage.page
        .getByText(/objects match/)
        .first()
        .waitFor();
    },
  },
  {
    ...{ name: 'admin-page', account: 'admin', size: wide },
    async play(stage) {
      await saveToken(stage.control);
      await open(stage, '/settings/apps/admin');
      await stage.page.getByText('Available').first().waitFor();
    },
  },
  {
    ...{ name: 'project-tabs', account: 'lead', size: wide },
    async play(stage) {
      await open(stage, '/projects/DEMO');
      await stage.page.getByRole('link', { name: 'Workspace pages' }).click();
      const tabs = stage.page.locator('iframe').first().contentFrame();
      await tabs.getByRole('tab').first().waitFor();
      await tabs.locator('iframe').first().contentFrame().getByRole('heading').first().waitFor();
    },
  },
  {
    ...{ name: 'portal', account: 'customer', size: wide },
    async play(stage) {
      await saveToken(stage.control);
      await openPortal(stage.control);
      await open(stage, '/portal/1');
      await stage.page.getByRole('link', { name: 'Ask for equipment' }).click();
      const field = new AssetField(stage.page);
      await field.openOptions();
    },
  },
  {
    ...{ name: 'object-page', account: 'admin', size: { width: 1100, height: 720 } },
    async play(stage) {
      await open(stage, '/browse/DEMO-2');
      const link = new AssetField(stage.page).group.getByRole('link').first();
      const address = await link.getAttribute('href');
      await stage.page.goto(new URL(address ?? '', stage.serviceUrl).href);
      await signIn(stage.page, 'admin@example.com');
      await stage.page.getByRole('heading', { name: /MacBook/ }).waitFor();
    },
  },
];

/** Picking an object, then searching for it: each step leaves a picture. */
export const animated = {
  account: 'admin' as const,
  size: { width: 900, height: 520 },
  steps: [
    async (stage: Stage) => {
      await open(stage, '/browse/DEMO-1');
      await stage.page.getByText('SN').first().waitFor();
    },
    ({ page }: Stage) => new AssetField(page).startEditing(),
    async ({ page }: Stage) => {
      await page.keyboard.type('pro');
      await page.getByRole('option', { name: /Pro/ }).first().waitFor();
    },
    ({ page }: Stage) => type(page, ' mac'),
    async ({ page }: Stage) => {
      await page
        .getByRole('option', { name: /MacBook Pro 14/ })
        .first()
        .click();
    },
    async ({ page }: Stage) => {
      const field = new AssetField(page);
      await field.confirm();
      await field.group.getByRole('link').nth(1).waitFor();
    },
    async ({ page, control, trackerUrl }: Stage) => {
      await saveToken(control);
      await page.goto(`${trackerUrl}/issues?jql=${encodeURIComponent(searched)}`);
      await page.getByText('DEMO-2', { exact: true }).first().waitFor();
    },
  ],
};
