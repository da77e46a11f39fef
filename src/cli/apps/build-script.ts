import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { CommandFailure, interrupted } from '../failure';
import { tokenVariable } from '../configuration/configuration';
import type { Surroundings } from './platform-client';

/**
 * Runs the project's build script. What it prints goes to the error stream, so that the output of
 * the command stays its own; the token isn't handed on to it.
 * @throws {CommandFailure} `project` if it fails or there is none
 */
export async function runBuildScript(
  { workingDirectory, environment }: Surroundings,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<void> {
  await assertBuildScript(workingDirectory);
  const build = spawn('npm', ['run', '--silent', 'build'], {
    cwd: workingDirectory,
    env: { ...environment, [tokenVariable]: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    signal,
  });
  for (const stream of [build.stdout, build.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => print(text));
  }
  const status = await new Promise<number | string>((resolve) => {
    build.on('error', (error) => resolve(error.message));
    build.on('close', (code, ended) => resolve(code ?? ended ?? 'unknown'));
  });
  if (signal.aborted) throw interrupted();
  if (status === 0) return;
  throw new CommandFailure(
    'project',
    `The build script failed (${status}), so nothing was deployed. Run npm run build to see why.`,
  );
}

const packageFile = z.looseObject({ scripts: z.optional(z.looseObject({})) });

/** npm itself says nothing that helps; what can't be read here is left to it. */
async function assertBuildScript(workingDirectory: string): Promise<void> {
  const path = join(workingDirectory, 'package.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined && dirname(workingDirectory) !== workingDirectory) {
    return assertBuildScript(dirname(workingDirectory));
  }
  const problem =
    text === undefined
      ? 'There’s no package.json here'
      : hasNoBuildScript(text) && `${path} has no “build” script`;
  if (problem === false) return;
  throw new CommandFailure(
    'project',
    `${problem}, so --build has nothing to run and nothing was deployed. Add a “build” script to package.json, or build the app yourself and deploy without --build.`,
  );
}

function hasNoBuildScript(text: string): boolean {
  try {
    const { success, data } = packageFile.safeParse(JSON.parse(text));
    return success && typeof data.scripts?.['build'] !== 'string';
  } catch {
    return false;
  }
}
