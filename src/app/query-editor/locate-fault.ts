import { parseQuery, type Location, type Query } from '../../query';

/**
 * Where in the template that a person wrote a place in the printed query comes from: that of the
 * smallest piece which begins there. Both are one tree, but for where each piece stands.
 * @param bound the tree that was printed, with the locations of the template
 * @returns undefined where no piece of the query begins at the offset
 */
export function locateInTemplate(
  bound: Query,
  printed: string,
  offset: number,
): Location | undefined {
  const sent = parseQuery(printed);
  if (!sent.ok) return undefined;
  const written = locationsOf(bound);
  const beginning = locationsOf(sent.query)
    .map(({ start, end }, index) => ({ start, end, origin: written[index] }))
    .filter(({ start }) => start === offset)
    .sort((one, other) => one.end - other.end);
  return beginning[0]?.origin;
}

/** The locations of all pieces of a tree, in an order that only their kind decides. */
function locationsOf(piece: unknown): Location[] {
  if (typeof piece !== 'object' || piece === null) return [];
  if (isLocation(piece)) return [piece];
  const entries = Object.entries(piece).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.flatMap(([, inner]) => locationsOf(inner));
}

function isLocation(piece: object): piece is Location {
  return 'start' in piece && 'end' in piece;
}
