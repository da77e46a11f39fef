import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { comeToRest, keepPicture, seriousAxeFindings } from './support/browser-session';
import { useSharedSandbox } from './support/use-shared-sandbox';

const token = 'demo-admin-token';
const query = 'Status = "In repair"';
const jql = `issue in workspaceObjects("${query.replaceAll('"', '\\"')}", "Asset")`;

describe('An admin looks after the app', () => {
  const shared = useSharedSandbox();
  const { control } = shared;

  it('saves a token, sees the query of a search, refreshes it and takes it away, by keyboard', async () => {
    await control.connect('admin');
    const page = await openPage();
    const answers = bodiesOf(page);
    await page.getByText('No stored queries yet').waitFor();
    await keepPicture(page, 'admin-empty');

    await page.getByRole('button', { name: 'Go to the access token' }).press('Enter');
    const field = page.getByLabel('Access token of the service');
    await field.fill('nonsense');
    await field.press('Enter');
    await page.getByText('The service refuses this access token').waitFor();
    expect(await field.inputValue()).toBe('nonsense');
    await keepPicture(page, 'admin-token-refused');
    await field.fill(token);
    await field.press('Enter');
    await page.getByText('Setup is complete').waitFor();
    await page.getByText('admin@example.com').waitFor();
    await keepPicture(page, 'admin-token');

    await search();
    await page.reload();
    await page.getByRole('cell', { name: query }).waitFor();
    await page.getByRole('button', { name: 'Refresh all' }).press('Enter');
    await page.getByText('Refresh on demand, finished').waitFor();
    await page.getByText('1 unchanged').waitFor();
    await keepPicture(page, 'admin-queries');
    expect(await seriousAxeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Details' }).press('Enter');
    await comeToRest(page);
    await keepPicture(page, 'admin-details');
    expect(await seriousAxeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Remove result' }).press('Enter');
    await page.getByText('No stored queries yet').waitFor();
    await expect.poll(search).toContain('An admin removed the stored result');
    expect((await Promise.all(answers)).join()).not.toContain(token);
  });

  it('sees what a person computed, and that it ends', async () => {
    await control.connect('admin');
    await search();
    const connect = await shared.session.openAs('admin', '/settings/apps/connect');
    await connect.getByRole('button', { name: 'Run with my account' }).click();
    await connect.getByText('5 objects found.').waitFor();
    await keepPicture(connect, 'connect-ran');
    await control.advanceClock('2m');
    expect(await search()).toContain('DEMO-');
    await control.advanceClock('5d');
    const page = await openPage();
    await page.getByText('1 result that a person computed ends soon or has ended.').waitFor();
    await page.getByRole('cell', { name: 'Ends soon' }).waitFor();
    await keepPicture(page, 'admin-ending');
  });

  it('forbids that people run searches with their own account', async () => {
    await control.connect('admin');
    await search();
    const page = await openPage();
    const answered = page.waitForResponse(
      (response) => response.request().postData()?.includes('allowPersonRuns') ?? false,
    );
    await page.getByLabel('People may run queries with their own account').press(' ');
    await answered;
    await page.getByText('Off: a query without a result waits for a token.').waitFor();
    const connect = await shared.session.openAs('admin', '/settings/apps/connect');
    await connect.getByText('A Jira admin doesn’t allow').waitFor();
    expect(await connect.getByRole('button', { name: 'Run with my account' }).count()).toBe(0);
  });

  it('is led to the screens of Jira where a step is done', async () => {
    const page = await openPage();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open custom fields' }).click();
    await (await opened).getByRole('heading', { level: 1, name: 'Custom fields' }).waitFor();
  });

  it('is a Jira admin: others do not see the page, and are refused by its functions', async () => {
    const page = await shared.session.openAs('member', '/settings/apps/admin');
    await page.getByText("You don't have permission to see this").waitFor();
    const call = { account: 'member', moduleKey: 'admin', extension: {} } as const;
    for (const functionKey of ['facts', 'removeToken', 'startRefresh', 'health']) {
      expect(await control.invoke({ ...call, functionKey, payload: {} })).toMatchObject({
        value: { kind: 'problem', code: 'NOT_ALLOWED' },
      });
    }
  });

  function openPage(): Promise<Page> {
    return shared.session.openAs('admin', '/settings/apps/admin');
  }

  /** What Jira answers to a search, whatever it is. */
  async function search(): Promise<string> {
    const request = { jql, fields: ['summary'] };
    const answer = control.jira('admin', 'POST', '/rest/api/3/search/jql', request);
    return JSON.stringify(await answer.catch((error: unknown) => String(error)));
  }
});

/** Fills with what the page is answered from now on. */
function bodiesOf(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
  return bodies;
}
