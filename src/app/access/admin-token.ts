import * as z from 'zod/mini';

/** What may be said of the app's access token; never the token itself. */
export const adminTokenFacts = z.object({
  name: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  lastFour: z.string(),
  /** Milliseconds since the epoch, as `setAt`; null: it never expires. */
  expiresAt: z.nullable(z.number()),
  setAt: z.number(),
});
export type AdminTokenFacts = z.infer<typeof adminTokenFacts>;

/** The access token that the JQL function and its refresh search the service with. */
export interface AdminToken {
  /** The token itself: only for what calls the service. @throws {StoreError} */
  find(): Promise<string | undefined>;
  /** Undefined where there is no token. @throws {StoreError} */
  describe(): Promise<AdminTokenFacts | undefined>;
  /**
   * Asks the service whose token it is, then keeps it; nothing is stored where that fails.
   * @throws {Problem} TOKEN_UNUSABLE, TOKEN_REFUSED
   * @throws {ServiceError} where the service does not answer
   */
  save(token: string): Promise<AdminTokenFacts>;
  /**
   * Asks the service again with the stored token.
   * @throws {Problem} TOKEN_MISSING; TOKEN_REFUSED: expired or revoked
   * @throws {ServiceError} where the service does not answer
   */
  test(): Promise<AdminTokenFacts>;
  remove(): Promise<void>;
}
