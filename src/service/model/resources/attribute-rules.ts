import type * as z from 'zod';
import type { createAttribute, updateAttribute } from '../../../api/attribute';
import type { Violation } from '../../../api/error-body';
import type { Queryable } from '../../base/database/database';
import { invalid } from '../../base/refusals/refusal';
import { refuseValue } from '../../base/refusals/refused-values';
import {
  checkInput,
  describeSchemaError,
  violationsOf,
} from '../../base/refusals/schema-violations';
import { noId } from '../../base/refusals/storable-inputs';
import { getType } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { findAttributeKind, readConfiguration } from '../values/attribute-kinds';
import type { AttributeKind, StoredAttribute } from '../values/attribute-kinds';
import { findNewDouble, foldName } from '../values/folded-name';
import type { Named } from '../values/folded-name';
import { findWorkflow, keepWorkflows } from './workflows';

export type NewAttribute = z.output<NonNullable<(typeof createAttribute)['body']>>;
export type AttributeChange = z.output<NonNullable<(typeof updateAttribute)['body']>>;
type Configuration = Record<string, unknown> | null;

/**
 * Returns the configuration to keep: null for the defaults, else with every default filled in.
 * @throws Refusal 400 with violations
 */
export async function checkNewAttribute(
  database: Queryable,
  view: WorkspaceView,
  type: ReadableType,
  creation: NewAttribute,
): Promise<Configuration> {
  const kind = findAttributeKind(creation.attributeTypeCode);
  if (kind === undefined) {
    throw refusedField(
      'attributeTypeCode',
      'INVALID',
      creation.attributeTypeCode,
      `This service doesn’t store values of the type ${creation.attributeTypeCode}.`,
    );
  }
  assertNameIsFree(type, creation.name);
  if (creation.isLabel === true) {
    assertCanBeLabel(kind);
    await assertNoneWouldLackLabel(database, view, type.id);
  }
  const configuration = creation.configuration ?? null;
  return checkConfiguration(database, view, kind, { configuration, optionsBefore: [] });
}

/**
 * Returns the configuration to keep: the present one where the change does not name it.
 * @throws Refusal 400 with violations
 */
export async function checkAttributeChange(
  database: Queryable,
  view: WorkspaceView,
  attribute: StoredAttribute,
  change: AttributeChange,
): Promise<Configuration> {
  assertTypeStays(attribute, change);
  if (change.name !== undefined) {
    assertNameIsFree(getType(view, attribute.typeId), change.name, attribute);
  }
  await checkLabelChange(database, view, attribute, change);
  if (change.configuration === undefined) return attribute.configuration;
  const { kind } = attribute;
  const configuration = await checkConfiguration(database, view, kind, {
    configuration: change.configuration,
    optionsBefore: attribute.options,
  });
  await assertValuesStayValid(database, view, attribute, configuration);
  return configuration;
}

function assertTypeStays(
  { kind }: StoredAttribute,
  { attributeTypeCode: code, configuration }: AttributeChange,
): void {
  if (code !== undefined && code !== kind.code) {
    const message = 'You can’t change the type of an attribute.';
    throw refusedField('attributeTypeCode', 'CONFLICT', code, message);
  }
  if (code === undefined && configuration !== undefined) {
    const message =
      'To change the configuration, send attributeTypeCode and the whole configuration.';
    throw refusedField('attributeTypeCode', 'REQUIRED', '', message);
  }
}

async function checkLabelChange(
  database: Queryable,
  view: WorkspaceView,
  attribute: StoredAttribute,
  { isLabel }: AttributeChange,
): Promise<void> {
  if (isLabel === true) assertCanBeLabel(attribute.kind);
  if (isLabel === undefined || isLabel === attribute.isLabel) return;
  if (isLabel) {
    await assertNoneWouldLackLabel(database, view, attribute.typeId, attribute.id);
    return;
  }
  const message = 'A type always has a label: make another attribute the label instead.';
  throw refusedField('isLabel', 'CONFLICT', false, message);
}

/**
 * @param attributeId absent for a new attribute, which no object has a value for. Not null then: Citus
 *   wouldn't know any more that the statement is about one workspace.
 */
async function assertNoneWouldLackLabel(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  typeId: string,
  attributeId = noId,
): Promise<void> {
  const [lacking] = await database.query(
    `select from object
     where workspace_id = $1 and type_id = $2 and not exists (
       select from object_value
       where workspace_id = $1 and object_id = object.id and attribute_id = $3
     )
     limit 1`,
    [workspaceId, typeId, attributeId],
  );
  if (lacking === undefined) return;
  const message =
    'Objects of this type would have no label: give each of them a value of the attribute first.';
  throw refusedField('isLabel', 'CONFLICT', true, message);
}

