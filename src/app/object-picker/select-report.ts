import * as z from 'zod/mini';

const option = z.object({ value: z.string() });
const report = z.union([z.array(option), z.nullable(option)]);

/**
 * The values of what the host's Select reports as chosen: one option, a list of them, or null.
 * Empty for null, and for anything else that the host may report.
 */
export function chosenValues(reported: unknown): string[] {
  const chosen = report.safeParse(reported).data ?? [];
  return (Array.isArray(chosen) ? chosen : [chosen]).map(({ value }) => value);
}
