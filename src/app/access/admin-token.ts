import * as z from 'zod/mini';
import { ServiceError, type Client } from '../../api/client';
import type { KeyValueStore, SecretStore } from '../platform/storage';
import { adminTokenFacts, type AdminTokenFacts } from './admin-token-facts';
import { Problem } from './problem';

interface Dependencies {
  readonly secrets: SecretStore;
  readonly store: KeyValueStore;
  readonly clientOf: (token: string) => Client;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The access token that the JQL function and its refresh search the service with. */
export interface AdminToken {
  /** The token itself: only for what calls the service. @throws {StoreError} */
  find(): Promise<string | undefined>;
  /** Undefined where there is no token. @throws {StoreError} */
  describe(): Promise<AdminTokenFacts | undefined>;
  /**
   * Asks the service whose token it is, then keeps it; nothing is stored where that fails.
   * @throws {Problem} TOKEN_UNUSABLE: nothing was sent; TOKEN_REFUSED: the service knows no such token
   * @throws {ServiceError} where the service does not answer
   */
  save(token: string): Promise<AdminTokenFacts>;
  /**
   * Asks the service again with the stored token.
   * @throws {Problem} TOKEN_MISSING; TOKEN_REFUSED: expired or revoked
   * @throws {ServiceError} where the service does not answer
   */
  test(): Promise<AdminTokenFacts>;
  /** @throws {StoreError} */
  remove(): Promise<void>;
}

/** Names both the secret and the facts. */
export const adminTokenKey = 'admin-token';

export function createAdminToken({ secrets, store, clientOf, now }: Dependencies): AdminToken {
  const find = async () => z.string().safeParse(await secrets.find(adminTokenKey)).data;
  const describe = async () => adminTokenFacts.safeParse(await store.find(adminTokenKey)).data;

  return {
    find,
    describe,
    async save(token) {
      if (!isSendable(token)) throw new Problem('TOKEN_UNUSABLE');
      const facts = await askAbout(clientOf(token), now());
      await secrets.set(adminTokenKey, token);
      await store.set(adminTokenKey, facts);
      return facts;
    },
    async test() {
      const token = await find();
      if (token === undefined) throw new Problem('TOKEN_MISSING');
      const known = await describe();
      const facts = await askAbout(clientOf(token), known?.setAt ?? now());
      await store.set(adminTokenKey, facts);
      return facts;
    },
    async remove() {
      await secrets.delete(adminTokenKey);
      await store.delete(adminTokenKey);
    },
  };
}

/** What can be a token: visible characters of ASCII, the only ones that a header carries as they are. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(token);
}

async function askAbout(client: Client, setAt: number): Promise<AdminTokenFacts> {
  try {
    const [token, owner] = await Promise.all([client.tokens.current(), client.users.current()]);
    return {
      name: token.name,
      ownerName: owner.name,
      ownerEmail: owner.email,
      lastFour: token.lastFour,
      expiresAt: token.expiresAt === null ? null : Date.parse(token.expiresAt),
      setAt,
    };
  } catch (cause) {
    if (isRefusal(cause)) throw new Problem('TOKEN_REFUSED', undefined, { cause });
    throw cause;
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ServiceError && ['unauthorized', 'forbidden', 'notFound'].includes(error.code)
  );
}
