import * as z from 'zod/mini';

/**
 * What an admin lets the service portal show of a field: part of its configuration. Configurations of
 * earlier versions don't have it, and show nothing.
 */
export const portalUse = z._default(z.enum(['nothing', 'labels', 'attributes']), 'nothing');
