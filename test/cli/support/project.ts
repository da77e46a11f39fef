import { expect } from 'vitest';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { productionConfiguration } from '../../../src/cli/configuration/configuration';
import type { Configuration } from '../../../src/cli/configuration/configuration';
import { saveConfiguration } from '../../../src/cli/configuration/configuration-file';
import { runShell } from '../../../src/cli/shell/program';
import { demoWorkspaceId } from '../../../src/service';
import type { Service } from '../../../src/service';

export type Files = Readonly<Record<string, string | Buffer>>;

/** A folder of its own that holds these files. */
export async function makeFolder(files: Files = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'wds-cli-')));
  await writeFiles(folder, files);
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** The configuration of someone who has saved the token of a demo account. */
export function configurationFor(service: Service, account = 'admin'): Configuration {
  const appPlatformUrl = service.platformUrl ?? '';
  return {
    ...productionConfiguration,
    serviceUrl: service.url,
    appPlatformUrl,
    token: `demo-${account}-token`,
    tokenOrigins: [service.url, appPlatformUrl],
    workspaceId: demoWorkspaceId('IT'),
  };
}

/** The configuration of someone whose token is for this app platform alone. */
export function platformAt(appPlatformUrl: string, token = 't'): Configuration {
  return { ...productionConfiguration, appPlatformUrl, token, tokenOrigins: [appPlatformUrl] };
}

export async function makeProject(
  configuration: Configuration,
  files: Files = {},
): Promise<string> {
  const folder = await makeFolder(files);
  await saveConfiguration(folder, configuration);
  return folder;
}

let keyCount = 0;
/** An app key that no other test of this process has. */
export const newKey = () => `com.example.cli-${process.pid}-${(keyCount += 1)}`;

export const manifestOf = (key: string, version = '1.0.0') =>
  `# kept as it is\r\napp:\r\n  key: ${key}\r\n  version: ${version}\r\n  name: Office map\r\n`;

export const website = {
  'build/index.html': '<!doctype html><title>Map</title>',
  'build/a/map.js': '1;',
};

/** What a project holds that can be deployed, but for what these files change. */
export const deployable = (files: Files = {}): Files => ({
  ...website,
  'manifest.yaml': manifestOf(newKey()),
  ...files,
});

interface RunOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

/** Runs a command line in this process. */
export async function run(folder: string, words: readonly string[], options: RunOptions = {}) {
  let out = '';
  let error = '';
  const exitCode = await runShell(words, {
    workingDirectory: folder,
    environment: options.environment ?? { PATH: process.env.PATH },
    signal: options.signal ?? new AbortController().signal,
    version: '0.0.0',
    isErrorTerminal: false,
    writeOut: (text) => (out += text),
    writeError: (text) => (error += text),
    runInteractive: () => Promise.resolve(0),
  });
  return { exitCode, out, error };
}

/** Expects of a command line how it ends, and what it says of that. */
export async function expectFailure(
  running: ReturnType<typeof run>,
  exitCode: number,
  said: RegExp,
): Promise<void> {
  const ended = await running;
  expect([ended.exitCode, ended.error]).toEqual([exitCode, expect.stringMatching(said)]);
}
