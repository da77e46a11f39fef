import type * as z from 'zod/mini';

/**
 * A function of the resolver as data: what the resolver checks and answers, and what a screen sends
 * and reads, by one definition.
 */
export interface ResolverFunction<
  Payload extends z.ZodMiniObject = z.ZodMiniObject,
  Value extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly key: string;
  /** Strict, so that an id of an issue, a project or a field can never come from the browser. */
  readonly payload: Payload;
  /** Of the value in the reply envelope. */
  readonly reply: Value;
}

export function resolverFunction<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  definition: ResolverFunction<Payload, Value>,
): ResolverFunction<Payload, Value> {
  return definition;
}
