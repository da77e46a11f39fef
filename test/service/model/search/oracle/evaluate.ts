import { textMatch, wordsOf } from '../../../../../src/query';
import type { Condition, Operand, Path, Query, Sort, Name } from '../../../../../src/query';
import { compareBy, fold, labelOfObject, type Operator } from './compare-by';
import {
  Meaningless,
  endsOf,
  readableTypes,
  multipleNamesOf,
  attributesNamed,
  builtInKind,
  kindOf,
  referencesFrom,
  textOfDocument,
  type Asked,
  type Ends,
  type Kind,
  type WorldObject,
  type WorldType,
  type WorldAttribute,
} from './world';

type Test = (object: WorldObject) => boolean;

/**
 * The ids of the objects that a query finds, in their order: read off the objects one by one, as
 * docs/query-language.md says it.
 * @throws Meaningless
 */
export function evaluate(query: Query, asked: Asked): string[] {
  const types = searchedTypes(asked);
  const holds = query.condition ? testOf(query.condition, asked) : () => true;
  const sorts = sortsOf(query, types, asked);
  return asked.world.objects
    .filter(({ typeId }) => types.some(({ id }) => id === typeId))
    .filter(holds)
    .sort((one, other) => sorts.map((sort) => sort(one, other)).find((order) => order !== 0) ?? 0)
    .map(({ id }) => id);
}

function searchedTypes(asked: Asked) {
  const types = readableTypes(asked);
  return asked.typeId === undefined ? types : types.filter(({ id }) => id === asked.typeId);
}

function testOf(condition: Condition, asked: Asked): Test {
  switch (condition.kind) {
    case 'and': {
      const tests = condition.operands.map((operand) => testOf(operand, asked));
      return (object) => tests.every((test) => test(object));
    }
    case 'or': {
      const tests = condition.operands.map((operand) => testOf(operand, asked));
      return (object) => tests.some((test) => test(object));
    }
    case 'not':
      return opposite(testOf(condition.operand, asked));
    case 'emptiness': {
      endsOf(condition.path, searchedTypes(asked), asked);
      const isEmpty: Test = (object) => valuesAt(object, condition.path.names, asked).length === 0;
      return condition.isNegated ? opposite(isEmpty) : isEmpty;
    }
    case 'membership': {
      const test = anyValueTest(condition.path, '=', condition.operands, asked);
      return condition.isNegated ? opposite(test) : test;
    }
    case 'comparison': {
      const { path, operator, operand } = condition;
      if (operator === '!=') return opposite(anyValueTest(path, '=', [operand], asked));
      if (operator === '!~') return opposite(anyValueTest(path, '~', [operand], asked));
      return anyValueTest(path, operator, [operand], asked);
    }
  }
}

function opposite(test: Test): Test {
  return (object) => !test(object);
}

/** A name can mean several kinds of values; the comparison has to fit one of them. */
function anyValueTest(
  path: Path,
  operator: Operator,
  operands: readonly Operand[],
  asked: Asked,
): Test {
  const ends = endsOf(path, searchedTypes(asked), asked);
  const tests = new Map(
    [...ends].map(([kind, end]) => [kind, compareBy(kind, operator, operands, end, asked)]),
  );
  const isMeant = ends.size === 0 || [...tests.values()].some((test) => test !== undefined);
  if (!isMeant) throw new Meaningless();
  return (object) =>
    valuesAt(object, path.names, asked).some(
      ({ kind, value }) => tests.get(kind)?.(value) ?? false,
    );
}

type Order = (one: WorldObject, other: WorldObject) => number;
type Key = number | string;

