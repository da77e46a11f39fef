import * as z from 'zod/mini';

/** What may be said of the app's access token; never the token itself. */
export const adminTokenFacts = z.object({
  name: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  lastFour: z.string(),
  /** What it can do; undefined where nobody asked the service since that can be told. */
  access: z.optional(z.enum(['read', 'write'])),
  /** The names of the workspaces in which an administrator blocked it; undefined as in `access`. */
  blockedIn: z.optional(z.array(z.string())),
  /** Whether it can be used in any workspace; undefined as in `access`. */
  reachesAny: z.optional(z.boolean()),
  /** Milliseconds since the epoch, as `setAt`; null: it never expires. */
  expiresAt: z.nullable(z.number()),
  setAt: z.number(),
});
export type AdminTokenFacts = z.infer<typeof adminTokenFacts>;
