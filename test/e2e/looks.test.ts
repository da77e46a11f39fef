import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { overflowOf, rulesOfColours, seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { AssetField, CityField } from './support/issue-page';
import { useSharedSandbox } from './support/use-shared-sandbox';

const { control, session } = useSharedSandbox();

/** Each screen by its address, and a text that is there once it has loaded. */
const screens = [
  { name: 'issues', path: '/projects/DEMO', loaded: 'DEMO-20' },
  { name: 'search', path: '/issues', loaded: 'DEMO-20' },
  { name: 'issue', path: '/browse/DEMO-2', loaded: 'In repair' },
  { name: 'issue-odd-labels', path: '/browse/DEMO-14', loaded: 'Show all 100' },
  { name: 'issue-gone', path: '/browse/DEMO-4', loaded: 'Deleted, or you don’t have access' },
  { name: 'fields', path: '/settings/fields', loaded: 'Asset' },
  { name: 'field', path: '/settings/fields/customfield_10050', loaded: 'All projects' },
  {
    name: 'configuration',
    path: '/settings/fields/customfield_10050/contexts/10150/configuration',
    loaded: 'objects match',
  },
  { name: 'connect', path: '/settings/apps/connect', loaded: 'You’re connected as' },
  { name: 'admin', path: '/settings/apps/admin', loaded: 'Nobody has searched' },
];

/** With the rules of axe that what changes from the first look can break. */
const looks = [
  { name: 'light', colorScheme: 'light', width: 1280, rules: undefined },
  { name: 'dark', colorScheme: 'dark', width: 1280, rules: rulesOfColours },
  {
    name: 'narrow',
    colorScheme: 'light',
    width: 320,
    rules: ['scrollable-region-focusable', 'button-name', 'link-name', 'link-in-text-block'],
  },
] as const;

/** Both fields with labels that run from right to left, are long, and are many. */
const oddLabels = {
  customfield_10050: {
    objects: Array.from({ length: 100 }, (_, index) => ({
      objectId: `0b0c0d0e-0000-4000-8000-${String(1_000 + index)}00000000`,
      label: ['מחשב נייד (14)', 'Laptop '.repeat(36), 'x'.repeat(255)][index] ?? `Laptop ${index}`,
    })),
  },
  customfield_10051: {
    objects: [{ objectId: 'city', label: 'تل أبيب' }],
    levels: [
      { levelId: 'country', objects: [{ objectId: 'country', label: 'ישראל (IL)' }] },
      { levelId: 'region', objects: [{ objectId: 'region', label: 'Tel Aviv District' }] },
    ],
  },
};

describe('Every screen', () => {
  beforeEach(async () => {
    await control.connect('admin');
    await control.jira('admin', 'PUT', '/rest/api/3/issue/DEMO-14', { fields: oddLabels });
  });

  test.each(screens)('fits and has no serious accessibility finding: $name', async (screen) => {
    const page = await session.openAs('admin', screen.path);
    const overflows = await lookAt(page, screen.name, page.getByText(screen.loaded).first());
    expect(overflows).toEqual({ light: 0, dark: 0, narrow: 0 });
  });

  test('has no serious finding while a field is edited', async () => {
    const page = await session.openAs('admin', '/browse/DEMO-2');
    const field = new AssetField(page);
    await field.startEditing();
    await field.openOptions();
    await lookAt(page, 'edit', field.options.first());
  });

  test('has no serious finding while a path is picked', async () => {
    const page = await session.openAs('admin', '/browse/DEMO-9');
    const field = new CityField(page);
    await field.startEditing();
    await field.pick('Country', 'Latvia');
    await lookAt(page, 'edit-path', field.group.getByText('so Region and City were cleared'));
  });

  test('has no serious finding in the dialog with all of an object', async () => {
    const page = await session.openAs('admin', '/browse/DEMO-2');
    const { group } = new AssetField(page);
    await group.getByRole('button', { name: 'All details of MacBook Pro 14' }).click();
    await lookAt(page, 'details', page.getByRole('dialog').getByText('Encrypted'));
  });

  test('has no serious finding in the create dialog', async () => {
    const page = await session.openAs('admin', '/projects/DEMO');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await lookAt(page, 'create', new AssetField(page).picker);
  });
});

/**
 * Turns the page to each look in turn, keeps a picture of it and expects no serious finding.
 *
 * @param shown what there is to see, in every look
 * @returns by how many pixels the page is wider than its window, by look
 */
async function lookAt(page: Page, screen: string, shown: Locator): Promise<Record<string, number>> {
  const overflows: Record<string, number> = {};
  for (const { name, colorScheme, width, rules } of looks) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.locator(`html[data-color-mode=${colorScheme}]`).waitFor();
    await shown.waitFor();
    await keepPicture(page, `${screen}-${name}`);
    expect(await seriousFindings(page, rules), name).toEqual([]);
    overflows[name] = await overflowOf(page);
  }
  return overflows;
}
