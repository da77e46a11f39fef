import { ServiceError, type ServiceErrorCode } from '../../api/client';
import { Problem, problemReply, type ProblemCode } from '../replies/problem';
import type { Trouble } from '../replies/reply';
import { JiraError } from '../platform/platform';
import { StoreError } from '../platform/storage';

/**
 * Says to someone on the portal what an error means for them, and nothing of the field's
 * configuration, the service or Jira.
 */
export function portalErrorReply(error: unknown): Trouble {
  if (error instanceof Problem) return problemOnPortal(error);
  if (mayPass(error)) return problemReply('PORTAL_UNREACHABLE');
  return problemReply('PORTAL_CLOSED');
}

/** What may be told as it is. */
const toldAsItIs: readonly ProblemCode[] = ['BAD_REQUEST', 'PORTAL_LIMIT'];

function problemOnPortal({ code, detail }: Problem): Trouble {
  if (toldAsItIs.includes(code)) return problemReply(code, detail);
  if (code === 'NO_EMAIL') return problemReply('PORTAL_NO_EMAIL');
  // Its detail would name a level as the query does.
  if (code === 'LEVEL_WAITS') return problemReply('LEVEL_WAITS');
  const closed = problemReply('PORTAL_CLOSED');
  return code === 'NOT_ALLOWED' ? { ...closed, code } : closed;
}

const passing: readonly ServiceErrorCode[] = [
  'rateLimited',
  'unavailable',
  'timeout',
  'unexpectedReply',
  'aborted',
];

const refusals: readonly number[] = [400, 401, 403, 404];

function mayPass(error: unknown): boolean {
  if (error instanceof ServiceError) return passing.includes(error.code);
  if (error instanceof JiraError) return !refusals.includes(error.status ?? 0);
  return error instanceof StoreError;
}
