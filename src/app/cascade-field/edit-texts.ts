import { firstOf } from '../object-display/first-of';
import { pickerTexts } from '../object-picker/picker-texts';
import { maximumObjects } from '../objects/stored-value';
import type { LevelFacts } from './cascade-field-contract';

export const cascadeEditTexts = {
  connectToSearch: `${pickerTexts.connectToSearch()} What you picked is kept.`,
  chooseFirst: (levelName: string) => `Choose ${levelName} first`,
  clearedWith: (parentName: string, levelNames: readonly string[]) => {
    const [depend, theyWere] =
      levelNames.length === 1 ? ['depends', 'it was'] : ['depend', 'they were'];
    return `${listed(levelNames)} ${depend} on ${parentName}, so ${theyWere} cleared.`;
  },
  cleared: (levelNames: readonly string[], { labels, parentLabels }: NotOffered) => {
    const were = levelNames.length === 1 ? 'was' : 'were';
    return `${areNotOffered(labels, parentLabels)}, so ${listed(levelNames)} ${were} cleared.`;
  },
  removed: (levelName: string, { labels, parentLabels }: NotOffered) => {
    const theyWere = labels.length === 1 ? 'it was' : 'they were';
    return `${areNotOffered(labels, parentLabels)}, so ${theyWere} removed from ${levelName}.`;
  },
  checking: 'Checking what still fits',
  unchecked:
    'Your change isn’t complete yet, because what you picked on the levels below couldn’t be checked.',
  surplus: ({ name, isMultiple }: LevelFacts, surplus: number) => {
    const takes = isMultiple ? `takes up to ${maximumObjects} objects` : 'now takes one object';
    return `${name} ${takes}. Remove ${surplus} to save your change.`;
  },
};

interface NotOffered {
  readonly labels: readonly string[];
  readonly parentLabels: readonly string[];
}

/** True also of what the person may not see, which may well be in these parents. */
function areNotOffered(labels: readonly string[], parentLabels: readonly string[]): string {
  const areNot = labels.length === 1 ? 'isn’t' : 'aren’t';
  return `${firstOf(labels)} ${areNot} offered for ${firstOf(parentLabels)}`;
}

/** Country, Region and City */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}
