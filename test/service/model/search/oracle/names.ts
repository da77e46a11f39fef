import type { AttributeTypeCode } from '../../../../../src/api/attribute';
import type { Name, Path } from '../../../../../src/query';
import { Meaningless } from './meaningless';
import type { World, WorldAttribute, WorldObject, WorldType } from './world';

/** Who searches what, and when. */
export interface Asked {
  readonly world: World;
  readonly callerId: string;
  /** The types that the caller may not read. */
  readonly deniedTypeIds: ReadonlySet<string>;
  /** Absent for a search over all types. */
  readonly typeId?: string;
  readonly now: Date;
}

/** What the values of an attribute are compared as. */
export type Kind =
  | 'label'
  | 'id'
  | 'type'
  | 'text'
  | 'number'
  | Exclude<AttributeTypeCode, 'TEXT' | 'EMAIL' | 'URL' | 'INTEGER' | 'DECIMAL'>;

export function kindOf(code: AttributeTypeCode): Kind {
  if (code === 'TEXT' || code === 'EMAIL' || code === 'URL') return 'text';
  return code === 'INTEGER' || code === 'DECIMAL' ? 'number' : code;
}

const builtIns: ReadonlyMap<string, Kind> = new Map([
  ['label', 'label'],
  ['id', 'id'],
  ['type', 'type'],
  ['created', 'SYSTEM_CREATED'],
  ['updated', 'SYSTEM_UPDATED'],
]);

/** A quoted name is an attribute's. */
export function builtInKind({ text, isQuoted }: Name): Kind | undefined {
  return isQuoted ? undefined : builtIns.get(text.toLowerCase());
}

export function readableTypes({ world, deniedTypeIds }: Asked): WorldType[] {
  return world.types.filter(({ id }) => !deniedTypeIds.has(id));
}

export function attributesNamed(types: readonly WorldType[], { text }: Name): WorldAttribute[] {
  return types
    .flatMap(({ attributes }) => attributes)
    .filter(({ name }) => name.toLowerCase() === text.toLowerCase());
}

/** The readable objects that an object refers to by this name. */
export function referencesFrom(object: WorldObject, name: Name, asked: Asked): WorldObject[] {
  const types = readableTypes(asked);
  const own = types.filter(({ id }) => id === object.typeId);
  return attributesNamed(own, name)
    .filter(({ code }) => code === 'REFERENCE')
    .flatMap(({ id }) => object.values.get(id) ?? [])
    .flatMap((targetId) => asked.world.objects.filter(({ id }) => id === targetId))
    .filter(({ typeId }) => types.some(({ id }) => id === typeId));
}

/** How many names of a path stand for several values of one object. */
export function multipleNamesOf(path: Path, from: readonly WorldType[], asked: Asked): number {
  const readable = readableTypes(asked);
  let types = from;
  return path.names.filter((name) => {
    const attributes = attributesNamed(types, name).filter(
      ({ targetTypeId }) =>
        targetTypeId === undefined || readable.some(({ id }) => id === targetTypeId),
    );
    const isEnd = name === path.names.at(-1);
    types = readable.filter(({ id }) => attributes.some((one) => one.targetTypeId === id));
    if (isEnd && builtInKind(name)) return false;
    const followed = attributes.filter(({ code }) => isEnd || code === 'REFERENCE');
    return followed.some(({ isMultiple }) => isMultiple);
  }).length;
}

/** What a path can end at: the kinds of its values, each with the types and attributes it is of. */
export type Ends = ReadonlyMap<
  Kind,
  { readonly types: readonly WorldType[]; readonly attributes: readonly WorldAttribute[] }
>;

/**
 * Empty for a path into what the caller may not read.
 * @throws Meaningless for a name that leads nowhere from any type
 */
export function endsOf(path: Path, from: readonly WorldType[], asked: Asked): Ends {
  if (path.names.length > 5) throw new Meaningless();
  let types = from;
  let isHidden = false;
  for (const name of path.names.slice(0, -1)) {
    const references = attributesNamed(types, name).filter(({ code }) => code === 'REFERENCE');
    if (references.length === 0 && !isHidden) throw new Meaningless();
    const targetIds = references.map(({ targetTypeId }) => targetTypeId ?? '');
    types = readableTypes(asked).filter(({ id }) => targetIds.includes(id));
    isHidden ||= targetIds.some((id) => asked.deniedTypeIds.has(id));
  }
  if (types.length === 0 && isHidden) return new Map();
  const last = path.names.at(-1)!;
  const builtIn = builtInKind(last);
  if (builtIn) return new Map([[builtIn, { types, attributes: [] }]]);
  const attributes = attributesNamed(types, last);
  if (attributes.length === 0 && !isHidden) throw new Meaningless();
  return new Map(
    attributes.map(({ code }) => {
      const kind = kindOf(code);
      return [kind, { types, attributes: attributes.filter((one) => kindOf(one.code) === kind) }];
    }),
  );
}
