import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { demoWorkspaceId } from '../../src/service';
import { headersFor } from './geography-service';

/** What `server-process.ts` can be told to serve. */
export const serverKind = z.enum(['application', 'listener', 'bare']);
export type ServerKind = z.infer<typeof serverKind>;

/** A server in a process of its own. */
export interface OwnServer {
  readonly url: string;
  /** Imports all that is missing. */
  importAll(): Promise<void>;
  /** What its process takes now. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts a server in a process of its own, as servers run in production.
 * @param location the folder of an embedded database, or the address of one on a server
 */
export async function startServer(kind: ServerKind, location: string): Promise<OwnServer> {
  const child = fork(serverFile, [kind, location], {
    execArgv: ['--import', 'tsx'],
    // Its log goes nowhere, and is written all the same.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const ask = async (message: string) => {
    child.send(message);
    return nextMessage(child);
  };
  return {
    url: z.string().parse(await nextMessage(child)),
    importAll: async () => {
      await ask('import');
    },
    memoryMb: async () => z.number().parse(await ask('memory')) / 1e6,
    stop: async () => {
      child.disconnect();
      await ended;
    },
  };
}

const serverFile = fileURLToPath(new URL('server-process.ts', import.meta.url));

/** @throws Error where the process ends before it says anything */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  child.once('exit', onExit);
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown];
    return message;
  } finally {
    child.off('exit', onExit);
  }
}

const clientFile = fileURLToPath(new URL('load-client.mjs', import.meta.url));
const headers = {
  ...headersFor(demoWorkspaceId('Geography')),
  'content-type': 'application/json',
};

/** How many answers a server gives in a second over 16 connections. @throws where one isn't a success */
export async function answersPerSecond(request: {
  readonly url: string;
  /** Sent by POST; the address is read where absent. */
  readonly body?: string | undefined;
}): Promise<number> {
  const asked = { ...request, headers, connections: 16, durationMs: 1_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [
    clientFile,
    JSON.stringify(asked),
  ]);
  return Number(stdout);
}
