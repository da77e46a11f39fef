import * as z from 'zod/mini';

/** The parent's first message, with the port that all others go over. */
export const connectMessage = { type: 'wds:connect', version: 1 } as const;

const height = z.number().check(z.nonnegative());

/** What the embedded page says; everything else is dropped. */
export const childMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('need-token'), reason: z.enum(['start', 'renew', 'reload']) }),
  z.object({ type: z.literal('shown'), title: z.string(), height }),
  z.object({ type: z.literal('resized'), height }),
  z.object({ type: z.literal('open-link'), url: z.url({ protocol: /^https?$/ }) }),
  z.object({ type: z.literal('show-work-items'), objectId: z.guid() }),
  z.object({
    type: z.literal('failed'),
    code: z.enum(['expired', 'revoked', 'gone', 'busy', 'unreachable', 'refused']),
  }),
]);
export type ChildMessage = z.infer<typeof childMessage>;

export type ColorMode = 'light' | 'dark';

/** How the person reads dates. */
export interface Reader {
  readonly locale: string;
  /** The browser's own if absent. */
  readonly timeZone?: string | undefined;
}

export type ParentMessage =
  | (Reader & {
      readonly type: 'token';
      readonly token: string;
      readonly theme: { readonly colorMode: ColorMode };
    })
  /** The page may ask again later. */
  | { readonly type: 'no-token'; readonly code: 'service-down' }
  | { readonly type: 'theme'; readonly colorMode: ColorMode };
