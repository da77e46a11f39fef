import { NeedsAuthenticationError } from '@forge/api';

/** True for the error that makes the host ask the person for consent. */
export function isPlatformPrompt(error: unknown): boolean {
  return (
    error instanceof NeedsAuthenticationError ||
    (error instanceof Error && error.name === 'NEEDS_AUTHENTICATION_ERR')
  );
}
