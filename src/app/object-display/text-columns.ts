const graphemes = new Intl.Segmenter();

/** Text of which each code unit is one character, one column wide: the others take longer to look at. */
const narrowText = /^[ -~\u00a1-\u00a8\u00af-\u02ff]*$/;

/**
 * What takes two columns: East Asian wide and full-width characters, emoji, and some rare signs between them.
 * @see https://www.unicode.org/reports/tr11/
 */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2630-\u268f\u2e80-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{1faff}\u{20000}-\u{3fffd}\p{Extended_Pictographic}\ufe0f]/u;

/** `DI` are the characters that are to be ignored where they can't be shown. */
const unseen = /^[\p{Cc}\p{Cf}\p{DI}]+$/u;

const directionControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

const cutSign = '…';

/** What people see as one character each. */
function charactersOf(text: string): string[] {
  if (narrowText.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** How many columns a text takes in one line: two for a wide character, and none for what nobody sees. */
export function columnsOf(text: string): number {
  return charactersOf(text).reduce((sum, character) => sum + widthOf(character), 0);
}

function widthOf(character: string): number {
  if (unseen.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** The whole text, or its beginning and its end with a sign in between, in so many columns. */
export function cutInMiddle(text: string, maximumColumns: number): string {
  if (columnsOf(text) <= maximumColumns) return text;
  // A part can lack the end of what a control begins, which would turn what follows.
  const characters = charactersOf(text.replaceAll(directionControls, ''));
  const room = maximumColumns - cutSign.length;
  const beginning = firstOf(characters, Math.ceil(room / 2));
  const end = firstOf(characters.toReversed(), room - columnsOf(beginning.join('')));
  return beginning.join('').trimEnd() + cutSign + end.toReversed().join('').trimStart();
}

function firstOf(characters: readonly string[], maximumColumns: number): readonly string[] {
  let columns = 0;
  const end = characters.findIndex((character) => {
    columns += widthOf(character);
    return columns > maximumColumns;
  });
  return end < 0 ? characters : characters.slice(0, end);
}
