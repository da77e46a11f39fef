import * as z from 'zod/mini';

/** Whose account of the service the person has connected. */
export const connection = z.union([
  z.object({ isConnected: z.literal(true), name: z.string(), email: z.string() }),
  z.object({ isConnected: z.literal(false) }),
]);
export type Connection = z.infer<typeof connection>;
