import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../base/database/database';
import { getAttributeKind, readConfiguration } from '../values/attribute-kinds';
import type { StoredAttribute, StoredState } from '../values/attribute-kinds';

export interface ReadableType {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Whether access to read its objects is everyone's. */
  readonly isReadByEveryMember: boolean;
  /** One emoji. */
  readonly symbol: string | null;
  /** In their order. */
  readonly attributes: readonly StoredAttribute[];
}

/** What an attribute takes in memory beside its texts and its options. */
const attributeOwnBytes = 1_000;
/** What a type or a state takes beside its texts. */
const ownBytes = 500;

/** A configuration above this is read by itself. */
const longConfigurationBytes = 2_000;

/** How much one statement reads of a schema: others have their turns in between. */
const maximumReadBytes = 4_000_000;
/** The same by the stored size, which is up to four times as small. */
const maximumPieceBytes = 1_000_000;
/** By the stored size, too. Several schemas above this aren't read at once. */
const largeSchemaBytes = 8_000_000;
/** What a row takes beside its texts. */
const rowBytes = 150;

interface AttributeRow {
  readonly id: string;
  readonly typeId: string;
  readonly name: string;
  readonly description: string | null;
  readonly attributeTypeCode: string;
  readonly isLabel: boolean;
  /** Null where it is long, too. */
  readonly configuration: Record<string, unknown> | null;
  /** 0 for none. Null where it is long, and maybe in another case. */
  readonly configurationBytes: number | null;
}

interface TypeRow extends Omit<ReadableType, 'attributes'> {
  /** What reading its attributes takes, without long configurations. */
  readonly bytes: number;
}

const readTypesStatement = `
  select type.id, type.name, type.description, type.everyone_reads as "isReadByEveryMember", type.symbol, coalesce(sum(
    ${rowBytes} + octet_length(attribute.name) + coalesce(octet_length(attribute.description), 0)
      + coalesce(least(pg_column_size(attribute.configuration), ${longConfigurationBytes}), 0)
  ), 0)::float8 as bytes
  from type left join attribute on attribute.workspace_id = $1 and attribute.type_id = type.id
  where type.workspace_id = $1
  group by type.workspace_id, type.id
  order by lower(type.name), type.id`;

/** All types of a workspace with their attributes, by name. */
export async function readTypes(
  database: Queryable,
  workspaceId: string,
): Promise<readonly ReadableType[]> {
  const types = await database.queryPrepared<TypeRow>(readTypesStatement, [workspaceId]);
  const read = () => readInPieces(database, workspaceId, types);
  const bytes = types.reduce((sum, type) => sum + type.bytes, 0);
  const attributes = await (bytes > largeSchemaBytes ? inTurn(read) : read());
  return types.map(({ id, name, description, isReadByEveryMember, symbol }) => ({
    ...{ id, name, description, isReadByEveryMember, symbol },
    attributes: attributes.get(id) ?? [],
  }));
}

let lastLarge: Promise<unknown> = Promise.resolve();

/** Reads large schemas one at a time: beside those that are kept, memory has room for one. */
function inTurn<Schema>(read: () => Promise<Schema>): Promise<Schema> {
  const reading = lastLarge.then(read);
  lastLarge = reading.catch(() => undefined);
  return reading;
}

/** The attributes of these types, by the ids of the types. */
async function readInPieces(
  database: Queryable,
  workspaceId: string,
  types: readonly TypeRow[],
): Promise<ReadonlyMap<string, readonly StoredAttribute[]>> {
  const attributes = new Map<string, StoredAttribute[]>();
  for (const some of inPieces(types)) {
    for (const attribute of await readAttributes(database, workspaceId, some)) {
      const others = attributes.get(attribute.typeId);
      if (others) others.push(attribute);
      else attributes.set(attribute.typeId, [attribute]);
    }
  }
  return attributes;
}

/** The ids of these types, as many together as one statement reads. */
function inPieces(types: readonly TypeRow[]): string[][] {
  const pieces: string[][] = [];
  let room = 0;
  for (const { id, bytes } of types) {
    if (bytes > room) {
      pieces.push([]);
      room = maximumPieceBytes;
    }
    room -= bytes;
    pieces.at(-1)?.push(id);
  }
  return pieces;
}

