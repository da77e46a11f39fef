import * as z from 'zod/mini';

/** Of what is selected on later levels, what is still allowed; other levels are left out. */
export const allowedSelections = z.object({
  levels: z.array(z.object({ levelId: z.string(), objectIds: z.array(z.string()) })),
});
export type AllowedLevel = z.infer<typeof allowedSelections>['levels'][number];
