import type * as z from 'zod/mini';
import { errorReply } from './error-reply';
import type { Invocation } from './invocation';
import type { Permissions, Policy } from './policies';
import { Problem } from '../replies/problem';
import type { Trouble, ResolverFunction } from '../replies/reply';

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
