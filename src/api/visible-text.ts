/**
 * A character that anybody sees: no blank, no control character, nothing that takes no place on a screen, such as U+200B,
 * and no sign without ink, such as U+2800.
 */
const seen = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** What shows by itself, without another character to stand on. */
const standing = /[^\s\p{Cc}\p{Cf}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;

/** Where a line may end or may not. Others of the unseen characters change how those around them look. */
const lineBreaks = /[\u00ad\u200b\u2060\ufeff]/gu;

/** Whether anybody would see anything of the text. Accents alone take no place of their own. */
export function isVisible(text: string): boolean {
  return standing.test(text);
}

/** The text without blanks around it and without what nobody sees; empty if nobody would see anything of it. */
export function visibleText(text: string): string {
  return isVisible(text) ? text.replaceAll(lineBreaks, '').trim() : '';
}

/** The text from the first character that anybody sees to the last; empty if there is none. */
export function trimUnseen(text: string): string {
  const characters = Array.from(text);
  const isSeen = (character: string) => seen.test(character);
  const start = characters.findIndex(isSeen);
  return start < 0 ? '' : characters.slice(start, characters.findLastIndex(isSeen) + 1).join('');
}
