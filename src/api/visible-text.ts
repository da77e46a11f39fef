/** Blanks, control characters, and what takes no place on a screen, such as U+200B. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/** The text without blanks around it; empty if nobody would see anything of it. */
export function visibleText(text: string): string {
  return unseen.test(text) ? '' : text.trim();
}
