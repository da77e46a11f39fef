import * as z from 'zod/mini';

let oneEmoji: RegExp | undefined;

/**
 * Builds its expression when it is first called, since that takes some milliseconds, and from a
 * text, since compilers refuse a literal with this flag for the engines of some years ago.
 */
function isOneEmoji(text: string): boolean {
  oneEmoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v');
  return oneEmoji.test(text);
}

/**
 * One emoji that all systems show as one picture, however many code points it has.
 * @see https://www.unicode.org/reports/tr51/#def_rgi_set
 */
export const symbol = z
  .string()
  .check(z.refine(isOneEmoji, { error: 'has to be one emoji, such as 💻' }));

/** A symbol in an answer. Another service may send anything: what is no emoji counts as absent. */
export const answeredSymbol = z.catch(z.optional(symbol), undefined);
