export const editTexts = {
  loading: 'Loading the field',
  connectToSearch:
    'Connect your Workspace Data Service account to search. What you picked is kept.',
  chooseFirst: (levelName: string) => `Choose ${article(levelName)} ${levelName} first`,
  chooseToSave: (levelName: string) =>
    `Choose ${article(levelName)} ${levelName} to save your change, or clear the other levels.`,
  clearedWaits: (levelName: string, parentName: string) =>
    `Cleared ${levelName}: choose ${article(parentName)} ${parentName} first.`,
  cleared: (levelName: string, labels: readonly string[], parentLabels: readonly string[]) =>
    `Cleared ${levelName}: ${areNotIn(labels, parentLabels)}`,
  removed: (levelName: string, labels: readonly string[], parentLabels: readonly string[]) =>
    `Removed from ${levelName}: ${areNotIn(labels, parentLabels)}`,
  checking: 'Checking what still fits',
  unchecked: "Your change isn't saved yet: what you picked below couldn't be checked against it.",
  overOne: (levelName: string, surplus: number) =>
    `${levelName} now takes one object. Remove ${surplus} to save your change.`,
  overMaximum: (levelName: string, maximum: number, surplus: number) =>
    `${levelName} takes at most ${maximum} objects. Remove ${surplus} to save your change.`,
  unknownLevels: (labels: readonly string[]) =>
    `Levels that this field no longer has hold ${listed(labels)}. Saving a change leaves that out.`,
  damaged:
    "Part of this field's value can't be read. It stays as it is unless you change the field.",
  saveFailed: "Your change couldn't be saved. Your picks are still here: try again.",
};

const namedLabels = 3;

function areNotIn(labels: readonly string[], parentLabels: readonly string[]): string {
  return `${listed(labels)} ${labels.length === 1 ? 'is' : 'are'} not in ${listed(parentLabels)}.`;
}

function listed(labels: readonly string[]): string {
  const named = labels.slice(0, namedLabels).join(', ');
  const others = labels.length - namedLabels;
  return others > 0 ? `${named} +${others}` : named;
}

function article(name: string): string {
  return /^[aeiou]/i.test(name) ? 'an' : 'a';
}
