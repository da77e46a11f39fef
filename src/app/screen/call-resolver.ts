import { invoke } from '@forge/bridge';
import type * as z from 'zod/mini';
import { parseReply, type Reply } from '../replies/reply';
import type { ResolverFunction } from '../access/resolver-function';
import { screenProblem } from '../replies/screen-problem';

/**
 * Calls a function of the resolver from a screen. Never rejects: a call that fails on its way, and
 * an answer of another shape, come back as a problem.
 */
export async function callResolver<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  { key, reply }: ResolverFunction<Payload, Value>,
  payload: z.input<Payload>,
): Promise<Reply<z.output<Value>>> {
  try {
    const answer: unknown = await invoke(key, payload);
    return parseReply(answer, reply) ?? screenProblem('UNEXPECTED');
  } catch {
    return screenProblem('APP_UNREACHABLE');
  }
}
