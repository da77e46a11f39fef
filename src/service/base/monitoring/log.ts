import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

export interface LogOptions {
  /** The least that is written. */
  readonly level: 'info' | 'error';
  /** Standard output if absent. */
  readonly destination?: DestinationStream;
}

/**
 * A log with one JSON object per line. Of a request, it has only the method, route, status and duration:
 * addresses, headers and bodies carry secrets.
 */
export function createLog({ level, destination }: LogOptions): Log {
  const options = { level, base: { service: 'workspace-data-service' }, redact };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What Fastify would write of a request and a reply by itself. */
const redact = { paths: ['req', 'res'], remove: true };
