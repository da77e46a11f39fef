import type { AttributeTypeCode } from '../../../../../src/api/attribute';
import { drawn, type Draw } from './draw';
import type fc from '../../../../support/property-testing';

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
  const people = ['Ann', 'Ben Ödegaard', 'Pro Mac', 'Zoë'].map((name, index) => ({
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
