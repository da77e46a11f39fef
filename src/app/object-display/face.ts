/** What stands for a person's picture, which the service doesn't have: as Jira draws it without one. */
export interface Face {
  /** Of the first and the last word of the name; empty for a name without letters or digits. */
  readonly initials: string;
  readonly color: FaceColor;
}

/** Colors on which inverse text can be read in every theme. */
const faceColors = ['blue', 'teal', 'green', 'purple', 'magenta', 'orange'] as const;
export type FaceColor = (typeof faceColors)[number];

/** The same for the same name, on every screen. */
export function faceOf(name: string): Face {
  const words = name.match(/[\p{L}\p{N}][^\s@]*/gu) ?? [];
  const [first = '', ...others] = name.includes('@') ? words.slice(0, 1) : words;
  const initials = [first, others.at(-1) ?? ''].map(firstCharacter).join('');
  const sum = Array.from(name).reduce(
    (total, character) => total + (character.codePointAt(0) ?? 0),
    0,
  );
  return { initials, color: faceColors[sum % faceColors.length] ?? 'blue' };
}

function firstCharacter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment.toLocaleUpperCase() ?? '';
}
