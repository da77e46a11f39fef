import * as z from 'zod';
import { describeMistyped, findMistypedVariables } from '../../service';

const port = (standard: number) => z.coerce.number().int().min(0).max(65_535).default(standard);

const environment = z
  .object({
    TRACKER_PORT: port(8080),
    SERVICE_PORT: port(8081),
    PLATFORM_PORT: port(8082),
    CUSTOM_UI_PORT: port(8083),
    DATA_DIR: z.string().min(1).default('.sandbox'),
    DEMO: z.enum(['full', 'small']).default('full'),
    /** A Postgres server for the service; the embedded database where absent. */
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'Write postgres://user:password@host:port/database.')
      .optional(),
    /** An OpenAI-compatible model for the assistant; all three, or none. */
    ASSISTANT_URL: z.url({ protocol: /^https?$/ }).optional(),
    ASSISTANT_KEY: z.string().min(1).optional(),
    ASSISTANT_MODEL: z.string().min(1).optional(),
    WDS_ORIGIN: z.url().optional(),
    WDS_CLIENT_ID: z.string().min(1).optional(),
    WDS_EXPECTED_SITES: z.coerce.number().int().min(1).max(50).default(1),
  })
  .refine(
    (set) =>
      [0, 3].includes(
        [set.ASSISTANT_URL, set.ASSISTANT_KEY, set.ASSISTANT_MODEL].filter(Boolean).length,
      ),
    {
      path: ['ASSISTANT_URL'],
      error: 'Set ASSISTANT_URL, ASSISTANT_KEY and ASSISTANT_MODEL, or none of them.',
    },
  );
export type SandboxEnvironment = z.infer<typeof environment>;

/** The message says which variables, and why. */
export class UnusableSetting extends Error {
  override readonly name = 'UnusableSetting';
}

/** Whoever gives the tracker a free port may run several sandboxes: what isn't named is free then too. */
const freePorts = { PLATFORM_PORT: '0', CUSTOM_UI_PORT: '0' };

/** Returns a sentence for each variable that may be a mistyped setting; an empty array if there is none. */
export function describeDoubtfulVariables(
  variables: Readonly<Record<string, string | undefined>>,
): string[] {
  return findMistypedVariables(variables, settingNames).map(describeMistyped);
}

const settingNames = Object.keys(environment.shape);

/**
 * Reads the sandbox's settings; a variable that is set to nothing counts as not set.
 * @throws {UnusableSetting} naming each variable that can't be used, or is certainly a mistyped one.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
): SandboxEnvironment {
  const mistyped = findMistypedVariables(variables, settingNames).filter((one) => one.isCertain);
  if (mistyped.length > 0) throw new UnusableSetting(mistyped.map(describeMistyped).join('\n'));
  const set = Object.entries(variables).filter(([, value]) => value !== '');
  const given = Object.fromEntries(set);
  const standard = given['TRACKER_PORT'] === '0' ? freePorts : {};
  const result = environment.safeParse({ ...standard, ...given });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new UnusableSetting(problems.join('\n'), { cause: result.error });
}

/** What answers the assistant's plain questions; undefined if it isn't set up. */
export function findLanguageModel({
  ASSISTANT_URL: url,
  ASSISTANT_KEY: key,
  ASSISTANT_MODEL: model,
}: SandboxEnvironment) {
  const isSet = url !== undefined && key !== undefined && model !== undefined;
  return isSet ? { url, key, model } : undefined;
}
