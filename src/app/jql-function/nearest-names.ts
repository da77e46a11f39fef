const shownNames = 5;

/** The names most like `text`, the most alike first; at most five. */
export function nearestNames(text: string, names: readonly string[]): string[] {
  const asked = text.trim().toLowerCase();
  return names
    .map((name) => ({ name, distance: editDistance(asked, name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, shownNames)
    .map(({ name }) => name);
}

/** How many characters have to be put in, left out or changed to make one text of the other. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, character] of Array.from(one).entries()) {
    const current = [row + 1];
    for (const [column, compared] of other.split('').entries()) {
      const changed = (previous[column] ?? 0) + (character === compared ? 0 : 1);
      const shorter = Math.min(previous[column + 1] ?? 0, current[column] ?? 0) + 1;
      current.push(Math.min(changed, shorter));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
