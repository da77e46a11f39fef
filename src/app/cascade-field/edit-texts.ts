export const editTexts = {
  loading: 'Loading the field',
  connectToSearch:
    'Connect your Workspace Data Service account to search. What you picked is kept.',
  chooseFirst: (levelName: string) => `Choose ${article(levelName)} ${levelName} first`,
  chooseToSave: (levelName: string) =>
    `Not saved yet. Choose ${article(levelName)} ${levelName} to save your change, or clear the other levels.`,
  clearedWaits: (levelName: string, parentName: string) =>
    `Cleared ${levelName}: choose ${article(parentName)} ${parentName} first.`,
  cleared: (levelName: string, labels: readonly string[], parentLabels: readonly string[]) =>
    `Cleared ${levelName}: ${areNotOffered(labels, parentLabels)}`,
  removed: (levelName: string, labels: readonly string[], parentLabels: readonly string[]) =>
    `Removed from ${levelName}: ${areNotOffered(labels, parentLabels)}`,
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

/** True also of what the person may not see, which may well be in these parents. */
function areNotOffered(labels: readonly string[], parentLabels: readonly string[]): string {
  const areNot = labels.length === 1 ? "isn't" : "aren't";
  return `${listed(labels)} ${areNot} offered for ${listed(parentLabels)}.`;
}

function listed(labels: readonly string[]): string {
  const named = labels.slice(0, namedLabels).join(', ');
  const others = labels.length - namedLabels;
  return others > 0 ? `${named} +${others}` : named;
}

function article(name: string): string {
  return /^[aeiou]/i.test(name) ? 'an' : 'a';
}
