import { maximumLevelNameLength } from './level-limits';
import type { LevelNameFault } from './level-name';

/** What is wrong with the name of a level, and what to do. */
export const levelNameTexts: Readonly<Record<LevelNameFault, string>> = {
  EMPTY: 'Give this level a name.',
  TOO_LONG: `Use up to ${maximumLevelNameLength} characters for the name.`,
  BEGINS_WITH_AT: 'A name can’t begin with "@". Use another first character.',
  UNUSABLE_CHARACTER:
    'A name can’t contain braces, angle brackets or line breaks. Remove them from the name.',
  ENDS_WITH_LABEL: 'A name can’t end with ".label", because queries use it to refer to labels.',
  REPEATED: 'Another level has this name. Give each level a different name.',
};
