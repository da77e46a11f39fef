import * as z from 'zod/mini';
import { digestOf } from './digests';

/** Where objects of a field are. */
export const objectSource = z.object({
  workspaceId: z.guid(),
  /** All types where absent: the levels of a cascade have no fixed type. */
  typeId: z.optional(z.guid()),
});
export type ObjectSource = z.infer<typeof objectSource>;

/** Each source once, in the order of their ids. */
export function distinctSources(sources: readonly ObjectSource[]): ObjectSource[] {
  const byKey = new Map(sources.map((source) => [keyOf(source), source]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, source]) => source);
}

/** Another one where any of the sources differs. */
export function digestOfSources(sources: readonly ObjectSource[]): string {
  return digestOf(distinctSources(sources).map(keyOf));
}

function keyOf({ workspaceId, typeId = '' }: ObjectSource): string {
  return `${workspaceId} ${typeId}`.toLowerCase();
}
