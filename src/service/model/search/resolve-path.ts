import { builtInNames, findNearName } from '../../../query';
import type { Name, Path } from '../../../query';
import { typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute, ValueKind } from '../values/attribute-kinds';
import { foldName } from '../values/folded-name';
import { QueryProblem } from './query-limits';

/** From an object along references to what a condition or a sort is about. */
export interface ResolvedPath {
  /** Each step follows a reference, to objects that the caller may read only. */
  readonly steps: readonly Step[];
  /**
   * What the path ends at, one leaf per kind of value; a name can mean attributes of several types.
   * Empty if the path leads into what the caller may not read: it has no value then.
   */
  readonly leaves: readonly Leaf[];
}

/**
 * Follows references of types that may be read to types that may be read. What comes next belongs
 * to those types, so that following it needs no look at the types of the objects on the way.
 */
export interface Step {
  readonly attributeIds: readonly string[];
  /** Whether an object may hold several. */
  readonly isMultiple: boolean;
}

export type Leaf = ObjectLeaf | ValueLeaf;

/** Kept with the object itself. */
export interface ObjectLeaf {
  readonly holder: 'object';
  readonly kind: (typeof builtInKinds)[number];
  /** The types of the objects that have it. */
  readonly types: readonly ReadableType[];
  /** Whether that is every type that the path reaches. */
  readonly isOfEveryType: boolean;
}

/** Kept as values of attributes. */
export interface ValueLeaf {
  readonly holder: 'value';
  readonly kind: Exclude<ValueKind, 'created' | 'updated'>;
  /** Of references, those to types that the caller may read: any other has no value in a query. */
  readonly attributes: readonly StoredAttribute[];
  readonly targetTypes: readonly ReadableType[];
}

/** Nobody writes longer paths, and they would only burden the database. */
const maximumNames = 5;

/**
 * Finds what a path means for objects of these types.
 * @throws QueryProblem for a name that no type has, and for a step over something else than a reference
 */
export function resolvePath(
  view: WorkspaceView,
  types: readonly ReadableType[],
  path: Path,
): ResolvedPath {
  if (path.names.length > maximumNames) {
    throw new QueryProblem(`A path can have up to ${maximumNames} names.`, path.location);
  }
  const steps: Step[] = [];
  let reached = types;
  let isWhole = true;
  for (const name of path.names.slice(0, -1)) {
    const references = findReferences(reached, name, isWhole);
    const readable = readableOf(view, references);
    isWhole &&= readable.length === references.length;
    steps.push({
      attributeIds: readable.map(({ id }) => id),
      isMultiple: readable.some(({ isMultiple }) => isMultiple),
    });
    reached = targetTypesOf(view, readable);
  }
  const name = path.names.at(-1);
  return { steps, leaves: name ? findLeaves(view, reached, name, isWhole) : [] };
}

/** @param isWhole false if types that the caller may not read were left out on the way here */
function findReferences(
  types: readonly ReadableType[],
  name: Name,
  isWhole: boolean,
): StoredAttribute[] {
  const attributes = findAttributes(types, name);
  const references = attributes.filter(({ kind }) => kind.valueKind === 'reference');
  if (references.length > 0 || !isWhole) return references;
  if (attributes.length > 0 || findBuiltIn(name)) {
    throw new QueryProblem(
      `"${name.text}" isn’t a reference to other objects, so nothing can follow it after a dot.`,
      name.location,
    );
  }
  throw unknownName(types, name);
}

function findLeaves(
  view: WorkspaceView,
  types: readonly ReadableType[],
  name: Name,
  isWhole: boolean,
): Leaf[] {
  if (types.length === 0 && !isWhole) return [];
  const builtIn = findBuiltIn(name);
  if (builtIn) return [{ holder: 'object', kind: builtIn, types, isOfEveryType: true }];
  const attributes = findAttributes(types, name);
  if (attributes.length === 0 && isWhole) throw unknownName(types, name);
  const kinds = [...new Set(attributes.map(({ kind }) => kind.valueKind))];
  return kinds.map((kind) => {
    const ofKind = attributes.filter((attribute) => attribute.kind.valueKind === kind);
    if (kind === 'created' || kind === 'updated') {
      const typeIds = new Set(ofKind.map(({ typeId }) => typeId));
      const having = types.filter(({ id }) => typeIds.has(id));
      const isOfEveryType = having.length === types.length;
      return { holder: 'object', kind, types: having, isOfEveryType };
    }
    const readable = kind === 'reference' ? readableOf(view, ofKind) : ofKind;
    const targetTypes = targetTypesOf(view, readable);
    return { holder: 'value', kind, attributes: readable, targetTypes };
  });
}

