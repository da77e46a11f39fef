import * as z from 'zod/mini';

/** Below `/public/v1`. Answers server-sent events, so it is no {@link Endpoint}. */
export const assistantChatPath = '/assistant/chat';

/** More than anyone types; the whole conversation is sent each time. */
export const chatLimits = { messages: 100, characters: 16_000 } as const;

const chatMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().check(z.trim(), z.minLength(1), z.maxLength(chatLimits.characters)),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** The conversation so far, the question last. */
export const chatRequest = z.strictObject({
  messages: z.array(chatMessage).check(
    z.minLength(1),
    z.maxLength(chatLimits.messages),
    z.refine(
      (messages) => messages.at(-1)?.role === 'user',
      'The last message must be the user’s.',
    ),
  ),
});

/** One event of an answer; `done` or `error` is the last one. */
export const chatEvent = z.discriminatedUnion('kind', [
  /** What the assistant is doing, in words. */
  z.object({ kind: z.literal('step'), text: z.string() }),
  /** A query that was run with the caller's permissions: how many objects, and the first of them. */
  z.object({
    kind: z.literal('query'),
    query: z.string(),
    total: z.number().check(z.int(), z.nonnegative()),
    objects: z.array(z.object({ id: z.string(), label: z.string(), url: z.string() })),
  }),
  /** The next piece of the answer. */
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('error'), message: z.string() }),
]);
export type ChatEvent = z.infer<typeof chatEvent>;
