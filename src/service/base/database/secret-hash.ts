import { createHash } from 'node:crypto';

/**
 * SHA-256 as hexadecimal, for secrets that are long and random: unlike a password these need no
 * slow hash, and the result can be looked up.
 */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
