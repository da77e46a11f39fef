import Resolver from '@forge/resolver';
import * as z from 'zod/mini';
import { errorReply } from './error-reply';
import { findInvocation, type Invocation } from './invocation';
import type { FailureLog } from '../replies/failure-log';
import type { Permissions, Policy } from './policies';
import { Problem } from '../replies/problem';
import type { Reply, Trouble, ResolverFunction } from '../replies/reply';

interface Callers {
  readonly policy: Policy;
  /** Keys of the manifest's modules whose screens call them. */
  readonly modules: readonly string[];
  /** What an error means to those who call; as everywhere where it is left out. */
  readonly explain?: (error: unknown) => Trouble;
}

export interface SecuredFunction {
  readonly key: string;
  /** @throws {Problem} NOT_ALLOWED or BAD_REQUEST, before anything is done */
  run(payload: unknown, invocation: Invocation, permissions: Permissions): Promise<unknown>;
  readonly explain: (error: unknown) => Trouble;
}

/** The only way to make a function of the resolver: none exists without a policy and a schema. */
export function secured<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  { key, payload: schema }: ResolverFunction<Payload, Value>,
  { policy, modules, explain = errorReply }: Callers,
  handle: (payload: z.output<Payload>, invocation: Invocation) => Promise<z.input<Value>>,
): SecuredFunction {
  return {
    key,
    explain,
    async run(payload, invocation, permissions) {
      if (!modules.includes(invocation.moduleKey ?? '')) throw new Problem('NOT_ALLOWED');
      if (!(await policy(invocation, permissions))) throw new Problem('NOT_ALLOWED');
      const checked = schema.safeParse(payload);
      if (!checked.success) throw new Problem('BAD_REQUEST', undefined, { cause: checked.error });
      return handle(checked.data, invocation);
    },
  };
}

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
