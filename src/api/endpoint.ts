import type * as z from 'zod/mini';
import type { Permission } from './permission';

/** Where every public path begins. */
export const publicPathPrefix = '/public/v1';

/** Carries the id of the workspace that a call is about. */
export const workspaceHeader = 'wds-workspace-id';

/**
 * One call as data: the client sends it, the service answers it, and both check the same schemas. Their type is
 * zod's core one: comparing any schema with the methods of `z.ZodType` costs the compiler seconds in each of the
 * platform's bundles.
 */
export interface Endpoint<
  Path extends string = string,
  Query extends z.core.$ZodType = z.core.$ZodType,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Reply extends z.core.$ZodType = z.core.$ZodType,
> extends EndpointParts<Query, Body, Reply> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * Below the prefix of its API, which is `/public/v1` for the public one, with placeholders for path
   * parameters: `/object/{id}`.
   */
  readonly path: Path;
  /** What the caller's role in the workspace has to allow; null for a call without the workspace header. */
  readonly permission: Permission | null;
  readonly onlyReads: boolean;
}

interface EndpointParts<
  Query extends z.core.$ZodType,
  Body extends z.core.$ZodType,
  Reply extends z.core.$ZodType,
> {
  readonly query?: Query;
  readonly body?: Body;
  /** The media type of a body that is sent byte for byte; JSON if absent. */
  readonly bodyType?: string;
  /** Absent if the reply has no body (204). */
  readonly reply?: Reply;
  /**
   * True if the call only reads, so that it may be sent again when it is not known what became of the first: as a GET
   * does, if absent. (A deletion doesn't: sent again, it answers 404 for what it has done itself.)
   */
  readonly onlyReads?: boolean;
  /** True if an access token that may only read can make a call that does more than read. */
  readonly isOpenToReaders?: boolean;
  /**
   * True if the call is about one thing whose version an `ETag` names. Reads look at
   * `If-None-Match`, changes at `If-Match`.
   */
  readonly isVersioned?: boolean;
  /**
   * True if the caller can ask for addresses of thumbnails, with the header `Prefer: thumbnails`. A service that
   * doesn't know it passes over it.
   * @see RFC 7240
   */
  readonly givesThumbnails?: boolean;
}

/** The endpoint with its schema types inferred: `undefined` for a part it lacks. */
export function endpoint<
  const Path extends string,
  const Needed extends Permission | null,
  Query extends z.core.$ZodType = z.core.$ZodUndefined,
  Body extends z.core.$ZodType = z.core.$ZodUndefined,
  Reply extends z.core.$ZodType = z.core.$ZodUndefined,
>(
  method: Endpoint['method'],
  path: Path,
  permission: Needed,
  parts: EndpointParts<Query, Body, Reply> = {},
): Endpoint<Path, Query, Body, Reply> & { readonly permission: Needed } {
  return { method, path, permission, onlyReads: method === 'GET', ...parts };
}

export type PathParameter<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameter<Rest> : never;

export function pathParametersOf({ path }: Endpoint): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
