import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod';
import { launchBrowser } from '../support/browser';
import { createDemoLaptop } from '../support/demo-service';
import { SandboxControl } from '../support/sandbox-control';
import { startSandboxProcess, type SandboxProcess } from '../support/sandbox-process';
import { atMost, beside, type Row } from './row';
import { timeMs } from './timing';

const issueKey = 'DEMO-9';
const npmStart = ['--import', 'tsx', 'src/sandbox/main.ts'];
const typedWord = 'thinkpad';

/** A running sandbox whose admin is connected, and a browser to use it. */
export interface MeasuredSandbox extends SandboxProcess {
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function startMeasuredSandbox(): Promise<MeasuredSandbox> {
  const sandbox = await startSandboxProcess({ nodeArguments: npmStart });
  await new SandboxControl(sandbox).connect('admin');
  const browser = await launchBrowser();
  return {
    ...{ ...sandbox, browser },
    close: async () => {
      await browser.close();
      await sandbox.stop();
    },
  };
}

export async function measureStart(): Promise<Row[]> {
  const first = await startSandboxProcess({ nodeArguments: npmStart });
  await first.stop({ keepData: true });
  const { dataDirectory } = first;
  const openingMs = await openDatabaseMs(join(dataDirectory, 'service'));
  const second = await startSandboxProcess({ dataDirectory, nodeArguments: npmStart });
  await second.stop();
  const name = 'npm start on a second run, beside opening its database alone';
  return [beside(name, second.startedInMs, openingMs, 3)];
}

/** In a process of its own, which begins as the sandbox's. */
function openDatabaseMs(dataDirectory: string): Promise<number> {
  const script = `
    const { openDatabase } = await import('./src/service/base/database/open-database.ts');
    await (await openDatabase(${JSON.stringify(dataDirectory)})).close();`;
  const nodeArguments = ['--import', 'tsx', '--input-type=module', '-e', script];
  return timeMs(() => promisify(execFile)(process.execPath, nodeArguments));
}

/** The calls that a work item with 100 objects costs. */
export async function measureManyObjects({
  trackerUrl,
  serviceUrl,
}: MeasuredSandbox): Promise<Row[]> {
  const control = new SandboxControl({ trackerUrl });
  const objectIds = await createLaptops(serviceUrl, 100);
  const issue = z
    .object({ id: z.string(), key: z.string() })
    .parse(await control.jira('admin', 'GET', `/rest/api/3/issue/${issueKey}`));
  const view = async () => {
    await control.clearCalls();
    await control.invoke({
      account: 'admin',
      moduleKey: 'workspace-object',
      functionKey: 'view',
      payload: { objectIds },
      extension: { fieldId: 'customfield_10050', entryPoint: 'view', issue },
    });
    const calls = await control.calls();
    const count = (target: string) => calls.filter((call) => call.target === target).length;
    return { service: count('service'), jira: count('jira') };
  };
  // What functions remember, they forget within a minute.
  await control.advanceClock('2m');
  const cold = await view();
  const warm = await view();
  return [
    atMost('issue with 100 objects: service calls', cold.service, 'calls', 1),
    atMost('issue with 100 objects: Jira calls, cold', cold.jira, 'calls', 2),
    atMost('issue with 100 objects: Jira calls, warm', warm.jira, 'calls', 0),
  ];
}

async function createLaptops(serviceUrl: string, count: number): Promise<string[]> {
  const created = Array.from({ length: count }, (_, index) =>
    createDemoLaptop({ url: serviceUrl }, { Name: [`Measured laptop ${index}`] }),
  );
  return (await Promise.all(created)).map(({ id }) => id);
}

/** The calls that opening a dialog and typing into a picker cost. */
export async function measureTyping({ trackerUrl, browser }: MeasuredSandbox): Promise<Row[]> {
  const control = new SandboxControl({ trackerUrl });
  const page = await browser.newPage();
  await page.goto(`${trackerUrl}/projects/DEMO`);
  const rows = [
    atMost('create dialog before focus: service calls', await opened(page, control), 'calls', 0),
    atMost('8 letters, 120 ms apart: service calls', await typed(page, control, 120), 'calls', 2),
    atMost('8 letters, 400 ms apart: service calls', await typed(page, control, 400), 'calls', 8),
  ];
  await page.close();
  return rows;
}

/** Service calls of opening the create dialog and waiting until nothing is loading any more. */
async function opened(page: Page, control: SandboxControl): Promise<number> {
  await control.clearCalls();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('group', { name: 'Asset' }).getByRole('combobox').waitFor();
  await page.waitForLoadState('networkidle');
  return countServiceCalls(control);
}

/** Service calls of typing a word into a new editor, until its objects are offered. */
async function typed(page: Page, control: SandboxControl, delayMs: number): Promise<number> {
  await page.goto(new URL(`/browse/${issueKey}`, page.url()).href);
  await page.getByRole('button', { name: 'Edit Asset' }).click();
  const picker = page.getByRole('group', { name: 'Asset' }).getByRole('combobox');
  await picker.click();
  await page.getByRole('option').first().waitFor();
  await control.clearCalls();
  await picker.pressSequentially(typedWord, { delay: delayMs });
  const others = page.getByRole('option').filter({ hasNotText: 'ThinkPad' });
  await others.first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  return countServiceCalls(control);
}

async function countServiceCalls(control: SandboxControl): Promise<number> {
  return (await control.calls()).filter(({ target }) => target === 'service').length;
}