/** An attribute that keeps a name which it has shared all along may go on sharing it. */
function assertNameIsFree(type: ReadableType, name: string, renamed?: StoredAttribute): void {
  const folded = foldName(name);
  if (renamed !== undefined && foldName(renamed.name) === folded) return;
  const taken = type.attributes.some(
    (attribute) => attribute.id !== renamed?.id && foldName(attribute.name) === folded,
  );
  if (!taken) return;
  const message = `An attribute of this type is already called "${name}": choose another name.`;
  throw refusedField('name', 'CONFLICT', name, message);
}

function assertCanBeLabel(kind: AttributeKind): void {
  if (kind.valueKind === 'text') return;
  throw refusedField('isLabel', 'INVALID', true, 'Only TEXT, EMAIL and URL can be the label.');
}

interface WrittenConfiguration {
  readonly configuration: Configuration;
  readonly optionsBefore: readonly Named[];
}

async function checkConfiguration(
  database: Queryable,
  view: WorkspaceView,
  kind: AttributeKind,
  { configuration, optionsBefore }: WrittenConfiguration,
): Promise<Configuration> {
  const result = checkInput(kind.configuration, configuration ?? {});
  if (!result.success) {
    const violations = violationsOf(
      result.error,
      configuration ?? {},
      'ATTRIBUTE',
      'configuration',
    );
    throw invalid(describeSchemaError(result.error, 'configuration'), violations);
  }
  if (configuration === null) return null;
  const facts = readConfiguration(result.data);
  assertOptionsDiffer(facts.options, optionsBefore);
  await assertTargetsExist(database, view, facts);
  return result.data;
}

/** People choose an option by its name. */
function assertOptionsDiffer(options: readonly Named[], before: readonly Named[]): void {
  const double = findNewDouble(options, before);
  if (double === undefined) return;
  const message = `Another option is already called "${double.name}": choose another name.`;
  throw refusedField('configuration.options', 'CONFLICT', double.name, message);
}

/** Whether a type is there that the caller may read. It isn't deleted until the transaction ends. */
async function keepTarget(
  transaction: Queryable,
  { workspaceId, types }: WorkspaceView,
  targetTypeId: string,
): Promise<boolean> {
  if (!types.some(({ id }) => id === targetTypeId)) return false;
  const kept = await transaction.query(
    'select from type where workspace_id = $1 and id = $2 for key share',
    [workspaceId, targetTypeId],
  );
  return kept.length > 0;
}

async function assertTargetsExist(
  database: Queryable,
  view: WorkspaceView,
  { targetTypeId, workflowId }: ReturnType<typeof readConfiguration>,
): Promise<void> {
  if (targetTypeId !== undefined && !(await keepTarget(database, view, targetTypeId))) {
    const message = 'There is no such type to refer to.';
    throw refusedField('configuration.targetTypeId', 'NOT_FOUND', targetTypeId, message);
  }
  if (workflowId === undefined) return;
  await keepWorkflows(database, view.workspaceId, [workflowId]);
  if ((await findWorkflow(database, view, workflowId)) !== undefined) return;
  const message = 'There is no such workflow.';
  throw refusedField('configuration.workflowId', 'NOT_FOUND', workflowId, message);
}

/**
 * Options that objects use stay, a reference with values keeps its target type, and an attribute
 * whose objects stand in states keeps its workflow.
 */
async function assertValuesStayValid(
  database: Queryable,
  view: WorkspaceView,
  attribute: StoredAttribute,
  configuration: Configuration,
): Promise<void> {
  const { options, targetTypeId, workflowId } = readConfiguration(configuration);
  const lost = (stillValid: readonly string[]) =>
    findOtherValue(database, view, attribute, stillValid);
  if (attribute.kind.valueKind === 'option') {
    const value = await lost(options.map(({ id }) => id));
    if (value === undefined) return;
    const message = 'Objects use an option that the new configuration leaves out.';
    throw refusedField('configuration.options', 'CONFLICT', value, message);
  }
  if (targetTypeId !== attribute.targetTypeId && (await lost([])) !== undefined) {
    const message = 'Objects refer to the current target type.';
    throw refusedField('configuration.targetTypeId', 'CONFLICT', targetTypeId, message);
  }
  if (workflowId !== attribute.workflowId && (await lost([])) !== undefined) {
    const message = 'Objects are in states of the current workflow.';
    throw refusedField('configuration.workflowId', 'CONFLICT', workflowId, message);
  }
}

/** A value of the attribute that is none of these; undefined if there is none. */
async function findOtherValue(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  { id }: StoredAttribute,
  values: readonly string[],
): Promise<string | undefined> {
  const [row] = await database.query<{ value: string }>(
    `select value from object_value
     where workspace_id = $1 and attribute_id = $2 and not value = any ($3::text[])
     limit 1`,
    [workspaceId, id, values],
  );
  return row?.value;
}

function refusedField(
  field: string,
  violationType: Violation['violationType'],
  input: unknown,
  message: string,
) {
  return refuseValue(violationType, field, 'ATTRIBUTE', message, input);
}
