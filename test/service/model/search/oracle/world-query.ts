import type { AttributeTypeCode } from '../../../../../src/api/attribute';
import { combineWithLabelMatch } from '../../../../../src/query';
import type {
  ComparisonOperator,
  Condition,
  Name,
  Operand,
  Path,
  Query,
} from '../../../../../src/query';
import {
  drawn,
  choiceNames,
  days,
  instants,
  names,
  numbers,
  textOfDocument,
  texts,
  type Draw,
  type Asked,
  type World,
  type WorldAttribute,
  type WorldType,
} from './world';
import type fc from '../../../../support/property-testing';

const location = { start: 0, end: 0 };
const anyOperator = ['=', '==', '!=', '~', '!~', '*=', '<', '<=', '>', '>='] as const;

export interface Question extends Omit<Asked, 'world'> {
  readonly query: Query;
  readonly offset: number;
  readonly limit: number;
}

/** Who asks what of a world; the queries mostly mean something there. */
export function anyQuestion(world: World, now: Date): fc.Arbitrary<Question> {
  return drawn((draw) => {
    const deniedTypeIds = new Set(draw.some(world.types, 2).map(({ id }) => id));
    const readable = world.types.filter(({ id }) => !deniedTypeIds.has(id));
    const type = draw.chance(60) ? draw.pick(readable) : undefined;
    return {
      callerId: draw.pick(world.members).id,
      deniedTypeIds,
      ...(type && { typeId: type.id }),
      now,
      query: drawQuery(draw, world, type ? [type] : readable),
      offset: draw.chance(20) ? draw.count(0, 12) : 0,
      limit: draw.chance(30) ? draw.count(1, 5) : 50,
    };
  });
}

function drawQuery(draw: Draw, world: World, types: readonly WorldType[]): Query {
  const orderBy = Array.from({ length: draw.chance(40) ? draw.count(1, 2) : 0 }, () => ({
    path: drawPath(draw, world, types).path,
    direction: draw.pick(['asc', 'desc'] as const),
    location,
  }));
  if (draw.chance(10)) return { orderBy };
  if (draw.chance(25)) return drawTyped(draw, world, types, { orderBy });
  return { condition: drawCondition(draw, world, types, 3), orderBy };
}

/** As a picker asks for what somebody typed. */
function drawTyped(draw: Draw, world: World, types: readonly WorldType[], query: Query): Query {
  const shown = [...texts, ...choiceNames, ...world.members.map(({ name }) => name)];
  const words = shown.flatMap((text) => text.split(' '));
  const typed = Array.from({ length: draw.count(1, 3) }, () => {
    const word = draw.pick(words);
    return draw.chance(50) ? word : word.slice(draw.count(0, 2), draw.count(3, 6));
  });
  const searched = draw.some(
    types.flatMap(({ attributes }) => attributes).filter(({ code }) => named.includes(code)),
    3,
  );
  const condition = draw.chance(30) ? drawCondition(draw, world, types, 1) : undefined;
  const configured = condition ? { ...query, condition } : query;
  const names = [...new Set(searched.map(({ name }) => name))];
  return combineWithLabelMatch(configured, typed.join(' '), names);
}

const named: readonly string[] = [
  'TEXT',
  'EMAIL',
  'URL',
  'OPTION',
  'WORKFLOW',
  'USER',
  'REFERENCE',
];

function drawCondition(
  draw: Draw,
  world: World,
  types: readonly WorldType[],
  depth: number,
): Condition {
  if (depth === 0 || draw.chance(60)) return drawComparison(draw, world, types);
  const inner = () => drawCondition(draw, world, types, depth - 1);
  if (draw.chance(25)) return { kind: 'not', operand: inner(), location };
  return { kind: draw.pick(['and', 'or'] as const), operands: [inner(), inner()], location };
}

function drawComparison(draw: Draw, world: World, types: readonly WorldType[]): Condition {
  const { path, end, attribute } = drawPath(draw, world, types);
  const operand = () =>
    (draw.chance(50) && drawHeldValue(draw, world, attribute)) ||
    drawOperand(draw, world, draw.chance(95) ? end : draw.pick(ends));
  const kind = draw.pick(['comparison', 'comparison', 'membership', 'emptiness'] as const);
  const isNegated = draw.chance(40);
  switch (kind) {
    case 'comparison': {
      const operator = drawOperator(draw, end);
      return {
        kind,
        path,
        operator,
        operatorLocation: location,
        operand: operand(),
        location,
      };
    }
    case 'membership': {
      const operands = Array.from({ length: draw.count(1, 3) }, operand);
      return { kind, path, isNegated, operands, location };
    }
    case 'emptiness':
      return { kind, path, isNegated, location };
  }
}

/** What a path is meant to end at. */
type End = AttributeTypeCode | 'label' | 'id' | 'type' | 'created';
const ends: readonly End[] = [
  'TEXT',
  'INTEGER',
  'DATE',
  'OPTION',
  'REFERENCE',
  'USER',
  'id',
  'type',
];
const builtIns = [
  ['Label', 'label'],
  ['Id', 'id'],
  ['TYPE', 'type'],
  ['created', 'created'],
  ['Updated', 'created'],
] as const;

