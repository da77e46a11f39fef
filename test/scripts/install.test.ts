import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const lock = {
  '': { name: 'project' },
  'node_modules/needed': { version: '1.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};
const needed = { 'node_modules/needed': { version: '1.0.0' } };

/** Whether `npm ci` runs where npm left this behind. */
function installs(left: object | undefined): boolean {
  const directory = mkdtempSync(join(tmpdir(), 'install-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const write = (name: string, packages: object) =>
    writeFileSync(join(directory, name), JSON.stringify({ packages }));
  write('package-lock.json', lock);
  mkdirSync(join(directory, 'node_modules'));
  if (left) write('node_modules/.package-lock.json', left);
  writeFileSync(join(directory, 'npm'), '#!/bin/sh\n', { mode: 0o755 });
  const script = JSON.stringify(resolve('scripts/install.mjs'));
  const code = `import { installMissingPackages } from ${script}; installMissingPackages();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: directory,
    env: { ...process.env, PATH: directory },
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  return stderr.includes('Installing packages');
}

test('installs nothing where npm has installed what the lock file names', () => {
  expect(installs(needed)).toBe(false);
});

test.each([
  ['nothing was installed, or not to its end', undefined],
  ['a package is missing', {}],
  ['a package is of another version', { 'node_modules/needed': { version: '0.9.0' } }],
])('installs where %s', (_, left) => {
  expect(installs(left)).toBe(true);
});
