/** No word of a language has as many. @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format */
const longRunOfMarks = /\p{M}{31}/u;

/**
 * Returns the text in composed form (NFC), in which equal texts are spelled alike. A text with more than 30 marks
 * in a row stays as it is: sorting a run of marks takes a time that grows with the square of its length.
 */
export function compose(text: string): string {
  return longRunOfMarks.test(text) ? text : text.normalize('NFC');
}
