import { maximumLevelNameLength, type LevelNameFault } from './level-name';

/** What is wrong with the name of a level, and what to do. */
export const levelNameTexts: Readonly<Record<LevelNameFault, string>> = {
  EMPTY: 'Give this level a name.',
  TOO_LONG: `Use at most ${maximumLevelNameLength} characters for the name.`,
  BEGINS_WITH_AT: 'A name can\'t begin with "@". Choose another beginning.',
  UNUSABLE_CHARACTER:
    'A name can’t contain braces, angle brackets or line breaks. Remove them from the name.',
  ENDS_WITH_LABEL: 'A name can\'t end with ".label", which stands for a label in queries.',
  REPEATED: 'Another level has this name. Give each level a different name.',
};
