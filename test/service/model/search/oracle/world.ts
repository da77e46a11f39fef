import type { AttributeTypeCode } from '../../../../../src/api/attribute';
import fc from '../../../../support/property-testing';
import type { Name, Path } from '../../../../../src/query';

/** A workspace of random types and objects, as the evaluation in memory knows it. */
export interface World {
  readonly workspaceId: string;
  /** By name. */
  readonly types: readonly WorldType[];
  readonly objects: readonly WorldObject[];
  /** By name. */
  readonly members: readonly Person[];
  /** Someone whom values name but who is no member. */
  readonly stranger: Person;
  /** File names by content key. */
  readonly files: ReadonlyMap<string, string>;
}

export interface WorldType {
  readonly id: string;
  readonly name: string;
  /** The first one is the label. */
  readonly attributes: readonly WorldAttribute[];
}

export interface WorldAttribute {
  readonly id: string;
  readonly name: string;
  readonly code: AttributeTypeCode;
  readonly isMultiple: boolean;
  /** The options of an OPTION, the states of a WORKFLOW. */
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly targetTypeId?: string;
  readonly workflowId?: string;
}

export interface WorldObject {
  readonly id: string;
  readonly typeId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Few enough that queries and values meet, odd enough that reading them wrong shows. */
export const texts = [
  ...['Pro', 'mac pro', 'MacBook Pro 14', 'pro-mac', 'Élan', 'elan vital', 'C++', '!?', '?', '🚀'],
  ...[
    '東京都港区オフィス',
    '港区',
    '区オ',
    '관리사무소',
    '사무',
    '삼',
    'สำนักงาน ใหญ่',
    'นัก',
    'パン',
    'ハン',
  ],
  ...[
    "O’Brien's",
    'obrien',
    "o'brien",
    'Hawaiʻi',
    'brien',
    'हिन्दी',
    'हन',
    'pro\u00admac',
    '\u0301',
  ],
  ...['Straße', 'STRASSE', 'Ὀδυσσεύς', '{{x}}', "a' | 'b:*", '100%', 'back\\slash', '"', '14', '1'],
];
export const numbers = ['0', '1', '-0.5', '16', '16.0', '2500', '1999.90', '2024'];
export const days = ['2024-02-29', '2025-12-31', '2026-11-13', '2026-11-14', '2026-11-20'];
export const instants = [
  ...['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.000Z', '2026-11-13T12:00:00.000Z'],
  ...['2026-11-14T00:00:00.000Z', '2026-11-20T11:59:59.999Z', '2026-11-20T12:00:00.000Z'],
];
export const choiceNames = ['In use', 'in-use', 'Rétired', 'Pro', '!?', 'In stock 14'];
export const names = ['A', 'B', 'C', 'D', 'E', 'Label', 'Type', 'Long name'];

const codes: readonly AttributeTypeCode[] = [
  ...(['TEXT', 'EMAIL', 'URL', 'INTEGER', 'DECIMAL', 'BOOLEAN', 'DATE', 'DATETIME'] as const),
  ...(['OPTION', 'REFERENCE', 'REFERENCE', 'REFERENCE', 'USER', 'WORKFLOW', 'MEDIA'] as const),
  ...(['RICH_TEXT', 'SYSTEM_CREATED', 'SYSTEM_UPDATED'] as const),
];

const updatedAfterMs = 130_000_000;

export const anyWorld: fc.Arbitrary<World> = drawn((draw) => {
  const typeIds = ['City', 'Laptop', 'Person', 'Site'].map((name) => ({ id: draw.id(), name }));
  const types = typeIds.map(({ id, name }) => ({
    id,
    name,
    attributes: drawAttributes(
      draw,
      typeIds.map((type) => type.id),
    ),
  }));
  const people = ['Ann', 'Ben Ödegaard', 'Pro Mac', 'Zoë 42'].map((name, index) => ({
    id: draw.id(),
    name,
    email: `${draw.id()}${index}@example.com`,
  }));
  const [stranger, ...members] = [people[2]!, people[0]!, people[1]!, people[3]!];
  const files = new Map<string, string>();
  const bare = types.flatMap((type) =>
    Array.from({ length: draw.count(1, 7) }, () => ({ id: draw.id(), type })),
  );
  const objects = bare.map(({ id, type }) => {
    const createdAt = new Date(draw.pick(instants));
    const valuesOf = (attribute: WorldAttribute, index: number) =>
      drawValues(draw, attribute, index === 0, {
        targets: bare.filter((target) => target.type.id === attribute.targetTypeId),
        people,
        files,
      });
    return {
      id,
      typeId: type.id,
      createdAt,
      updatedAt: new Date(createdAt.getTime() + updatedAfterMs),
      values: new Map(
        type.attributes.map((attribute, index) => [attribute.id, valuesOf(attribute, index)]),
      ),
    };
  });
  return { workspaceId: draw.id(), types, objects, members, stranger, files };
});

function drawAttributes(draw: Draw, typeIds: readonly string[]): WorldAttribute[] {
  const label = {
    id: draw.id(),
    name: 'Name',
    code: 'TEXT',
    isMultiple: false,
    choices: [],
  } as const;
  return [label, ...draw.some(names, 7).map((name) => drawAttribute(draw, name, typeIds))];
}

function drawAttribute(draw: Draw, name: string, typeIds: readonly string[]): WorldAttribute {
  const code = draw.pick(codes);
  const plain = { id: draw.id(), name, code, isMultiple: false, choices: [] };
  const isMultiple = draw.chance(50);
  const choices = () => {
    const chosen = draw.some(choiceNames, 4);
    return (chosen.length > 0 ? chosen : ['Pro']).map((choice) => ({
      id: draw.id(),
      name: choice,
    }));
  };
  if (code === 'WORKFLOW') return { ...plain, choices: choices(), workflowId: draw.id() };
  if (code === 'OPTION') return { ...plain, isMultiple, choices: choices() };
  if (code === 'REFERENCE') return { ...plain, isMultiple, targetTypeId: draw.pick(typeIds) };
  return { ...plain, isMultiple: isMultiple && !code.startsWith('SYSTEM_') };
}

interface Targets {
  readonly targets: readonly { readonly id: string }[];
  readonly people: readonly Person[];
  /** Each file is the value of one attribute of one object. */
  readonly files: Map<string, string>;
}

function drawValues(
  draw: Draw,
  { code, choices, isMultiple }: WorldAttribute,
  isRequired: boolean,
  { targets, people, files }: Targets,
): string[] {
  const among = (values: readonly string[]) => draw.some(values, isMultiple ? 3 : 1);
  const choiceIds = choices.map(({ id }) => id);
  switch (code) {
    case 'TEXT':
      return isRequired ? [draw.pick(texts)] : among(texts);
    case 'EMAIL':
      return among(['ann@example.com', 'pro@mac.example']);
    case 'URL':
      return among(['https://example.com/pro', 'https://mac.example/14']);
    case 'INTEGER':
      return among(['0', '1', '16', '2024']);
    case 'DECIMAL':
      return among(numbers);
    case 'BOOLEAN':
      return among(['true', 'false']);
    case 'DATE':
      return among(days);
    case 'DATETIME':
      return among(instants);
    case 'OPTION':
      return among(choiceIds);
    case 'WORKFLOW':
      return [draw.pick(choiceIds)];
    case 'REFERENCE':
      return among(targets.map(({ id }) => id));
    case 'USER':
      return among(people.map(({ id }) => id));
    case 'MEDIA':
      return among(texts).map((fileName) => {
        const key = draw.id();
        files.set(key, fileName);
        return key;
      });
    case 'RICH_TEXT':
      return among(texts).map((text) => (draw.chance(50) ? text : documentOf(text)));
    case 'SYSTEM_CREATED':
    case 'SYSTEM_UPDATED':
      return [];
  }
}

function documentOf(text: string): string {
  const paragraph = { type: 'paragraph', content: [{ type: 'text', text }] };
  return JSON.stringify({ type: 'doc', content: [paragraph] });
}

/** What a rich text of {@link anyWorld} says. */
export function textOfDocument(value: string): string {
  const known = texts.find((text) => documentOf(text) === value);
  return known ?? value;
}

/** Draws values one after the other, so that each can depend on those before. */
export interface Draw {
  pick<Item>(items: readonly Item[]): Item;
  some<Item>(items: readonly Item[], atMost: number): Item[];
  count(from: number, to: number): number;
  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean;
  id(): string;
}

/** What `build` makes of random draws; it shrinks to earlier items and smaller counts. */
export function drawn<Value>(build: (draw: Draw) => Value): fc.Arbitrary<Value> {
  return fc.noBias(fc.gen()).map((generate) =>
    build({
      pick: (items) => items[generate(fc.nat, { max: items.length - 1 })]!,
      some: (items, atMost) =>
        items.length === 0
          ? []
          : generate(fc.subarray, [...items], { maxLength: Math.min(atMost, items.length) }),
      count: (from, to) => generate(fc.integer, { min: from, max: to }),
      chance: (percent) => generate(fc.integer, { min: 0, max: 99 }) >= 100 - percent,
      id: () => generate(fc.uuid),
    }),
  );
}

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

/** The query has no meaning for this caller: the service refuses it. */
export class Meaningless extends Error {}
