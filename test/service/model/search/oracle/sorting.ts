import type { Condition, Query, Sort } from '../../../../../src/query';
import { fold, labelOfObject } from './compare-by';
import { Meaningless } from './meaningless';
import { endsOf, multipleNamesOf, type Asked, type Ends, type Kind } from './names';
import type { WorldObject, WorldType } from './world';
import { valuesAt } from './values-at';

type Order = (one: WorldObject, other: WorldObject) => number;
type Key = number | string;

/** As the query says, else what begins as typed first; then by label and id. */
export function sortsOf(query: Query, types: readonly WorldType[], asked: Asked): Order[] {
  const label = (object: WorldObject) => fold(labelOfObject(object.id, asked));
  const typed = query.condition && typedLabel(query.condition);
  const asSaid = query.orderBy.flatMap((sort) => sortsBy(sort, types, asked));
  const asTyped: Order[] =
    typed === undefined || query.orderBy.length > 0
      ? []
      : [by((object) => (label(object).startsWith(fold(typed)) ? 0 : 1))];
  return [...asSaid, ...asTyped, by(label), by(({ id }) => id)];
}

function by(keyOf: (object: WorldObject) => Key): Order {
  return (one, other) => compareKeys(keyOf(one), keyOf(other));
}

/** Texts by their characters' codes. */
function compareKeys(one: Key, other: Key): number {
  if (typeof one === 'number') return one - Number(other);
  return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
}

/** The text of the last `Label ~ "..."` that every result satisfies. */
function typedLabel(condition: Condition): string | undefined {
  if (condition.kind === 'and') {
    return condition.operands.map(typedLabel).findLast((text) => text !== undefined);
  }
  if (condition.kind !== 'comparison' || condition.operator !== '~') return undefined;
  const { path, operand } = condition;
  const [name] = path.names;
  const isLabel = path.names.length === 1 && !name!.isQuoted && /^label$/i.test(name!.text);
  return isLabel && operand.kind === 'string' ? operand.value : undefined;
}

/** One kind of values after the other; of several values the first counts, none comes last. */
function sortsBy({ path, direction }: Sort, types: readonly WorldType[], asked: Asked): Order[] {
  const ends = endsOf(path, types, asked);
  if (multipleNamesOf(path, types, asked) > 1) throw new Meaningless();
  return [...ends].map(([kind, end]) => {
    const keyOf = keyReader(kind, end, asked);
    const bestOf = (object: WorldObject) => {
      const keys = valuesAt(object, path.names, asked)
        .filter((value) => value.kind === kind)
        .flatMap(({ value }) => keyOf(value) ?? [])
        .sort(compareKeys);
      return direction === 'asc' ? keys[0] : keys.at(-1);
    };
    return (one, other) => {
      const [first, second] = [bestOf(one), bestOf(other)];
      if (first === undefined || second === undefined) {
        return Number(first === undefined) - Number(second === undefined);
      }
      return compareKeys(first, second) * (direction === 'asc' ? 1 : -1);
    };
  });
}

/** What values of a kind sort by; undefined for one that sorts as none. */
function keyReader(
  kind: Kind,
  { types, attributes }: NonNullable<ReturnType<Ends['get']>>,
  asked: Asked,
): (value: string) => Key | undefined {
  const placeAmong = (ids: readonly string[]) => (value: string) =>
    ids.includes(value) ? ids.indexOf(value) : undefined;
  switch (kind) {
    case 'number':
      return Number;
    case 'DATE':
    case 'DATETIME':
    case 'SYSTEM_CREATED':
    case 'SYSTEM_UPDATED':
      return Date.parse;
    case 'OPTION':
    case 'WORKFLOW':
      return placeAmong(attributes.flatMap(({ choices }) => choices.map(({ id }) => id)));
    case 'type':
      return placeAmong(types.map(({ id }) => id));
    case 'USER':
      return placeAmong(asked.world.members.map(({ id }) => id));
    case 'REFERENCE':
      return (value) => fold(labelOfObject(value, asked));
    case 'id':
    case 'BOOLEAN':
      return (value) => value;
    case 'label':
    case 'text':
    case 'MEDIA':
    case 'RICH_TEXT':
      return fold;
  }
}
