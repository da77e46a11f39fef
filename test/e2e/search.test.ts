import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { overflowOf, seriousFindings } from '../support/accessibility';
import { keepPicture } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';
import { createClient, fetchTransport } from '../../src/api/client';

const { control, lease, session } = useSharedSandbox();

describe('Someone who searches by JQL', () => {
  const addressOf = (jql: string) => `/issues?${new URLSearchParams({ jql }).toString()}`;
  const jqlOf = (page: Page) => new URL(page.url()).searchParams.get('jql');
  const query = (page: Page) => page.getByRole('textbox', { name: 'JQL query' });
  const keysOf = async (page: Page) => {
    const cells = page.locator('[data-column="issuekey"]');
    await cells.first().waitFor();
    return cells.allInnerTexts();
  };

  test('searches by keyboard alone, by a label that the field stores', async () => {
    const page = await session.openAs('admin', '/projects/DEMO');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await query(page).fill('"Asset.Label" = "MacBook Pro 14" order by key');
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toContain('"Asset.Label" = "MacBook Pro 14"');
    await page.getByRole('cell', { name: 'MacBook Pro 14' }).first().waitFor();
    await expect.poll(() => keysOf(page)).toContain('DEMO-1');

    await page.keyboard.type(' desc', { delay: 5 });
    await page.keyboard.press('Enter');
    await expect.poll(() => jqlOf(page)).toMatch(/order by key desc$/);
    await page.goBack();
    await expect.poll(() => query(page).inputValue()).toMatch(/order by key$/);
  });

  test('is told what is wrong with the query, and where', async () => {
    const page = await session.openAs('admin', addressOf('project = DEMO and status Done'));
    await page.getByText("mismatched input 'Done'").waitFor();
    await keepPicture(page, 'search-error');
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Go to character 27' }).click();
    await page.keyboard.type('= Done');
    await page.keyboard.press('Enter');
    expect((await keysOf(page)).sort()).toEqual(['DEMO-12', 'DEMO-17', 'DEMO-9']);
  });

  test('sorts by a heading, which keeps the focus, and chooses columns, and the address keeps both', async () => {
    const page = await session.openAs('admin', addressOf('Asset is not EMPTY'));
    expect((await keysOf(page))[0]).toBe('HELP-2');
    await page.getByRole('button', { name: 'Key', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await keysOf(page))[0]).toBe('DEMO-1');
    await expect.poll(() => jqlOf(page)).toBe('Asset is not EMPTY ORDER BY issuekey ASC');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await keysOf(page))[0]).toBe('HELP-2');

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Reporter' }).click();
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor();
    expect((await keysOf(page))[0]).toBe('HELP-2');
  });

  test('finds nothing, or sees what another person may not', async () => {
    const outsider = await session.openAs('outsider', addressOf('Asset is not EMPTY'));
    expect(await keysOf(outsider)).not.toContain('HELP-2');
    const page = await session.openAs('admin', addressOf('summary ~ unicorn'));
    await page.getByText('No work items match this search').waitFor();
  });

  test('reads the results in a narrow window', async () => {
    const page = await session.openAs('admin', addressOf('Asset is not EMPTY'), {
      width: 320,
    });
    await keysOf(page);
    await keepPicture(page, 'search-narrow');
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(() => overflowOf(page)).toBe(0);
  });
});

const inRepair =
  'project = DEMO and issue in workspaceObjects("Status = \\"In repair\\"", "Asset") and "Asset" ~ "thinkpad"';

