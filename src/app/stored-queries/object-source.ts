import * as z from 'zod/mini';

/** Where objects of a field are. */
export const objectSource = z.object({
  workspaceId: z.guid(),
  /** All types where absent: the levels of a cascade have no fixed type. */
  typeId: z.optional(z.guid()),
});
export type ObjectSource = z.infer<typeof objectSource>;

/** Each source once, in the order of their ids. */
export function distinctSources(sources: readonly ObjectSource[]): ObjectSource[] {
  const byKey = new Map(sources.map((source) => [sourceKey(source), source]));
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, source]) => source);
}

/** Equal for two sources that name the same place. */
export function sourceKey({ workspaceId, typeId = '' }: ObjectSource): string {
  return `${workspaceId} ${typeId}`.toLowerCase();
}
