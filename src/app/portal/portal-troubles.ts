import * as z from 'zod/mini';
import { ServiceError, type ServiceErrorCode } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { createMinuteMemory } from '../access/minute-memory';
import { Problem } from '../replies/problem';
import type { Platform } from '../platform/platform';

/** Why the portal could show nothing of a field, where an admin can do something about it. */
export type PortalTrouble = 'tokenRefused' | 'workspaceClosed' | 'queryRefused';

/** What kept the portal from answering lately, for the people who work on the requests. */
export interface PortalTroubles {
  /** Notes what an error means for a field; nothing for one that says nothing of the field. */
  note(fieldId: string, error: unknown): Promise<void>;
  /** Of the last hour and the token that is saved now; undefined where there was none. */
  find(fieldId: string): Promise<PortalTrouble | undefined>;
}

interface Dependencies {
  readonly platform: Pick<Platform, 'tenantKey' | 'store'>;
  readonly adminToken: Pick<AdminToken, 'describe'>;
  readonly now: () => number;
}

const notedTrouble = z.object({
  version: z.literal(1),
  reason: z.enum(['tokenRefused', 'workspaceClosed', 'queryRefused']),
  /** Tells which token it was. */
  tokenSetAt: z.number(),
});

/** Writes at most once a minute for each field. */
export function createPortalTroubles(dependencies: Dependencies): PortalTroubles {
  const { platform, adminToken, now } = dependencies;
  const noted = createMinuteMemory<object>(now);
  const keyOf = (fieldId: string) => `portal-trouble:${fieldId}`;

  return {
    async note(fieldId, error) {
      const reason = troubleOf(error);
      const memoryKey = JSON.stringify([platform.tenantKey(), fieldId, reason]);
      if (!reason || noted.has(memoryKey)) return;
      noted.set(memoryKey, {});
      const tokenSetAt = (await adminToken.describe())?.setAt;
      if (tokenSetAt === undefined) return;
      const trouble = { version: 1, reason, tokenSetAt } satisfies z.infer<typeof notedTrouble>;
      await platform.store.set(keyOf(fieldId), trouble, { ttlSeconds: 3_600 });
    },
    async find(fieldId) {
      const [stored, facts] = await Promise.all([
        platform.store.find(keyOf(fieldId)),
        adminToken.describe(),
      ]);
      const trouble = notedTrouble.safeParse(stored).data;
      return trouble?.tokenSetAt === facts?.setAt ? trouble?.reason : undefined;
    },
  };
}

/** What the service refuses for a reason that an admin can remove. */
const troubles: Partial<Record<ServiceErrorCode, PortalTrouble>> = {
  unauthorized: 'tokenRefused',
  forbidden: 'workspaceClosed',
  notFound: 'workspaceClosed',
  invalid: 'queryRefused',
};

function troubleOf(error: unknown): PortalTrouble | undefined {
  if (error instanceof ServiceError) return troubles[error.code];
  return error instanceof Problem && error.code === 'QUERY_REFUSED' ? 'queryRefused' : undefined;
}
