const wordCharacter = /[\p{L}\p{M}\p{Nd}_-]/u;
const space = /\s/;

/** Where the run of word characters that begins at `start` ends; `start` itself if there is none. */
export function endOfWord(text: string, start: number): number {
  let offset = start;
  while (offset < text.length) {
    const code = text.charCodeAt(offset);
    if (code < 0x80) {
      if (!isAsciiWordCharacter(code)) break;
      offset += 1;
    } else {
      const character = characterAt(text, offset);
      if (!wordCharacter.test(character)) break;
      offset += character.length;
    }
  }
  return offset;
}

/** Where the white space that begins at `start` ends. */
export function endOfSpace(text: string, start: number): number {
  let offset = start;
  while (offset < text.length && isSpace(text, offset)) offset += 1;
  return offset;
}

/** The character at `offset`: two code units for a surrogate pair, one otherwise. */
export function characterAt(text: string, offset: number): string {
  return String.fromCodePoint(text.codePointAt(offset) ?? 0);
}

function isSpace(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return space.test(text.charAt(offset));
}

function isAsciiWordCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d
  );
}
