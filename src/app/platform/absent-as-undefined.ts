import * as z from 'zod/mini';

/** What the platform or Jira may leave out or send as null; undefined for both. */
export function absentAsUndefined<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.nullish(schema),
    z.transform((value) => value ?? undefined),
  );
}
