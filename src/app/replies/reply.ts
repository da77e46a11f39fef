import * as z from 'zod/mini';

/**
 * A function of the resolver as data: what the resolver checks and answers, and what a screen sends
 * and reads, by one definition.
 */
export interface ResolverFunction<
  Payload extends z.ZodMiniObject = z.ZodMiniObject,
  Value extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly key: string;
  readonly payload: Payload;
  /** Of the value in the reply envelope. */
  readonly reply: Value;
}

/** @param payload of a strict object, so that no id of an issue, a project or a field comes from the browser */
export function resolverFunction<Shape extends z.core.$ZodShape, Value extends z.ZodMiniType>(
  key: string,
  payload: Shape,
  reply: Value,
) {
  return { key, payload: z.strictObject(payload), reply };
}

/** The person has to connect their account before this can be answered. */
const consentReply = z.object({ kind: z.literal('consent') });
type ConsentReply = z.infer<typeof consentReply>;

/** An expected problem, with a message for the person. */
const problemReply = z.object({
  kind: z.literal('problem'),
  code: z.string(),
  message: z.string(),
  canRetry: z.boolean(),
  detail: z.optional(z.string()),
  /** After how long trying again helps, where that is known. */
  retryAfterSeconds: z.optional(z.number()),
});
export type ProblemReply = z.infer<typeof problemReply>;

export type Trouble = ConsentReply | ProblemReply;

/** What every function of the resolver answers. */
export type Reply<Value> = { kind: 'ok'; value: Value } | Trouble;

const trouble = z.union([consentReply, problemReply]);
const success = z.object({ kind: z.literal('ok'), value: z.unknown() });

/** Returns undefined where the answer isn't a reply or its value doesn't match the schema. */
export function parseReply<Value extends z.ZodMiniType>(
  answer: unknown,
  value: Value,
): Reply<z.output<Value>> | undefined {
  const asTrouble = trouble.safeParse(answer);
  if (asTrouble.success) return asTrouble.data;
  const asSuccess = success.safeParse(answer);
  if (!asSuccess.success) return undefined;
  const parsed = value.safeParse(asSuccess.data.value);
  return parsed.success ? { kind: 'ok', value: parsed.data } : undefined;
}

/** What went wrong, what to do about it, and whether doing the same again may help. */
export interface ProblemText {
  readonly message: string;
  readonly canRetry: boolean;
}

/** The problems that screens find themselves; all others come from the resolver with their texts. */
export const screenProblemTexts = {
  APP_UNREACHABLE: {
    message: 'The app can’t be reached. Check your connection, then try again.',
    canRetry: true,
  },
  UNEXPECTED: {
    message:
      'Something went wrong in the app. Try again. If it keeps happening, tell your Jira admin.',
    canRetry: true,
  },
} as const satisfies Record<string, ProblemText>;

/** The problems that only the form for the admin's token finds. */
export const tokenProblemTexts = {
  TOKEN_UNUSABLE: {
    message:
      'This isn’t a valid access token: it’s empty, too long, or has spaces, line breaks or other characters that tokens never have. Copy it again.',
    canRetry: false,
  },
  TOKEN_MISSING: {
    message:
      'No access token is saved. Create one in the service, then save it under Token on this page.',
    canRetry: false,
  },
} as const satisfies Record<string, ProblemText>;

export function screenProblem(code: keyof typeof screenProblemTexts): ProblemReply {
  return { kind: 'problem', code, ...screenProblemTexts[code] };
}

/** Like {@link screenProblem}, but separate, so that no other screen has to load these texts. */
export function tokenProblem(code: keyof typeof tokenProblemTexts): ProblemReply {
  return { kind: 'problem', code, ...tokenProblemTexts[code] };
}