/** As the query says, else first what begins as typed, then what has words that do; then by label and id. */
function sortsOf(query: Query, types: readonly WorldType[], asked: Asked): Order[] {
  const label = (object: WorldObject) => fold(labelOfObject(object.id, asked));
  const typed = query.condition && typedLabel(query.condition);
  const asSaid = query.orderBy.flatMap((sort) => sortsBy(sort, types, asked));
  const asTyped: Order[] =
    typed === undefined || query.orderBy.length > 0
      ? []
      : [
          by((object) => (begins(typed)(labelOfObject(object.id, asked)) ? 0 : 1)),
          by((object) => (label(object).startsWith(fold(typed)) ? 0 : 1)),
        ];
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

/** Whether words of a text begin as typed; of a text without words it doesn't matter. */
function begins(typed: string): (text: string) => boolean {
  return wordsOf(typed).length > 0 ? textMatch(typed) : () => true;
}

/**
 * The text of the last condition on labels by parts of words that every result satisfies. If it looks in other places
 * too, those right before it that look in the same places are for the words before.
 */
function typedLabel(condition: Condition): string | undefined {
  const looks = (condition.kind === 'and' ? condition.operands : [condition]).map(lookOf);
  const last = looks.findLastIndex((look) => look?.places.includes('Label'));
  const look = looks[last];
  if (look === undefined || look.places.length === 1) return look?.text;
  const places = String(look.places);
  const before = looks.findLastIndex(
    (other, index) => index < last && String(other?.places) !== places,
  );
  return looks
    .slice(before + 1, last + 1)
    .map((one) => one?.text)
    .join(' ');
}

/** One text in different places; undefined for all else. */
function lookOf(condition: Condition): { places: string[]; text: string } | undefined {
  const conditions = condition.kind === 'or' ? condition.operands : [condition];
  const places = conditions.flatMap((one) => {
    if (one.kind !== 'comparison' || !['~', '*='].includes(one.operator)) return [];
    const [name] = one.path.names;
    if (one.operand.kind !== 'string' || one.path.names.length > 1 || !name) return [];
    const isLabel = !name.isQuoted && /^label$/i.test(name.text);
    return [
      { place: isLabel ? 'Label' : `${name.isQuoted} ${name.text}`, text: one.operand.value },
    ];
  });
  const [first] = places;
  const isOneText = places.every(({ text }) => text === first?.text);
  const isWhole = places.length === conditions.length && isOneText;
  const isOnce = new Set(places.map(({ place }) => place)).size === places.length;
  return first && isWhole && isOnce
    ? { places: places.map(({ place }) => place), text: first.text }
    : undefined;
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

/** A value as a query sees it: of a file its name, of a rich text its text. */
export interface Value {
  readonly kind: Kind;
  readonly value: string;
}

/** The values at the end of a path: each name but the last goes to all objects referred to. */
function valuesAt(object: WorldObject, [name, ...rest]: readonly Name[], asked: Asked): Value[] {
  if (name === undefined) return [];
  if (rest.length === 0) return ownValues(object, name, asked);
  return referencesFrom(object, name, asked).flatMap((target) => valuesAt(target, rest, asked));
}

function ownValues(object: WorldObject, name: Name, asked: Asked): Value[] {
  const builtIn = builtInKind(name);
  if (builtIn) return [{ kind: builtIn, value: systemValue(builtIn, object, asked) }];
  const types = readableTypes(asked).filter(({ id }) => id === object.typeId);
  return attributesNamed(types, name).flatMap((attribute) =>
    attributeValues(object, attribute, name, asked).map((value) => ({
      kind: kindOf(attribute.code),
      value,
    })),
  );
}

function systemValue(kind: Kind, object: WorldObject, asked: Asked): string {
  if (kind === 'label') return labelOfObject(object.id, asked);
  if (kind === 'type') return object.typeId;
  if (kind === 'id') return object.id;
  return (kind === 'SYSTEM_CREATED' ? object.createdAt : object.updatedAt).toISOString();
}

function attributeValues(
  object: WorldObject,
  { id, code }: WorldAttribute,
  name: Name,
  asked: Asked,
): readonly string[] {
  const values = object.values.get(id) ?? [];
  if (code === 'SYSTEM_CREATED' || code === 'SYSTEM_UPDATED') {
    return [systemValue(code, object, asked)];
  }
  if (code === 'REFERENCE') return referencesFrom(object, name, asked).map((target) => target.id);
  if (code === 'MEDIA') return values.map((key) => asked.world.files.get(key) ?? '');
  return code === 'RICH_TEXT' ? values.map(textOfDocument) : values;
}
