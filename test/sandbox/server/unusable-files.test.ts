import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { jsonLinesRecordFile } from '../../../src/sandbox/state-files/record-file';
import { jsonStateFile } from '../../../src/sandbox/state-files/state-file';
import { createFixtureSandbox } from '../support/fixture-sandbox';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'unusable-files-'));
});
afterEach(() => rm(directory, { recursive: true }));

test.each([
  ['grants.json', 'Everyone has to connect their account again.'],
  ['app-storage.jsonl', 'save the access token again'],
  ['app-queue.json', "They won't be delivered."],
])('what is lost with %s is said, with the name of its copy', async (name, consequence) => {
  await writeFile(join(directory, name), '{"broken\n');
  const warnings: string[] = [];
  await createFixtureSandbox({
    files: {
      grants: jsonStateFile(join(directory, 'grants.json')),
      storage: jsonLinesRecordFile(join(directory, 'app-storage.jsonl')),
      queue: jsonStateFile(join(directory, 'app-queue.json')),
    },
    warn: (message) => warnings.push(message),
  });
  const copy = (await readdir(directory)).find((file) => file.startsWith(`${name}.unusable`)) ?? '';
  expect(await readFile(join(directory, copy), 'utf8')).toBe('{"broken\n');
  expect(warnings).toEqual([expect.stringContaining(join(directory, copy))]);
  expect(warnings[0]).toContain(consequence);
});