/** The attributes of these types of the workspace, each type's in their order. */
export async function readAttributes(
  database: Queryable,
  workspaceId: string,
  typeIds: readonly string[],
): Promise<StoredAttribute[]> {
  const types = await database.queryPrepared<{ attributes: readonly AttributeTuple[] }>(
    readAttributesStatement,
    [workspaceId, typeIds],
  );
  const rows = types.flatMap(({ attributes }) => attributes.map(rowOf));
  return rows.flatMap(await readParts(database, workspaceId, rows));
}

/** Names that each row repeats take as long to read as what they name. */
type AttributeTuple = readonly [
  AttributeRow['id'],
  AttributeRow['typeId'],
  AttributeRow['name'],
  AttributeRow['description'],
  AttributeRow['attributeTypeCode'],
  AttributeRow['isLabel'],
  AttributeRow['configuration'],
  AttributeRow['configurationBytes'],
];

/** The stored size of a long configuration is much smaller where it repeats itself, so that both are looked at. */
const readAttributesStatement = `
  select json_agg(json_build_array(
    id, type_id, name, description, attribute_type_code, is_label,
    case when pg_column_size(configuration) <= ${longConfigurationBytes}
      and octet_length(configuration::text) <= ${longConfigurationBytes} then configuration end,
    case when configuration is null then 0
      when pg_column_size(configuration) <= ${longConfigurationBytes} then octet_length(configuration::text)
    end
  ) order by position, id) as attributes
  from attribute where workspace_id = $1 and type_id = any ($2::uuid[]) group by type_id`;

/** Field by field: a schema can have thousands, and to spread each takes fifty times as long. */
function rowOf(tuple: AttributeTuple): AttributeRow {
  return {
    id: tuple[0],
    typeId: tuple[1],
    name: tuple[2],
    description: tuple[3],
    attributeTypeCode: tuple[4],
    isLabel: tuple[5],
    configuration: tuple[6],
    configurationBytes: tuple[7],
  };
}

/** Returns what makes attributes of these rows; none of one that is deleted meanwhile. */
async function readParts(
  database: Queryable,
  workspaceId: string,
  rows: readonly AttributeRow[],
): Promise<(row: AttributeRow) => StoredAttribute | []> {
  const configurations = await readLongConfigurations(database, workspaceId, rows);
  const states = await readStates(database, workspaceId, rows);
  return (row) => {
    if (!isLong(row)) return toShortAttribute(row, states);
    const configuration = configurations.get(row.id);
    return configuration === undefined ? [] : toLongAttribute(row, configuration);
  };
}

function isLong({ configuration, configurationBytes }: AttributeRow): boolean {
  return configuration === null && configurationBytes !== 0;
}

interface LongConfiguration {
  readonly further: Record<string, unknown>;
  /** JSON in UTF-8: outside the heap. */
  readonly options: Buffer;
}

interface LongConfigurationRow {
  readonly id: string;
  readonly further: Record<string, unknown>;
  readonly options: string;
}

/** Those of these attributes that are long, a few at a time: as many as are likely to fit into one statement. */
async function readLongConfigurations(
  database: Queryable,
  workspaceId: string,
  rows: readonly AttributeRow[],
): Promise<ReadonlyMap<string, LongConfiguration>> {
  const ids = rows.filter(isLong).map(({ id }) => id);
  const configurations = new Map<string, LongConfiguration>();
  let count = 4;
  for (let first = 0; first < ids.length;) {
    const some = await database.queryPrepared<LongConfigurationRow>(longConfigurationsStatement, [
      workspaceId,
      ids.slice(first, first + count),
    ]);
    first += count;
    let bytes = 1;
    for (const { id, further, options } of some) {
      const text = Buffer.from(options);
      bytes += text.length;
      configurations.set(id, { further, options: text });
    }
    count = Math.min(4 * count, Math.max(1, Math.floor((count * maximumReadBytes) / bytes)));
  }
  return configurations;
}

const longConfigurationsStatement = `
  select id, configuration - 'options' as further,
    coalesce(configuration -> 'options', '[]')::text as options
  from attribute where workspace_id = $1 and id = any ($2::uuid[])`;

/** Enough for the pieces of {@link maximumReadBytes}: the states of a workflow take up to 100 kB. */
const workflowsAtOnce = 20;