/** Whether a path names what is kept with the object itself. */
export function isOfTheObject({ names: [name, ...others] }: Path): boolean {
  return name !== undefined && others.length === 0 && findBuiltIn(name) !== undefined;
}

const builtInKinds = ['label', 'id', 'type', 'created', 'updated'] as const;

/** A quoted name is always an attribute's. */
function findBuiltIn(name: Name): ObjectLeaf['kind'] | undefined {
  const written = name.text.toLowerCase();
  return name.isQuoted ? undefined : builtInKinds.find((kind) => kind === written);
}

/** The attributes of a type by their folded names; made once for each type of a schema. */
const attributesByName = new WeakMap<ReadableType, Map<string, StoredAttribute[]>>();

/** The attributes of these types that a name stands for, case aside; empty if there are none. */
export function findAttributes(types: readonly ReadableType[], { text }: Name): StoredAttribute[] {
  const wanted = foldName(text);
  return types.flatMap((type) => namedAttributesOf(type).get(wanted) ?? []);
}

function namedAttributesOf(type: ReadableType): ReadonlyMap<string, readonly StoredAttribute[]> {
  const known = attributesByName.get(type);
  if (known !== undefined) return known;
  const named = new Map<string, StoredAttribute[]>();
  for (const attribute of type.attributes) {
    const name = foldName(attribute.name);
    named.set(name, [...(named.get(name) ?? []), attribute]);
  }
  attributesByName.set(type, named);
  return named;
}

function targetTypesOf(
  view: WorkspaceView,
  references: readonly StoredAttribute[],
): ReadableType[] {
  const targetIds = new Set(references.map(({ targetTypeId }) => targetTypeId));
  return view.types.filter(({ id }) => targetIds.has(id));
}

/** Those of these references that lead to types that the caller may read. */
function readableOf(
  view: WorkspaceView,
  references: readonly StoredAttribute[],
): StoredAttribute[] {
  const typeIds = new Set<string | undefined>(typeIdsOf(view.types));
  return references.filter(({ targetTypeId }) => typeIds.has(targetTypeId));
}

function unknownName(types: readonly ReadableType[], name: Name): QueryProblem {
  const [only, ...others] = types;
  const attributes = types.flatMap((type) => type.attributes.map((attribute) => attribute.name));
  const builtIn = name.isQuoted ? [] : builtInNames;
  if (only === undefined || others.length > 0) {
    const advice = adviseNames(name.text, [], [...attributes, ...builtIn]);
    return new QueryProblem(`No type has an attribute "${name.text}".${advice}`, name.location);
  }
  const advice = adviseNames(name.text, attributes, builtIn);
  const message = `The type "${only.name}" has no attribute "${name.text}".${advice}`;
  return new QueryProblem(message, name.location);
}

const maximumListed = 10;

/**
 * Which names can stand in the place of an unknown one: the one most likely meant comes first, then
 * up to 10 others. Empty where there is none.
 * @param unlisted can be meant too, but are not listed
 */
export function adviseNames(
  text: string,
  names: readonly string[],
  unlisted: readonly string[] = [],
): string {
  const near = findNearName(text, [...names, ...unlisted]);
  const others = [...new Set(names)].filter((name) => name !== near);
  const listed = others.length > 0 && listNames(others);
  if (near === undefined) return listed ? ` Use ${listed}.` : '';
  return ` Did you mean "${near}"?${listed ? ` You can also use ${listed}.` : ''}`;
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, maximumListed).map((name) => `"${name}"`);
  const more = names.length - maximumListed;
  return listed.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
