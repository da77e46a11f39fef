import { execFile } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startDemoService } from '../support/demo-service';
import { duringTests } from '../support/during-tests';

const runNode = (words: string[]) => promisify(execFile)(process.execPath, words);
const service = duringTests(async () => {
  await runNode(['--import', 'tsx', 'scripts/build-client.ts']);
  return startDemoService();
});
const example = 'dist/client/example.mjs';

test('The example of the client’s package lists what is in repair', async () => {
  const { stdout } = await runNode([example, service.url]);
  expect(stdout).toMatch(/^\d+ in repair:\n(- .+\n)+$/);
});

test('The client’s package has all of its types, and its build writes nothing beside the sources', async () => {
  const { exports } = JSON.parse(await readFile('dist/client/package.json', 'utf8')) as {
    exports: { '.': { types: string } };
  };
  expect(await readFile(join('dist/client', exports['.'].types), 'utf8')).toContain('ServiceError');
  const declarations = (await readdir('src', { recursive: true })).filter((path) =>
    path.endsWith('.d.ts'),
  );
  expect(declarations).toEqual([]);
});

test('The example of the client’s package says that a token isn’t accepted', async () => {
  const run = runNode([example, service.url, 'no-such-token']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^unauthorized: /) as string,
  });
});
