import { spawn } from 'node:child_process';
import { CommandFailure, interrupted } from '../failure';
import { tokenVariable } from '../configuration/configuration';
import type { Surroundings } from './open-platform';

/**
 * Runs the project's build script. What it prints goes to the error stream, so that the output of
 * the command stays its own; the token isn't handed on to it.
 * @throws {CommandFailure} `project` if it fails
 */
export async function runBuildScript(
  { workingDirectory, environment }: Surroundings,
  signal: AbortSignal,
  print: (text: string) => void,
): Promise<void> {
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
