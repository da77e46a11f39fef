/** In longer names nobody looks for a slip of the pen, and comparing them would take long. */
const maximumComparedLength = 60;
/** Of so many names the one that is meant is found. */
const maximumComparedNames = 200;

/**
 * The name that someone who wrote `text` most likely meant: about a third of it at most is written
 * differently, ignoring case; else the shortest of those that begin with it as whole words.
 * Undefined where none is that near.
 */
export function findNearName(text: string, names: Iterable<string>): string | undefined {
  const asked = text.trim().toLowerCase();
  if (asked === '' || asked.length > maximumComparedLength) return undefined;
  const most = Math.max(1, Math.round(asked.length / 3));
  const distinct = [...new Set(names)];
  const [nearest] = distinct
    .filter((name) => Math.abs(name.length - asked.length) <= most)
    .slice(0, maximumComparedNames)
    .map((name) => ({ name, distance: editDistance(asked, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  if (nearest) return nearest.name;
  const longer = distinct.filter((name) => name.toLowerCase().startsWith(`${asked} `));
  return longer.sort((one, other) => one.length - other.length)[0];
}

/**
 * Returns how many characters have to be put in, left out, changed or swapped with the next one to make
 * one text of the other.
 */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          Math.min(at(row - 1, column), at(row, column - 1)) + 1,
          isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
