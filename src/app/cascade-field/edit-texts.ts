import { firstOf } from '../object-display/formats';
import { maximumObjects } from '../objects/stored-value';
import type { LevelFacts } from './cascade-field-contract';

export const cascadeEditTexts = {
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
  return `${firstOf(labels)} ${areNot} available for ${firstOf(parentLabels)}`;
}

/** Country, Region and City */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

export const saveTexts = {
  chooseToSave: (levelNames: readonly string[]) =>
    `Not saved yet. Choose ${listed(levelNames)} to save your change, or clear the whole field.`,
  /** What a form says that can't go on before, and a preview. */
  choose: (levelNames: readonly string[]) =>
    `Choose ${listed(levelNames)}, or clear the whole field.`,
  notChecked:
    'What you picked below the changed level hasn’t been checked yet. Try again in a moment, or clear the whole field.',
  endsEarly: (levelName: string) =>
    `${levelName} has no options for what you picked. You can leave it empty.`,
  unknownLevels: (labels: readonly string[]) => {
    const [were, levels, them] =
      labels.length === 1
        ? ['was', 'a level that has', 'it']
        : ['were', 'levels that have', 'them'];
    return `${firstOf(labels)} ${were} chosen on ${levels} since been removed from this field. Saving a change removes ${them} here too.`;
  },
};
