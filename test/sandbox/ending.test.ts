import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bringKeptBuild } from '../support/kept-build';

const minuteMs = 60_000;

let directory: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-ending-'));
  await bringKeptBuild(directory);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** Runs the sandbox through the launcher until it prints a line that begins so, wherever. */
async function runUntil(beginning: string) {
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    env: {
      ...process.env,
      TRACKER_PORT: '0',
      SERVICE_PORT: '0',
      PLATFORM_PORT: '0',
      CUSTOM_UI_PORT: '0',
      DATA_DIR: directory,
      DEMO: 'small',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const lines: string[] = [];
  const progress: string[] = [];
  await new Promise<void>((resolve, reject) => {
    const follow = (stream: Readable, into: string[]) =>
      createInterface(stream).on('line', (line) => {
        into.push(line);
        if (line.startsWith(beginning)) resolve();
      });
    follow(child.stdout, lines);
    follow(child.stderr, progress);
    child.once('exit', () => {
      reject(new Error(`Ended after: ${[...lines, ...progress].join(' | ')}`));
    });
  });
  return { child, ended, lines, progress };
}

describe('A signal ends the sandbox in order', { timeout: 2 * minuteMs }, () => {
  test('while it starts, and it is never ready then', async () => {
    const { child, ended, lines } = await runUntil('Starting');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(lines.join()).not.toContain('ready ');
  });

  test('once it is ready, also where it arrives twice: from the terminal and through the launcher', async () => {
    const { child, ended, lines, progress } = await runUntil('ready ');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(progress).toContain('Loading the sandbox ...');
    expect(progress).toContain('Starting the database and the service ...');
    expect(lines.filter((line) => line.startsWith('ready tracker='))).toHaveLength(1);
    const [, address = ''] = /tracker=(\S+)/.exec(lines.join(' ')) ?? [];
    await expect(fetch(address)).rejects.toThrow();
  });
});
