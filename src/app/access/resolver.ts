import Resolver from '@forge/resolver';
import * as z from 'zod/mini';
import { errorReply } from './error-reply';
import { findInvocation } from './invocation';
import type { FailureLog } from '../replies/failure-log';
import type { Permissions } from './policies';
import { Problem } from '../replies/problem';
import type { Reply, Trouble } from '../replies/reply';
import type { SecuredFunction } from './secured';

interface ResolverOptions {
  readonly functions: readonly SecuredFunction[];
  readonly permissions: Permissions;
  /** True for the platform's own request for consent, which has to reach the platform. */
  readonly isPlatformPrompt: (error: unknown) => boolean;
  readonly log: FailureLog;
}

const call = z.object({ call: z.object({ functionKey: z.string() }) });

/**
 * Builds the handler that the manifest names: it answers with the reply envelope and throws only
 * what the platform has to see.
 */
export function createResolver(options: ResolverOptions) {
  const resolver = new Resolver();
  for (const secured of options.functions) {
    resolver.define(secured.key, (request) => answer(secured, request, options));
  }
  const keys = new Set(options.functions.map(({ key }) => key));
  const handle = resolver.getDefinitions();

  // The package looks keys up with `in`, so `constructor` would be found: our own look comes first.
  return async (...request: Parameters<typeof handle>): Promise<unknown> => {
    const functionKey = call.safeParse(request[0]).data?.call.functionKey;
    if (functionKey === undefined || !keys.has(functionKey)) {
      const unknown = { key: 'unknown', explain: errorReply };
      return refuse(unknown, new Problem('BAD_REQUEST'), options.log);
    }
    return handle(...request);
  };
}

async function answer(
  secured: SecuredFunction,
  request: { payload: unknown; context: unknown },
  { permissions, isPlatformPrompt, log }: ResolverOptions,
): Promise<Reply<unknown>> {
  try {
    const invocation = findInvocation(request.context);
    if (!invocation) throw new Problem('BAD_REQUEST');
    return { kind: 'ok', value: await secured.run(request.payload, invocation, permissions) };
  } catch (error) {
    if (isPlatformPrompt(error)) throw error;
    return refuse(secured, error, log);
  }
}

/**
 * Logs nothing for a person who has to connect first: that happens every day.
 * @param key one of ours, never what a caller made up
 */
function refuse(
  { key, explain }: Pick<SecuredFunction, 'key' | 'explain'>,
  error: unknown,
  log: FailureLog,
): Trouble {
  const reply = explain(error);
  if (reply.kind === 'problem') log({ functionKey: key, code: reply.code }, error);
  return reply;
}
