import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SandboxControl } from '../../support/sandbox-control';
import { startSandboxProcess, type SandboxProcess } from '../../support/sandbox-process';
import { BrowserSession, keepPicture, seriousAxeFindings } from '../support/browser-session';
import { AssetField, CityField } from '../support/issue-page';

/** Each screen by its address, and a text that is there once it has loaded. */
const screens = [
  { name: 'issues', path: '/projects/DEMO', loaded: 'DEMO-20' },
  { name: 'search', path: '/issues', loaded: 'DEMO-20' },
  { name: 'issue', path: '/browse/DEMO-2', loaded: 'Serial number' },
  { name: 'issue-odd-labels', path: '/browse/DEMO-14', loaded: 'Show all 100' },
  { name: 'issue-gone', path: '/browse/DEMO-4', loaded: "you can't see it" },
  { name: 'fields', path: '/settings/fields', loaded: 'Asset' },
  { name: 'field', path: '/settings/fields/customfield_10050', loaded: 'All projects' },
  {
    name: 'configuration',
    path: '/settings/fields/customfield_10050/contexts/10150/configuration',
    loaded: 'matching objects',
  },
  { name: 'connect', path: '/settings/apps/connect', loaded: 'You are connected as' },
];

const looks = [
  { name: 'light', colorScheme: 'light', width: 1280 },
  { name: 'dark', colorScheme: 'dark', width: 1280 },
  { name: 'narrow', colorScheme: 'light', width: 320 },
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
  let sandbox: SandboxProcess;
  let session: BrowserSession;
  beforeAll(async () => {
    sandbox = await startSandboxProcess();
    session = await BrowserSession.start(sandbox.trackerUrl);
    const control = new SandboxControl(sandbox.trackerUrl);
    await control.connect('admin');
    await control.jira('admin', 'PUT', '/rest/api/3/issue/DEMO-14', { fields: oddLabels });
  });
  afterAll(async () => {
    await session.end();
    await sandbox.stop();
  });
  afterEach(async () => expect(await session.closePages()).toEqual([]));

  const cases = screens.flatMap((screen) => looks.map((look) => ({ screen, look })));
  it.each(cases)(
    'has no serious accessibility finding and fits: $screen.name, $look.name',
    async ({ screen, look }) => {
      const page = await session.openAs('admin', screen.path, look);
      await page.getByText(screen.loaded).first().waitFor();
      await keepPicture(page, `${screen.name}-${look.name}`);
      expect(await seriousAxeFindings(page)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    },
  );

  it.each(looks)('has no serious finding while a field is edited: $name', async (look) => {
    const page = await session.openAs('admin', '/browse/DEMO-2', look);
    const field = new AssetField(page);
    await field.startEditing();
    await field.openOptions();
    await keepPicture(page, `edit-${look.name}`);
    expect(await seriousAxeFindings(page)).toEqual([]);
  });

  it.each(looks)('has no serious finding while a path is picked: $name', async (look) => {
    const page = await session.openAs('admin', '/browse/DEMO-9', look);
    const field = new CityField(page);
    await field.startEditing();
    await field.pick('Country', 'Latvia');
    await field.group.getByText('Cleared Region').waitFor();
    await keepPicture(page, `edit-path-${look.name}`);
    expect(await seriousAxeFindings(page)).toEqual([]);
  });

  it.each(looks)(
    'has no serious finding in the dialog with all of an object: $name',
    async (look) => {
      const page = await session.openAs('admin', '/browse/DEMO-2', look);
      const { group } = new AssetField(page);
      await group.getByRole('button', { name: 'All details of MacBook Pro 14' }).click();
      await page.getByRole('dialog').getByText('Encrypted').waitFor();
      await keepPicture(page, `details-${look.name}`);
      expect(await seriousAxeFindings(page)).toEqual([]);
    },
  );

  it.each(looks)('has no serious finding in the create dialog: $name', async (look) => {
    const page = await session.openAs('admin', '/projects/DEMO', look);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await new AssetField(page).picker.waitFor();
    await keepPicture(page, `create-${look.name}`);
    expect(await seriousAxeFindings(page)).toEqual([]);
  });
});
