import type { IncomingMessage } from 'node:http';
import { DatabaseEnded } from '../database/database';

const leaseMs = 60_000;
const renewalMs = 15_000;
const maximumSilenceMs = 30_000;

/** Until when an upload has its address to itself, if no more of it arrives. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}

interface Upload {
  /** Takes the file and records that it's there. */
  readonly receive: () => Promise<void>;
  readonly renewLease: () => Promise<unknown>;
  readonly releaseLease: () => Promise<unknown>;
  /** Removes what arrived, if anything did. */
  readonly removeFile: () => Promise<void>;
}

/**
 * Receives a file whose lease was just taken. The lease is renewed while bytes arrive, so a crash or a dead
 * connection doesn't keep others waiting for long. A connection that falls silent is ended before its lease
 * is over: what it sent would take up room that nobody counts.
 * @throws whatever `receive` throws, once the file and the lease are gone as far as possible
 */
export async function receiveWithLease(
  request: Pick<IncomingMessage, 'socket' | 'complete'>,
  { receive, renewLease, releaseLease, removeFile }: Upload,
): Promise<void> {
  const { socket } = request;
  let { bytesRead } = socket;
  let silentMs = 0;
  const timer = setInterval(() => {
    silentMs = socket.bytesRead === bytesRead ? silentMs + renewalMs : 0;
    if (silentMs >= maximumSilenceMs && !request.complete) socket.destroy();
    if (silentMs > 0) return;
    ({ bytesRead } = socket);
    // The next one may succeed in time.
    renewLease().catch(() => undefined);
  }, renewalMs);
  try {
    await receive();
  } catch (error) {
    // Nobody knows whether the last statement was run: the file may be recorded.
    const isUnsure = error instanceof DatabaseEnded;
    await Promise.allSettled([releaseLease(), ...(isUnsure ? [] : [removeFile()])]);
    throw error;
  } finally {
    clearInterval(timer);
  }
}
