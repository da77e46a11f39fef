import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bundleProgram } from './bundle-program';

export interface ServiceProcess {
  /** Where it listens, whatever its public address is. */
  readonly url: string;
  readonly process: ChildProcess;
  /** What it has logged so far, one object for each line. */
  readonly log: readonly Record<string, unknown>[];
  /** Ends it in order. */
  stop(): Promise<void>;
  /** Ends it at once, whatever it does. */
  kill(): Promise<void>;
}

/**
 * Starts the service as `npm run service` does, on a free port.
 * @param program a path of JavaScript; that of the sources if absent
 * @throws what it printed where it ends instead
 */
export async function startServiceProcess(
  environment: Readonly<Record<string, string>>,
  program?: string,
): Promise<ServiceProcess> {
  const path = program ?? (await bundleProgram('src/service/run/main.ts'));
  const child = spawn(process.execPath, [path], {
    // Not what the runner sets for itself, such as BASE_URL.
    env: { PATH: process.env['PATH'], PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const log: Record<string, unknown>[] = [];
  return {
    url: await readUrl(child, log),
    log,
    process: child,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

async function readUrl(
  child: ChildProcess & { stdout: NodeJS.ReadableStream | null },
  log: Record<string, unknown>[],
) {
  if (child.stdout === null || child.stderr === null) throw new Error('It has no output.');
  const complaints: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      log.push(entry);
      const { msg, port } = entry;
      if (msg === 'ready' && typeof port === 'number') resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', () => reject(new Error(complaints.join(''))));
  });
  return url;
}
