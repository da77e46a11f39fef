import type * as z from 'zod';
import type { Invocation } from './invocation';
import type { Permissions } from './permissions';
import type { Policy } from './policies';
import { Problem } from './problem';

/** A function of the resolver: who may call it, from where, with what, and what it does. */
interface Definition<Payload extends z.ZodType> {
  readonly policy: Policy;
  /** Keys of the manifest's modules whose screens call it. */
  readonly modules: readonly string[];
  /** Strict, so that an id of an issue, a project or a field can never come from the browser. */
  readonly payload: Payload;
  readonly handle: (payload: z.output<Payload>, invocation: Invocation) => Promise<unknown>;
}

export interface SecuredFunction {
  /** @throws {Problem} NOT_ALLOWED or BAD_REQUEST, before anything is done */
  run(payload: unknown, invocation: Invocation, permissions: Permissions): Promise<unknown>;
}

/** The only way to make a function of the resolver: none exists without a policy and a schema. */
export function secured<Payload extends z.ZodType>(
  definition: Definition<Payload>,
): SecuredFunction {
  return {
    async run(payload, invocation, permissions) {
      if (!definition.modules.includes(invocation.moduleKey ?? ''))
        throw new Problem('NOT_ALLOWED');
      if (!(await definition.policy(invocation, permissions))) throw new Problem('NOT_ALLOWED');
      const checked = definition.payload.safeParse(payload);
      if (!checked.success) throw new Problem('BAD_REQUEST', undefined, { cause: checked.error });
      return definition.handle(checked.data, invocation);
    },
  };
}
