import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { FunctionOutcome } from '../../src/sandbox/jql/app-functions';
import { overflowOf } from '../support/accessibility';
import type { SandboxPages } from './sandbox-pages';

const call = 'issue in workspaceObjects("Status = \\"In repair\\"", "Asset")';
const functionKey = 'ari:cloud:ecosystem::extension/app/env/static/workspace-objects';

/** Search by JQL where a query calls the app's function. */
export function describeSearchScreen({ server, visit }: SandboxPages): void {
  function answer(evaluate: () => FunctionOutcome | Promise<FunctionOutcome>) {
    const query = { name: 'query', required: true };
    const field = { name: 'field', required: true };
    const declared = { name: 'workspaceObjects', arguments: [query, field], types: ['issue'] };
    server().sandbox.jira.functions.add(
      [{ ...declared, functionKey, operators: ['in', 'not in'] }],
      async () => evaluate(),
    );
  }

  const input = (page: Page) => page.getByRole('textbox', { name: 'JQL query' });

  describe("the search with an app's function", () => {
    test('searches at an address that others can open', async () => {
      answer(() => ({ jql: 'key in (DEMO-1, DEMO-2)' }));
      const page = await visit('/issues?columns=issuekey,summary');
      await input(page).fill(`project = DEMO and ${call} order by key`);
      await page.keyboard.press('Enter');
      await page.getByText('2 work items').waitFor();
      await page.waitForURL(/workspaceObjects/);
      await page.goto(page.url());
      await page.getByText('2 work items').waitFor();
      expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Key', 'Summary']);
    });

    test('pages through what the function finds', async () => {
      answer(() => ({ jql: 'project in (DEMO, HELP)' }));
      const { model } = server().sandbox.jira;
      const [issue] = model.state.issues;
      for (let number = 100; issue && number < 140; number += 1) {
        model.state.issues.push({ ...issue, id: String(30_000 + number), key: `DEMO-${number}` });
      }
      const page = await visit(`/issues?jql=${encodeURIComponent(call)}`);
      await page.getByText(/^50 of \d+ work items$/).waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText(/^6\d work items$/).waitFor();
    });

    test('says below the query what the function says, however long, and keeps the query', async () => {
      const said = `Ask a Jira admin for an access token. ${'"MacBook<b>Pro" '.repeat(40).trim()}`;
      answer(() => ({ error: said }));
      const page = await visit(`/issues?jql=${encodeURIComponent(call)}`);
      await page.getByRole('alert').getByText(said).waitFor();
      expect(await input(page).inputValue()).toBe(call);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflowOf(page)).toBe(0);
    });

    test('shows that it waits for the app, and lets people search for something else meanwhile', async () => {
      answer(() => new Promise(() => undefined));
      const page = await visit(`/issues?jql=${encodeURIComponent(call)}`);
      await page.getByText('Searching...').waitFor();
      await input(page).fill('key = DEMO-1');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('1 work item', { exact: true }).waitFor();
      expect(await page.getByText('Searching...').count()).toBe(0);
    });

    test('shows that it asks again, for a query that was refused', async () => {
      let outcome: FunctionOutcome | Promise<FunctionOutcome> = { error: 'Not yet.' };
      answer(() => outcome);
      const page = await visit(`/issues?jql=${encodeURIComponent(call)}`);
      await page.getByText('Not yet.').waitFor();
      outcome = new Promise(() => undefined);
      answer(() => outcome);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('Searching...').waitFor();
    });
  });
}
