import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import {
  DatabaseBusy,
  DatabaseEnded,
  DatabaseUnavailable,
  StatementCancelled,
} from '../database/database';
import { UnusableDatabase } from '../database/embedded-database';

export type Log = Logger;

interface LogOptions {
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

/** The texts of these are the service's own. */
const ownFaults = [
  DatabaseBusy,
  DatabaseEnded,
  DatabaseUnavailable,
  StatementCancelled,
  UnusableDatabase,
];
const maximumCauses = 5;

/**
 * What a log says of a fault and of what caused it: name, code and where it happened. Of its text only what can't
 * repeat anything that people wrote: errors of the database and of parsers quote it.
 */
export function describeFault(error: unknown): { fault: string } {
  return { fault: listCauses(error).map(describeOne).join('\ncaused by ') };
}

function listCauses(error: unknown): unknown[] {
  const causes = [error];
  for (let last = error; last instanceof Error && last.cause !== undefined; last = last.cause) {
    if (causes.length === maximumCauses) break;
    causes.push(last.cause);
  }
  return causes;
}

function describeOne(error: unknown): string {
  if (!(error instanceof Error)) return `what was thrown is no error: ${typeof error}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const text = isSafe(error) ? `: ${error.message}` : '';
  return `${error.name}${code}${text}${framesOf(error)}`;
}

/** Those of the system name calls, addresses and files. */
function isSafe(error: Error): boolean {
  return ownFaults.some((own) => error instanceof own) || 'syscall' in error;
}

/** The stack begins with the text, which may have several lines. */
function framesOf({ stack = '', message }: Error): string {
  const end = stack.indexOf(message) + message.length;
  const firstFrame = stack.indexOf('\n    at ', Math.max(0, end));
  return firstFrame < 0 ? '' : stack.slice(firstFrame);
}
