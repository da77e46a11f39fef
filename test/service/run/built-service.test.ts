import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { startServiceProcess } from '../../support/service-process';
import { duringTests } from '../../support/during-tests';

const folder = 'dist/service';
const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
const dependencies = z.optional(z.record(z.string(), z.string()));
const lock = z.object({
  packages: z.record(z.string(), z.object({ dependencies, version: z.string() })),
});

const built = duringTests(async () => {
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/build-service.ts']);
  const data = await mkdtemp(join(tmpdir(), 'built-service-'));
  const service = await startServiceProcess({ DATA_DIR: data }, `${folder}/service.mjs`);
  return {
    url: service.url,
    log: service.log,
    data,
    close: async () => {
      await service.stop();
      await rm(data, { recursive: true });
    },
  };
});

test.each(['/health', '/openapi/viewer.js', '/openapi/swagger-ui.css', '/openapi/openapi.json'])(
  'The built service answers with the files beside it: %s',
  async (path) => {
    expect((await fetch(built.url + path)).status).toBe(200);
  },
);

test('The built service says as it starts which data it has, and what to do first', async () => {
  const { version } = z.object({ version: z.string() }).parse(await readJson('package.json'));
  const find = (text: RegExp) => built.log.find(({ msg }) => text.test(String(msg)));
  expect(find(/^ready$/)).toMatchObject({
    ...{ version, engine: 'embedded', folder: built.data, people: 0, workspaces: 0 },
  });
  await vi.waitFor(() =>
    expect(find(/^No workspace has an administrator yet.* create-administrator /)).toBeDefined(),
  );
});

test('The built service opens the sign-in page', async () => {
  const response = await fetch(`${built.url}/account/tokens`);
  expect([response.status, await response.text()]).toEqual([
    200,
    expect.stringContaining('Sign in'),
  ]);
});

test('The lock of the built service has every package that another one needs, in the versions of the repository', async () => {
  const { packages } = lock.parse(await readJson(`${folder}/package-lock.json`));
  const repository = z
    .object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) })
    .parse(await readJson('package-lock.json'));
  const names = new Set(Object.keys(packages).map((place) => place.split('node_modules/').at(-1)));
  expect(Object.keys(packages).length).toBeLessThan(200);
  for (const [place, locked] of Object.entries(packages)) {
    for (const name of Object.keys(locked.dependencies ?? {})) expect(names).toContain(name);
    if (place !== '') expect(locked.version).toBe(repository.packages[place]?.version);
  }
});
