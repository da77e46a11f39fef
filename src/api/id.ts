import * as z from 'zod/mini';

/** What the service names things by: a UUID of any version, also one that no standard knows. */
export const id = z.guid();
