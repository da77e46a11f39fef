import type { AdminTokenFacts } from '../access/admin-token-facts';
import type { PageFormats } from '../object-display/formats';

export const dayMs = 24 * 60 * 60 * 1000;

/** How long before its end the page warns about a token. */
const warningMs = 14 * dayMs;

type TokenState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'works' }
  | { readonly kind: 'endsSoon'; readonly endsAt: number }
  | { readonly kind: 'expired' };

/** @param now milliseconds since the epoch */
export function tokenStateOf(token: AdminTokenFacts | null, now: number): TokenState {
  if (!token) return { kind: 'missing' };
  const { expiresAt: endsAt } = token;
  if (endsAt === null) return { kind: 'works' };
  if (now >= endsAt) return { kind: 'expired' };
  return endsAt - now <= warningMs ? { kind: 'endsSoon', endsAt } : { kind: 'works' };
}

export function isUsable({ kind }: TokenState): boolean {
  return kind === 'works' || kind === 'endsSoon';
}

const texts = {
  never: 'Never',
  expired: (moment: string) => `${moment} (expired)`,
  until: (moment: string, distance: string) => `${moment} (${distance})`,
};

export function expiryText(
  { expiresAt }: AdminTokenFacts,
  now: number,
  { moment, distance }: PageFormats,
): string {
  if (expiresAt === null) return texts.never;
  if (expiresAt <= now) return texts.expired(moment(expiresAt));
  return texts.until(moment(expiresAt), distance(expiresAt - now));
}