/** Follows references as far as the draw has it; types that the caller may not read included. */
function drawPath(
  draw: Draw,
  world: World,
  types: readonly WorldType[],
): { path: Path; end: End; attribute?: WorldAttribute } {
  const walked: Name[] = [];
  const pathTo = (text: string, isQuoted: boolean): Path => ({
    names: [...walked, { text, isQuoted, location }],
    location,
  });
  let reached = types;
  while (walked.length < 4) {
    if (draw.chance(15)) {
      const [name, end] = draw.pick(builtIns);
      return { path: pathTo(name, false), end };
    }
    const attributes = reached.flatMap((type) => type.attributes);
    if (attributes.length === 0 || draw.chance(3)) break;
    const attribute = draw.pick(attributes);
    const { name, code, targetTypeId } = attribute;
    const isQuoted = name !== 'A' && name !== 'B';
    if (code !== 'REFERENCE' || draw.chance(30)) {
      return { path: pathTo(name, isQuoted), end: code, attribute };
    }
    walked.push({ text: name, isQuoted, location });
    reached = world.types.filter(({ id }) => id === targetTypeId);
  }
  return { path: pathTo(draw.pick(names), true), end: draw.pick(ends) };
}

function drawOperator(draw: Draw, end: End): ComparisonOperator {
  if (draw.chance(5)) return draw.pick(anyOperator);
  if (ordered.includes(end)) return draw.pick(['=', '==', '!=', '<', '<=', '>', '>=']);
  if (end === 'BOOLEAN' || end === 'id') return draw.pick(['=', '==', '!=']);
  return draw.pick(['=', '==', '!=', '~', '!~', '*=', '~', '*=']);
}

const times: readonly End[] = ['DATE', 'DATETIME', 'SYSTEM_CREATED', 'SYSTEM_UPDATED', 'created'];
const ordered: readonly End[] = ['INTEGER', 'DECIMAL', ...times];

/** What some object has there, so that queries find something. */
function drawHeldValue(
  draw: Draw,
  { objects, files }: World,
  attribute: WorldAttribute | undefined,
): Operand | undefined {
  if (attribute === undefined) return undefined;
  const held = objects.flatMap(({ values }) => values.get(attribute.id) ?? []);
  if (held.length === 0) return undefined;
  const value = draw.pick(held);
  if (attribute.code === 'REFERENCE') return call('objectId', value);
  if (attribute.code === 'USER') return call('userId', value);
  if (attribute.choices.length > 0) return string(draw.pick(attribute.choices).name);
  const text = files.get(value) ?? textOfDocument(value);
  return string(draw.chance(70) ? text : text.slice(draw.count(1, 3)));
}

function drawOperand(draw: Draw, world: World, end: End): Operand {
  const { objects, members, stranger } = world;
  const people = [...members, stranger];
  const anyId = () => (objects.length > 0 ? draw.pick(objects).id : draw.id());
  switch (end) {
    case 'INTEGER':
    case 'DECIMAL': {
      const text = draw.pick(numbers);
      return draw.chance(50) ? string(text) : number(text);
    }
    case 'BOOLEAN':
      return { kind: 'word', text: draw.pick(['true', 'FALSE']), location };
    case 'DATE':
    case 'DATETIME':
    case 'SYSTEM_CREATED':
    case 'SYSTEM_UPDATED':
    case 'created':
      if (draw.chance(30)) return call('now', ...draw.some(['-7d', '+36h', '-30m'], 1));
      return string(draw.pick([...days, ...instants]));
    case 'OPTION':
    case 'WORKFLOW': {
      const choices = world.types.flatMap(({ attributes }) =>
        attributes.flatMap((attribute) => attribute.choices.map(({ id }) => id)),
      );
      return string(draw.pick(draw.chance(20) ? [...choices, 'gone'] : changed(draw, choiceNames)));
    }
    case 'type':
      return string(draw.pick(changed(draw, ['City', 'Laptop', 'Person', 'Site'])));
    case 'id':
      return draw.chance(50) ? call('objectId', anyId()) : string(anyId());
    case 'REFERENCE':
      return draw.chance(50) ? call('objectId', anyId()) : string(draw.pick(changed(draw, texts)));
    case 'USER': {
      const person = draw.pick(people);
      return draw.pick([
        call('currentUser'),
        call('userId', person.id.toUpperCase()),
        call('user', person.email.toUpperCase()),
        string(draw.pick(changed(draw, [person.name]))),
        string(person.name.slice(draw.count(0, 3)).toUpperCase()),
        string(draw.pick(person.name.split(' ')).slice(0, draw.count(1, 3))),
        number('42'),
      ]);
    }
    case 'TEXT':
    case 'EMAIL':
    case 'URL':
    case 'MEDIA':
    case 'RICH_TEXT':
    case 'label':
      return string(draw.pick(changed(draw, texts)));
  }
}

/** As a person may type them. */
function changed(draw: Draw, written: readonly string[]): string[] {
  if (draw.chance(40)) return [...written];
  if (draw.chance(50)) return written.map((text) => text.toUpperCase());
  return ['', 'p', 'ma', 'é', ' pro ', 'pro pro', 'x1', '\0', '\ud800', '?!'];
}

function string(value: string): Operand {
  return { kind: 'string', value, location };
}

function number(text: string): Operand {
  return { kind: 'number', value: Number(text), text, location };
}

function call(name: string, ...values: string[]): Operand {
  return {
    kind: 'call',
    name,
    arguments: values.map((value) => ({ kind: 'string', value, location })),
    location,
  };
}
