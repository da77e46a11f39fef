import * as z from 'zod';

const metadataFields = z.array(z.literal('EXPIRE_TIME'));

const unitMs = { SECONDS: 1_000, MINUTES: 60_000, HOURS: 3_600_000, DAYS: 86_400_000 };
const maximumLifetimeMs = 366 * unitMs.DAYS;

/** Given as the SDK sends it, read as milliseconds. */
const lifetimeMs = z
  .strictObject({
    value: z.number().positive(),
    unit: z.enum(['SECONDS', 'MINUTES', 'HOURS', 'DAYS']),
  })
  .transform(({ value, unit }) => value * unitMs[unit])
  .pipe(z.number().max(maximumLifetimeMs, 'A value can be stored for at most a year.'));

const getOptions = z.strictObject({ metadataFields: metadataFields.optional() });
const setOptions = z.strictObject({
  ttl: lifetimeMs.optional(),
  keyPolicy: z.enum(['OVERRIDE', 'FAIL_IF_EXISTS']).optional(),
});

export const getBody = z.strictObject({ key: z.string(), options: getOptions.optional() });
export const setBody = z.strictObject({
  key: z.string(),
  value: z.unknown().optional(),
  options: setOptions.optional(),
});
export const deleteBody = z.strictObject({ key: z.string() });

export const queryBody = z.strictObject({
  limit: z.number().int().positive().default(10),
  after: z.string().optional(),
  where: z
    .tuple([
      z.strictObject({
        property: z.literal('key'),
        condition: z.literal('BEGINS_WITH'),
        values: z.tuple([z.string()]),
      }),
    ])
    .optional(),
  options: getOptions.optional(),
});
