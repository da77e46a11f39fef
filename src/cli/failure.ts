import { ServiceError } from '../api/client';
import { printableLine } from './printable';

/** How the client ends, by what went wrong; documented in docs/command-line.md. */
export const exitCodes = {
  success: 0,
  unexpected: 1,
  /** The command line itself: an unknown command or option. */
  usage: 2,
  /** There is no token for this address, or the service doesn't accept it. */
  token: 3,
  /** The project or the configuration can't be used as it is. */
  project: 4,
  /** The service couldn't be reached, or failed. */
  unavailable: 5,
  /** The service refused what was asked. */
  refused: 6,
  /** Ctrl+C, as shells count it. */
  interrupted: 130,
} as const;

type FailureCode = Exclude<keyof typeof exitCodes, 'success'>;

/** What a person is told; the text says what happened and what to do, and holds no secret. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';

  constructor(
    readonly code: FailureCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The manifest, the build folder or the configuration can't be used as it is. */
export function projectFailure(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure('project', message, { cause });
}

/** Whether it is known that the service did nothing. */
export function isSettled({ code }: CommandFailure): boolean {
  return code === 'refused' || code === 'token';
}

export function interrupted(): CommandFailure {
  return new CommandFailure('interrupted', 'Canceled.');
}

/**
 * What a person is told if a call of the service fails; any other error stays as it is.
 * @param consequence a sentence on what it means here
 */
export function asCommandFailure(error: unknown, consequence?: string): unknown {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'aborted') return interrupted();
  const said = printableLine(error.message);
  const message = consequence === undefined ? said : `${said} ${consequence}`;
  return new CommandFailure('unavailable', message, { cause: error });
}

/** An unexpected error is named without its details, which may hold anything. */
export function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const name = error instanceof Error ? printableLine(error.name) : 'unknown';
  return new CommandFailure(
    'unexpected',
    `Something unexpected went wrong (${name}). Try again. If it keeps happening, report it.`,
    { cause: error },
  );
}

/** The `code` of an error of the system, such as ENOENT; empty for any other error. */
export function systemCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/** A disk error in words; the cause stays with the failure. */
export function describeSystemError(error: unknown): string {
  const code = systemCode(error);
  return systemErrors[code] ?? (code === '' ? 'it failed' : `it failed with ${code}`);
}

const systemErrors: Partial<Record<string, string>> = {
  ENOENT: 'it isn’t there',
  EACCES: 'you don’t have permission',
  EPERM: 'you don’t have permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it’s a folder',
  ENOTDIR: 'part of its path isn’t a folder',
  ELOOP: 'it’s a link',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
};
