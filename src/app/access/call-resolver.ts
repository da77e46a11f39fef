import { invoke } from '@forge/bridge';
import type * as z from 'zod/mini';
import { problemReply } from './problem-reply';
import { parseReply, type Reply } from './reply';

/**
 * Calls a function of the resolver from a screen. Never rejects: a call that fails on its way, and
 * an answer of another shape, come back as a problem.
 */
export async function callResolver<Value extends z.ZodMiniType>(
  functionKey: string,
  payload: Record<string, unknown>,
  value: Value,
): Promise<Reply<z.output<Value>>> {
  try {
    const answer: unknown = await invoke(functionKey, payload);
    return parseReply(answer, value) ?? problemReply('UNEXPECTED');
  } catch {
    return problemReply('APP_UNREACHABLE');
  }
}
