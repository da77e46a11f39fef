import type { AdminTokenFacts } from '../access/admin-token-facts';
import { dayMs } from './day';

/** How long before its end a token is warned about. */
const warningDays = 14;

export type TokenState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'works' }
  | { readonly kind: 'endsSoon'; readonly days: number }
  | { readonly kind: 'ended' };

/** @param now milliseconds, as the app's functions count them */
export function tokenStateOf(token: AdminTokenFacts | null, now: number): TokenState {
  if (!token) return { kind: 'missing' };
  if (token.expiresAt === null) return { kind: 'works' };
  if (now >= token.expiresAt) return { kind: 'ended' };
  const days = Math.ceil((token.expiresAt - now) / dayMs);
  return days <= warningDays ? { kind: 'endsSoon', days } : { kind: 'works' };
}

/** Whether queries can be refreshed with it. */
export function isUsable({ kind }: TokenState): boolean {
  return kind === 'works' || kind === 'endsSoon';
}