/** The states of the workflows that these attributes go through, in their order, by the id of the workflow. */
async function readStates(
  database: Queryable,
  workspaceId: string,
  rows: readonly AttributeRow[],
): Promise<ReadonlyMap<string, readonly StoredState[]>> {
  const ids = [...new Set(rows.flatMap((row) => workflowIdOf(row) ?? []))];
  const states = new Map<string, readonly StoredState[]>();
  for (let first = 0; first < ids.length; first += workflowsAtOnce) {
    const some = await database.queryPrepared<{ id: string; states: readonly StoredState[] }>(
      readStatesStatement,
      [workspaceId, ids.slice(first, first + workflowsAtOnce)],
    );
    for (const workflow of some) states.set(workflow.id, workflow.states);
  }
  return states;
}

const readStatesStatement = `
  select workflow_id as id, json_agg(json_strip_nulls(json_build_object(
    'id', id, 'name', name, 'isEndState', is_end_state, 'color', color
  )) order by position) as states
  from workflow_state where workspace_id = $1 and workflow_id = any ($2::uuid[])
  group by workflow_id`;

/** It may be stored in capital letters. */
function workflowIdOf({ configuration }: AttributeRow): string | undefined {
  return configuration === null
    ? undefined
    : readConfiguration(configuration).workflowId?.toLowerCase();
}

function toShortAttribute(
  row: AttributeRow,
  states: ReadonlyMap<string, readonly StoredState[]>,
): StoredAttribute {
  const { options, ...further } = row.configuration ?? {};
  return options === undefined
    ? toAttribute(row, states)
    : toLongAttribute(row, { further, options: Buffer.from(JSON.stringify(options)) });
}

function toAttribute(
  row: AttributeRow,
  states: ReadonlyMap<string, readonly StoredState[]>,
): StoredAttribute {
  const { isRequired, isMultiple, options, targetTypeId, workflowId } = readConfiguration(
    row.configuration,
  );
  return {
    id: row.id,
    typeId: row.typeId,
    name: row.name,
    description: row.description,
    configuration: row.configuration,
    configurationBytes: row.configurationBytes ?? 0,
    isLabel: row.isLabel,
    isRequired,
    isMultiple,
    options,
    targetTypeId,
    workflowId,
    states: (workflowId !== undefined && states.get(workflowId.toLowerCase())) || [],
    kind: getAttributeKind(row.attributeTypeCode),
  };
}

/** Options as objects take several times as much memory as text: these are read when they are asked for. */
function toLongAttribute(
  { id, typeId, name, description, isLabel, attributeTypeCode }: AttributeRow,
  { further, options }: LongConfiguration,
): StoredAttribute {
  const { isRequired, isMultiple, targetTypeId, workflowId } = readConfiguration(further);
  return {
    ...{ id, typeId, name, description, isLabel, kind: getAttributeKind(attributeTypeCode) },
    ...{ isRequired, isMultiple, targetTypeId, workflowId },
    configurationBytes: options.length,
    states: [],
    get configuration() {
      return { ...further, options: parse(options) };
    },
    get options() {
      return longOptions.memo(options);
    },
  };
}

function parse(json: Buffer): unknown {
  return JSON.parse(json.toString());
}

/** What an option takes in memory beside its texts. */
const optionBytes = 150;

/** The options that were asked for last: each search for one looks at all of its attribute. */
const longOptions = new LRUCache<Buffer, StoredAttribute['options']>({
  maxSize: 64_000_000,
  sizeCalculation: (options, text) => text.length + optionBytes * options.length,
  memoMethod: (text) => readConfiguration({ options: parse(text) }).options,
});

/** What a schema takes in memory. */
export function bytesOfTypes(types: readonly ReadableType[]): number {
  const workflows = new Set<readonly StoredState[]>();
  let bytes = 0;
  for (const { name, description, attributes } of types) {
    bytes += ownBytes + 2 * (name.length + (description?.length ?? 0));
    for (const attribute of attributes) {
      bytes += bytesOfAttribute(attribute);
      workflows.add(attribute.states);
    }
  }
  for (const states of workflows) {
    for (const { name } of states) bytes += ownBytes + 2 * name.length;
  }
  return bytes;
}

function bytesOfAttribute({ name, description, configurationBytes }: StoredAttribute): number {
  return attributeOwnBytes + 2 * (name.length + (description?.length ?? 0)) + configurationBytes;
}
