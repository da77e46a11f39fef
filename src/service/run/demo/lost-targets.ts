import type { Queryable } from '../../base/database';
import type { DemoObject } from './demo-object';
import { rememberTouched } from './demo-tables';
import { objectId, workspaceId } from './schema';

/**
 * Returns the objects without their references to what people deleted before they were imported.
 * What lacks a reference counts as touched, since it is not as it would be in full.
 */
export async function withoutLostTargets(
  database: Queryable,
  objects: readonly DemoObject[],
): Promise<readonly DemoObject[]> {
  const ids = objects.map(({ workspace, type, key }) => objectId(workspace, type, key));
  const targetIds = [...new Set(objects.flatMap(targetsOf))];
  const rows = await database.query<{ id: string }>(
    'select id from object where workspace_id = $1 and id = any ($2::uuid[])',
    [workspaceId('Geography'), targetIds],
  );
  const known = new Set([...ids, ...rows.map(({ id }) => id)]);
  if (targetIds.every((id) => known.has(id))) return objects;
  const isLost = (id: string) => !known.has(id);
  await rememberTouched(
    database,
    ids.filter((_, index) => targetsOf(objects[index]).some(isLost)),
  );
  return objects.map((object) => withoutTargets(object, isLost));
}

function withoutTargets(object: DemoObject, isLost: (id: string) => boolean): DemoObject {
  const lost = new Set(targetsOf(object).filter(isLost));
  if (lost.size === 0) return object;
  const kept = Object.entries(object.values).filter(
    ([, value]) => typeof value !== 'string' || !lost.has(value),
  );
  return { ...object, values: Object.fromEntries(kept) };
}

/** The ids of the objects that an object of the workspace Geography refers to. */
function targetsOf(object: DemoObject | undefined): string[] {
  const { Country, Region } = object?.values ?? {};
  return [Country, Region].filter((target) => typeof target === 'string');
}
