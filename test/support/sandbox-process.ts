import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleProgram } from './bundle-program';
import { bringKeptBuild, keepBuild } from './kept-build';
import { createDemoData } from './kept-demo-data';

/** A whole sandbox in a process of its own, on free ports. */
export interface SandboxProcess {
  trackerUrl: string;
  serviceUrl: string;
  /** Milliseconds from the start of the process to its ready line. */
  startedInMs: number;
  dataDirectory: string;
  /** Everything that it printed so far. */
  output(): string;
  /** Ends the process; its data directory goes with it unless `keepData`. */
  stop(options?: { keepData?: boolean }): Promise<void>;
}

interface SandboxOptions {
  /** A new one where absent, with what earlier starts made. */
  readonly dataDirectory?: string;
  /** What begins the sandbox; a bundle of its sources where absent, which takes the least work. */
  readonly nodeArguments?: readonly string[];
}

const readyLine = /^ready tracker=(\S+) service=(\S+)$/;

/** @throws {Error} with the output, where the process ends before it is ready. */
export async function startSandboxProcess({
  dataDirectory,
  nodeArguments,
}: SandboxOptions = {}): Promise<SandboxProcess> {
  const directory = dataDirectory ?? (await createDataDirectory());
  const program = nodeArguments ?? [await bundleProgram('src/sandbox/main.ts')];
  const startedAt = performance.now();
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...freePorts, DATA_DIR: directory, DEMO: 'small' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = collectOutput(child);
  const { trackerUrl, serviceUrl } = await waitUntilReady(child, printed);
  const startedInMs = performance.now() - startedAt;
  await keepBuild(directory);
  return {
    trackerUrl,
    serviceUrl,
    startedInMs,
    dataDirectory: directory,
    output: () => printed.join(''),
    stop: async ({ keepData = false } = {}) => {
      await stopProcess(child);
      if (!keepData) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** With what earlier starts made: the bundles and the demo data. */
async function createDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'workspace-objects-'));
  await bringKeptBuild(directory);
  const demoData = await createDemoData();
  await cp(demoData, join(directory, 'service'), { recursive: true });
  await rm(dirname(demoData), { recursive: true });
  return directory;
}

const freePorts = {
  TRACKER_PORT: '0',
  SERVICE_PORT: '0',
  PLATFORM_PORT: '0',
  CUSTOM_UI_PORT: '0',
};

function collectOutput(child: ChildProcess): string[] {
  const printed: string[] = [];
  const keep = (chunk: Buffer) => printed.push(chunk.toString());
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return printed;
}

function waitUntilReady(child: ChildProcess, printed: string[]) {
  return new Promise<{ trackerUrl: string; serviceUrl: string }>((resolve, reject) => {
    if (child.stdout === null) throw new Error('The sandbox has no output to read.');
    createInterface(child.stdout).on('line', (line) => {
      const [, trackerUrl, serviceUrl] = readyLine.exec(line) ?? [];
      if (trackerUrl !== undefined && serviceUrl !== undefined) resolve({ trackerUrl, serviceUrl });
    });
    child.once('exit', (code) => {
      reject(new Error(`The sandbox ended with ${String(code)}:\n${printed.join('')}`));
    });
  });
}

/** @throws {Error} where the signal did not end the process in order. */
async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`The sandbox ended with ${String(code)} on SIGTERM.`);
}
