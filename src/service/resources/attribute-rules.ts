import type * as z from 'zod';
import type { createAttribute, updateAttribute } from '../../api/attribute';
import type { Violation } from '../../api/error-body';
import type { Queryable } from '../database';
import { getType } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { invalid } from '../refusal';
import { findAttributeKind, readConfiguration } from '../values/attribute-kinds';
import type { AttributeKind, StoredAttribute } from '../values/attribute-kinds';
import { showValue } from '../values/show-value';
import { describeSchemaError, violationsOf } from '../schema-violations';

export type NewAttribute = z.output<NonNullable<(typeof createAttribute)['body']>>;
export type AttributeChange = z.output<NonNullable<(typeof updateAttribute)['body']>>;
type Configuration = Record<string, unknown> | null;

/**
 * Returns the configuration to keep: null for the defaults, else with every default filled in.
 * @throws Refusal 400 with violations
 */
export function checkNewAttribute(
  view: WorkspaceView,
  type: ReadableType,
  creation: NewAttribute,
): Configuration {
  const kind = findAttributeKind(creation.attributeTypeCode);
  if (kind === undefined) {
    throw refusedField(
      'attributeTypeCode',
      'INVALID',
      creation.attributeTypeCode,
      `This service keeps no values of the type ${creation.attributeTypeCode} yet.`,
    );
  }
  assertNameIsFree(type, creation.name);
  if (creation.isLabel === true) assertCanBeLabel(kind);
  return checkConfiguration(view, kind, creation.configuration ?? null);
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
  const code = change.attributeTypeCode;
  if (code !== undefined && code !== attribute.kind.code) {
    throw refusedField(
      'attributeTypeCode',
      'CONFLICT',
      code,
      'The type of an attribute never changes.',
    );
  }
  if (change.name !== undefined) {
    assertNameIsFree(getType(view, attribute.typeId), change.name, attribute);
  }
  if (change.isLabel === true) assertCanBeLabel(attribute.kind);
  if (change.isLabel === false && attribute.isLabel) {
    throw refusedField(
      'isLabel',
      'CONFLICT',
      false,
      'A type always has a label: make another attribute the label instead.',
    );
  }
  if (change.configuration === undefined) return attribute.configuration;
  if (code === undefined) {
    throw refusedField(
      'attributeTypeCode',
      'REQUIRED',
      '',
      'A change of configuration names attributeTypeCode and the whole configuration.',
    );
  }
  const configuration = checkConfiguration(view, attribute.kind, change.configuration);
  await assertValuesStayValid(database, attribute, configuration);
  return configuration;
}

function assertNameIsFree(type: ReadableType, name: string, renamed?: StoredAttribute): void {
  const taken = type.attributes.some(
    (attribute) =>
      attribute.id !== renamed?.id && attribute.name.toLowerCase() === name.toLowerCase(),
  );
  if (!taken) return;
  const message = `An attribute of this type is called "${name}" already: choose another name.`;
  throw refusedField('name', 'CONFLICT', name, message);
}

function assertCanBeLabel(kind: AttributeKind): void {
  if (kind.valueKind === 'text') return;
  throw refusedField('isLabel', 'INVALID', true, 'Only TEXT, EMAIL and URL can be the label.');
}

function checkConfiguration(
  view: WorkspaceView,
  kind: AttributeKind,
  configuration: Configuration,
): Configuration {
  const result = kind.configuration.safeParse(configuration ?? {});
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
  const { targetTypeId } = result.data;
  if (targetTypeId !== undefined && !view.types.some(({ id }) => id === targetTypeId)) {
    throw refusedField(
      'configuration.targetTypeId',
      'NOT_FOUND',
      targetTypeId,
      'There is no such type to refer to.',
    );
  }
  return result.data;
}

/** Options that objects use stay, and a reference with values keeps its target type. */
async function assertValuesStayValid(
  database: Queryable,
  attribute: StoredAttribute,
  configuration: Configuration,
): Promise<void> {
  const { options, targetTypeId } = readConfiguration(configuration);
  const isSameTarget = targetTypeId === attribute.targetTypeId;
  const kept = options.map(({ id }) => id);
  if (attribute.kind.valueKind !== 'option' && isSameTarget) return;
  const [lost] = await database.query<{ value: string }>(
    `select value from object_value
     where attribute_id = $1 and ($2 or not value = any ($3::text[]))
     limit 1`,
    [attribute.id, !isSameTarget, kept],
  );
  if (lost === undefined) return;
  throw isSameTarget
    ? refusedField(
        'configuration.options',
        'CONFLICT',
        lost.value,
        'Objects use an option that the new configuration leaves out.',
      )
    : refusedField(
        'configuration.targetTypeId',
        'CONFLICT',
        targetTypeId,
        'Objects refer to the present target type.',
      );
}

function refusedField(
  fieldIdentifier: string,
  violationType: Violation['violationType'],
  input: unknown,
  message: string,
) {
  const invalidValue = showValue(input);
  return invalid(message, [{ fieldIdentifier, violationType, invalidValue, domain: 'ATTRIBUTE' }]);
}
