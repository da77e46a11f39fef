import { setImmediate } from 'node:timers/promises';
import type { Queryable } from '../../base/database/database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { choicesOf } from '../values/attribute-kinds';
import { findDoubles } from '../values/folded-name';
import type { Named } from '../values/folded-name';
import { readGroups } from './groups';
import { readTypeNames } from './types';

/** Names from before that are equal in Unicode: new ones like them are refused. */
interface NameDouble {
  /** `Type`, `Attribute of “Laptop”` */
  readonly what: string;
  /** As they are stored; they may look the same. */
  readonly names: readonly string[];
}

/** Finds what shares its name in a workspace, as far as the caller may read it; empty if everything has its own. */
export async function readNameDoubles(
  database: Queryable,
  view: WorkspaceView,
): Promise<NameDouble[]> {
  const types = await readTypeNames(database, view);
  const groups = await readGroups(database, view);
  const doubles = [...describe('Type', types), ...describe('Group', groups)];
  for (const type of view.types) {
    // A type may have very many options: others are answered in between.
    if (!doublesByType.has(type)) await setImmediate();
    doubles.push(...doublesWithin(type));
  }
  return doubles;
}

/** Found once for each type of a schema: a page asks for all of them. */
const doublesByType = new WeakMap<ReadableType, readonly NameDouble[]>();

function doublesWithin(type: ReadableType): readonly NameDouble[] {
  const known = doublesByType.get(type);
  if (known !== undefined) return known;
  const doubles = [
    ...describe(`Attribute of “${type.name}”`, type.attributes),
    ...type.attributes.flatMap((attribute) =>
      describe(`Option or state of “${attribute.name}” in “${type.name}”`, choicesOf(attribute)),
    ),
  ];
  doublesByType.set(type, doubles);
  return doubles;
}

function describe(what: string, all: readonly Pick<Named, 'name'>[]): NameDouble[] {
  return findDoubles(all).map((alike) => ({ what, names: alike.map(({ name }) => name) }));
}
