/** Blanks, control characters, and what takes no place on a screen, such as U+200B. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** Where a line may end or may not. Others of the unseen characters change how those around them look. */
const lineBreaks = /[\u00ad\u200b\u2060\ufeff]/gu;

/** The text without blanks around it and without what nobody sees; empty if nobody would see anything of it. */
export function visibleText(text: string): string {
  return unseen.test(text) ? '' : text.replaceAll(lineBreaks, '').trim();
}
