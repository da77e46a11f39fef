import { firstOf } from '../object-display/first-of';
import { listed } from './edit-texts';

/** What is said of opening the field, and of what its path lacks. */
export const saveTexts = {
  loading: 'Loading the field',
  chooseToSave: (levelNames: readonly string[]) =>
    `Not saved yet. Choose ${listed(levelNames)} to save your change, or clear the other levels.`,
  /** What a form says that can't go on before, and a preview. */
  choose: (levelNames: readonly string[]) =>
    `Choose ${listed(levelNames)}, or clear the other levels.`,
  notChecked:
    'What you picked below the changed level hasn’t been checked yet. Try again in a moment, or clear the other levels.',
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
