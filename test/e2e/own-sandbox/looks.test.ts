import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SandboxControl } from '../../support/sandbox-control';
import { startSandboxProcess, type SandboxProcess } from '../../support/sandbox-process';
import { BrowserSession, keepPicture, seriousAxeFindings } from '../support/browser-session';
import { AssetField } from '../support/issue-page';

/** Each screen by its address, and a text that is there once it has loaded. */
const screens = [
  { name: 'issues', path: '/projects/DEMO', loaded: 'DEMO-20' },
  { name: 'issue', path: '/browse/DEMO-2', loaded: 'Serial number' },
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

describe('Every screen', () => {
  let sandbox: SandboxProcess;
  let session: BrowserSession;
  beforeAll(async () => {
    sandbox = await startSandboxProcess();
    session = await BrowserSession.start(sandbox.trackerUrl);
    await new SandboxControl(sandbox.trackerUrl).connect('admin');
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

  it.each(looks)('has no serious finding in the create dialog: $name', async (look) => {
    const page = await session.openAs('admin', '/projects/DEMO', look);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await new AssetField(page).picker.waitFor();
    await keepPicture(page, `create-${look.name}`);
    expect(await seriousAxeFindings(page)).toEqual([]);
  });
});
