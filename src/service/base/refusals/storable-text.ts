/** Whether the database can hold the text: it has no U+0000 and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

/** The text with what the database or a UTF-8 reply cannot hold replaced by U+FFFD. */
export function toStorable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
