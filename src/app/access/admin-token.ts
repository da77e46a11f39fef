import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ServiceError, type Client, type ServiceErrorCode } from '../../api/client';
import type { SecretStore } from '../platform/storage';
import { adminTokenFacts, type AdminTokenFacts } from './admin-token-facts';
import type { Clock } from '../platform/platform';
import { Problem } from '../replies/problem';

interface Dependencies {
  readonly secrets: SecretStore;
  readonly clientOf: (token: string) => Client;
  readonly now: Clock;
}

export type AdminToken = ReturnType<typeof createAdminToken>;

export const adminTokenKey = 'admin-token';

/**
 * What tests found, stored apart from the token: a test that ends after the token was replaced or removed
 * can't bring it back. Facts that were set at another time than the token are ignored.
 */
const testedFactsKey = 'admin-token-facts';

/** In one secret, so that the facts are of this very token, whatever ends before it is done. */
const keptToken = z.object({ token: z.string(), facts: adminTokenFacts });

/** The access token that the JQL function and its refresh search the service with. */
export function createAdminToken({ secrets, clientOf, now }: Dependencies) {
  const findKept = async () => keptToken.safeParse(await secrets.find(adminTokenKey)).data;
  const describe = async (): Promise<AdminTokenFacts | undefined> => {
    const kept = await findKept();
    if (!kept) return undefined;
    const tested = adminTokenFacts.safeParse(await secrets.find(testedFactsKey)).data;
    return tested?.setAt === kept.facts.setAt ? tested : kept.facts;
  };
  const askAbout = async (token: string, setAt: number): Promise<AdminTokenFacts> => ({
    ...(await askService(clientOf(token))),
    lastFour: token.slice(-4),
    setAt,
  });

  return {
    /** The token itself: only for what calls the service. @throws {StoreError} */
    find: async (): Promise<string | undefined> => (await findKept())?.token,
    /** Undefined where there is no token. @throws {StoreError} */
    describe,
    /**
     * Asks the service whose token this is; nothing is stored.
     * @throws {Problem} TOKEN_UNUSABLE: nothing was sent; TOKEN_REFUSED: the service knows no such token
     * @throws {ServiceError} where the service does not answer
     */
    async check(token: string): Promise<AdminTokenFacts> {
      if (!isSendable(token)) throw new Problem('TOKEN_UNUSABLE');
      return askAbout(token, now());
    },
    /** Keeps a token that was checked, with what the service says of it. @throws {StoreError} */
    async keep(token: string, facts: AdminTokenFacts): Promise<void> {
      await secrets.delete(testedFactsKey);
      await secrets.set(adminTokenKey, { token, facts });
    },
    /**
     * Asks the service again with the stored token, and keeps what it says of it unless the token was
     * replaced or removed meanwhile.
     * @throws {Problem} TOKEN_MISSING; TOKEN_REFUSED: expired or revoked
     * @throws {ServiceError} where the service does not answer
     * @throws {StoreError}
     */
    async test(): Promise<AdminTokenFacts> {
      const kept = await findKept();
      if (!kept) throw new Problem('TOKEN_MISSING');
      const { setAt } = kept.facts;
      const facts = await askAbout(kept.token, setAt);
      const described = await describe();
      const isNews = described?.setAt === setAt && !isDeepStrictEqual(facts, described);
      if (isNews) await secrets.set(testedFactsKey, facts);
      return facts;
    },
    /** @throws {StoreError} */
    async remove(): Promise<void> {
      await secrets.delete(adminTokenKey);
      await secrets.delete(testedFactsKey);
    },
  };
}

/** What can be a token: visible characters of ASCII, the only ones that a header carries as they are. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]{1,1000}$/.test(token);
}

async function askService(client: Client): Promise<Omit<AdminTokenFacts, 'lastFour' | 'setAt'>> {
  try {
    const [token, owner] = await Promise.all([client.tokens.current(), client.users.current()]);
    return {
      name: token.name,
      ownerName: owner.name,
      ownerEmail: owner.email,
      access: token.access,
      blockedIn: token.workspaces.filter(({ isBlocked }) => isBlocked).map(({ name }) => name),
      reachesAny: token.workspaces.some(({ isBlocked }) => !isBlocked),
      expiresAt: token.expiresAt === null ? null : Date.parse(token.expiresAt),
    };
  } catch (cause) {
    if (isRefusal(cause)) throw new Problem('TOKEN_REFUSED', undefined, { cause });
    throw cause;
  }
}

/** `invalid` too: there is nothing in these questions but the token. */
const refusals: readonly ServiceErrorCode[] = ['unauthorized', 'forbidden', 'notFound', 'invalid'];

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && refusals.includes(error.code);
}
