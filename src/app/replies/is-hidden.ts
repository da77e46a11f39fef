import { ServiceError } from '../../api/client';

/** The service answers 404 for what the caller may not open, as for what isn't there. */
export function isHidden(error: unknown): boolean {
  return error instanceof ServiceError && ['forbidden', 'notFound'].includes(error.code);
}
