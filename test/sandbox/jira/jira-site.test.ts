import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../../../src/sandbox/rest/jira-site';
import { jsonStateFile } from '../../../src/sandbox/state-files/state-file';
import { assetField, callAs, openJira } from '../support/jira';
import { memoryRecordFile, memoryStateFile } from '../support/memory-files';

let directory: string;
let path: string;
let warnings: string[];
const open = () =>
  openJira({ file: jsonStateFile(path), warn: (message) => warnings.push(message) });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'jira-site-'));
  path = join(directory, 'jira.json');
  warnings = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('A site', () => {
  test('remembers a change as soon as it is answered', async () => {
    const fields = { summary: 'Changed' };
    await callAs(await open(), 'admin')('PUT', '/issue/DEMO-1', { fields });
    expect(await callAs(await open(), 'admin')('GET', '/issue/DEMO-1')).toMatchObject({
      body: { fields },
    });
    expect(warnings).toEqual([]);
  });

  test('keeps nothing of a call that fails on a full disk, and goes on once there is room', async () => {
    const file = memoryStateFile();
    let isFull = false;
    const site = await openJira({
      file: {
        ...file,
        write: (state) => (isFull ? Promise.reject(new Error('ENOSPC')) : file.write(state)),
      },
    });
    const call = callAs(site, 'admin');
    const before = structuredClone(site.model.state);
    isFull = true;
    const failing = ['Lost', 'Lost too'].map((summary) =>
      call('PUT', '/issue/DEMO-1', { fields: { summary } }),
    );
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    expect(site.model.state).toEqual(before);
    isFull = false;
    const fields = { [assetField]: null };
    expect(await call('PUT', '/issue/DEMO-1', { fields })).toMatchObject({ status: 204 });
    const { body } = await callAs(await openJira({ file }), 'admin')('GET', '/issue/DEMO-1');
    const [summary] = before.issues.filter(({ key }) => key === 'DEMO-1').map((one) => one.summary);
    expect(body).toMatchObject({ fields: { ...fields, summary } });
  });

  test('comes back to the demo state by a reset, with the same ids', async () => {
    const site = await open();
    const before = structuredClone(site.model.state);
    const call = callAs(site, 'admin');
    await call('PUT', '/issue/DEMO-1', { fields: { [assetField]: null } });
    await call('DELETE', `/field/${assetField}/context/10150`);
    await site.reset();
    expect(site.model.state).toEqual(before);
  });

  test.each([
    ['cut', '{"version": 1, "issues": ['],
    ['of another shape', '{"version": 2}'],
    ['of an earlier version', '{"version": 1, "issues": [], "fields": []}'],
    ['empty', ''],
  ])('sets a snapshot aside that is %s, says so, and starts with the demo', async (_, text) => {
    await writeFile(path, text);
    const site = await open();
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`set aside .* delete the folder ${directory}\\.$`)),
    ]);
    expect(site.model.state.issues.length).toBeGreaterThan(20);
    const aside = (await readdir(directory)).find((name) => name.includes('unusable')) ?? '';
    expect(await readFile(join(directory, aside), 'utf8')).toBe(text);
  });

  test('sets results of functions aside that cannot be used, says so, and keeps the rest', async () => {
    await (await open()).save();
    const precomputationFile = memoryRecordFile();
    await precomputationFile.write(new Map([['id', { result: 'lost' }]]));
    const site = await openJira({
      file: jsonStateFile(path),
      precomputationFile,
      warn: (message) => warnings.push(message),
    });
    expect(warnings).toEqual([expect.stringContaining('results of JQL functions')]);
    expect(site.precomputations.entries).toEqual([]);
    expect(await readdir(directory)).toEqual(['jira.json']);
  });

  test('refuses loudly what it does not model', async () => {
    expect(await callAs(await open(), 'admin')('GET', '/dashboard')).toEqual({
      status: 501,
      body: {
        errorMessages: ['The sandbox does not model GET /rest/api/3/dashboard.'],
        errors: {},
      },
    });
  });

  test('answers a malformed path with a refusal', async () => {
    expect(await callAs(await open(), 'admin')('GET', '/issue/%E0%A4%A')).toMatchObject({
      status: 400,
    });
  });

  test('has no route that hides another', () => {
    const shapes = routes.map(
      ({ method, path: route }) => `${method} ${route.replace(/\{\w+\}/g, '*')}`,
    );
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});
