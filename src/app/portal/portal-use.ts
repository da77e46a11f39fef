import * as z from 'zod/mini';

/** The least first. */
export const portalUses = ['nothing', 'labels', 'attributes'] as const;

/**
 * What an admin lets the service portal show of a field: part of its configuration. Configurations of
 * earlier versions don't have it, and show nothing.
 */
export const portalUse = z.literal(portalUses);
