import type { z } from 'zod';

/** Where every public path begins. */
export const publicPathPrefix = '/public/v1';

/**
 * One call of the public API as data: the client sends it, the service answers it, and both
 * check the same schemas.
 */
export interface Endpoint<
  PathParameters extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/public/v1`, with placeholders for path parameters: `/object/{id}`. */
  readonly path: string;
  readonly pathParameters: readonly PathParameters[];
  readonly query?: Query;
  readonly body?: Body;
  /** Absent where the reply has no body (204). */
  readonly reply?: Reply;
  /** False only for the workspace fetch, which carries no workspace header. */
  readonly needsWorkspace: boolean;
  /** True where sending the same call twice has the effect of sending it once. */
  readonly isRepeatable: boolean;
}

/** Returns the definition as it is, with its schema types inferred. */
export function endpoint<
  const PathParameters extends string = never,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
>(
  definition: Endpoint<PathParameters, Query, Body, Reply>,
): Endpoint<PathParameters, Query, Body, Reply> {
  return definition;
}
