import * as z from 'zod/mini';

/** The person has to connect their account before this can be answered. */
const consentReply = z.object({ kind: z.literal('consent') });
type ConsentReply = z.infer<typeof consentReply>;

/** Something expected went wrong; the message is for the person. */
export const problemReply = z.object({
  kind: z.literal('problem'),
  code: z.string(),
  message: z.string(),
  canRetry: z.boolean(),
  detail: z.optional(z.string()),
});
export type ProblemReply = z.infer<typeof problemReply>;

/** What keeps a request from being answered. */
export type Trouble = ConsentReply | ProblemReply;

/** What every function of the resolver answers. */
export type Reply<Value> = { kind: 'ok'; value: Value } | Trouble;

const trouble = z.union([consentReply, problemReply]);
const success = z.object({ kind: z.literal('ok'), value: z.unknown() });

/** Returns undefined where the answer is no reply envelope or its value is not of the schema. */
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
