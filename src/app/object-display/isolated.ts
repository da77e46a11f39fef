const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const directionControl = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Text to be put into other text: one that runs from right to left turns nothing around it. All
 * other text comes back as it is.
 * @see https://www.w3.org/International/questions/qa-bidi-unicode-controls
 */
export function isolated(text: string): string {
  if (!rightToLeft.test(text) && !directionControl.test(text)) return text;
  return `\u2068${text}\u2069`;
}