describe('Someone who searches by a query of the service', () => {
  test('has the right issues at once, today and in three weeks', async () => {
    await control.connect('admin');
    await saveToken();
    const repaired = await laptopsInRepair(lease.serviceUrl);
    const page = await search(inRepair);
    const atFirst = await keysOf(page);
    expect(atFirst.length).toBeGreaterThan(0);
    await keepPicture(page, 'search-by-query');

    // A new issue with an object that is known: at once.
    const reported = await createIssue(repaired.known);
    await expect.poll(() => searchAgain(page)).toEqual([...atFirst, reported].sort());

    // A new object: after the next refresh, which comes every day.
    const broken = await repaired.create();
    const late = await createIssue(broken);
    expect(await searchAgain(page)).not.toContain(late);
    await control.advanceClock('1d');
    expect(await searchAgain(page)).toEqual([...atFirst, reported, late].sort());

    for (const days of [5, 6, 6, 4]) {
      await control.advanceClock(`${days}d`);
      expect(await searchAgain(page)).toEqual([...atFirst, reported, late].sort());
    }
    await repaired.finish(broken);
    expect(await searchAgain(page)).toContain(late);
    await control.advanceClock('1d');
    expect(await searchAgain(page)).not.toContain(late);
  });

  test('runs a query with their own account where there is no token, and learns how from the search', async () => {
    await control.connect('member');
    const page = await search(inRepair, 'member');
    await page.getByText('run this search with your own account').waitFor();
    await keepPicture(page, 'search-by-query-without-token');
    await page.goto(`${lease.trackerUrl}/settings/apps/connect`);
    await page.getByRole('button', { name: 'Run with my account' }).click();
    await page.getByText('The result stays ready for 10 minutes').waitFor();
    await keepPicture(page, 'connect-after-run');
    await control.advanceClock('1m');
    const found = await search(inRepair, 'member');
    expect((await keysOf(found)).length).toBeGreaterThan(0);

    // Good for seven days, also where it is used every day.
    for (let day = 1; day <= 6; day += 1) {
      await control.advanceClock('1d');
      expect((await searchAgain(found)).length).toBeGreaterThan(0);
    }
    await control.advanceClock('2d');
    await found.reload();
    await found.getByText('run this search with your own account').waitFor();
  });

  async function saveToken(): Promise<void> {
    const page = await session.openAs('admin', '/settings/apps/admin');
    await page.getByRole('tab', { name: 'Token' }).click();
    await page.getByLabel('Service access token').fill('demo-admin-token');
    await page.getByRole('button', { name: 'Save token' }).click();
    await page.getByText('The service accepts this token.').waitFor();
    await keepPicture(page, 'admin-token');
    expect(await page.content()).not.toContain('demo-admin-token');
  }

  async function search(jql: string, account: 'admin' | 'member' = 'admin'): Promise<Page> {
    return session.openAs(account, `/issues?${new URLSearchParams({ jql }).toString()}`);
  }

  async function searchAgain(page: Page): Promise<string[]> {
    await page.reload();
    return keysOf(page);
  }

  async function keysOf(page: Page): Promise<string[]> {
    const cells = page.locator('[data-column="issuekey"]');
    await cells.first().waitFor();
    return (await cells.allInnerTexts()).sort();
  }

  /** Creates an issue as the admin, with the laptop as its asset. */
  async function createIssue(laptop: Laptop): Promise<string> {
    const asset = { objects: [laptop], objectIds: [laptop.objectId], labels: [laptop.label] };
    const created = await control.jira('admin', 'POST', '/rest/api/3/issue', {
      fields: {
        project: { key: 'DEMO' },
        issuetype: { name: 'Task' },
        summary: 'Its screen flickers',
        customfield_10050: asset,
      },
    });
    return (created as { key: string }).key;
  }
});

interface Laptop {
  objectId: string;
  label: string;
}

/** The laptops in repair, in the service. */
async function laptopsInRepair(serviceUrl: string) {
  const transport = fetchTransport(serviceUrl, { token: 'demo-admin-token' });
  const client = createClient({ transport });
  const workspaces = await client.workspaces.list();
  const workspace = workspaces.result.find(({ name }) => name === 'IT');
  if (!workspace) throw new Error('The demo has no workspace IT.');
  const inWorkspace = client.inWorkspace(workspace.id);
  const { result: types } = await inWorkspace.types.listEnriched();
  const type = types.find(({ name }) => name === 'Laptop');
  if (!type) throw new Error('The demo has no laptops.');
  const attributeId = (name: string) =>
    type.attributes.find((attribute) => attribute.name === name)?.id ?? '';
  const { result } = await inWorkspace.objects.search({
    typeId: type.id,
    query: 'Status = "In repair" and Label ~ "thinkpad"',
  });
  const [known] = result;
  if (!known) throw new Error('No ThinkPad is in repair.');
  const statusOf = (status: string) => [{ attributeId: attributeId('Status'), values: [status] }];
  return {
    known: { objectId: known.id, label: known.label },
    async create(): Promise<Laptop> {
      const attributes = [
        { attributeId: attributeId('Name'), values: ['ThinkPad P16'] },
        ...statusOf('In repair'),
      ];
      const { id, label } = await inWorkspace.objects.create({ typeId: type.id, attributes });
      return { objectId: id, label };
    },
    async finish({ objectId }: Laptop): Promise<void> {
      await inWorkspace.objects.update(objectId, { attributes: statusOf('In use') });
    },
  };
}
