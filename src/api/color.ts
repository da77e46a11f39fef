import * as z from 'zod/mini';

/** What options and states are recognized by at a glance. */
export const color = z.enum(['gray', 'blue', 'green', 'yellow', 'red', 'purple']);

export type Color = z.infer<typeof color>;
