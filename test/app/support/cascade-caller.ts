import type * as z from 'zod/mini';
import type { ResolverFunction } from '../../../src/app/replies/reply';
import {
  findAllowed,
  readCascade,
  searchLevel,
} from '../../../src/app/cascade-field/cascade-field-contract';
import { onIssue, type Fixture } from './resolver-fixture';

export type CascadeCaller = ReturnType<typeof callerOf>;

/** Calls the resolver as an editor of this configuration does; fails where a call is not answered. */
export function callerOf(fixture: Fixture, configuration: unknown) {
  async function ask<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
    { key, reply }: ResolverFunction<Payload, Value>,
    payload: z.input<Payload>,
  ): Promise<z.output<Value>> {
    const answer = await fixture.call(key, payload, {
      moduleKey: 'workspace-cascade',
      extension: { ...onIssue, configuration },
    });
    return reply.parse((answer as { value: unknown }).value);
  }
  return {
    field: () => ask(readCascade, {}),
    search: (payload: z.input<(typeof searchLevel)['payload']>) => ask(searchLevel, payload),
    allowed: (payload: z.input<(typeof findAllowed)['payload']>) => ask(findAllowed, payload),
  };
}
