import { randomUUID } from 'node:crypto';
import type { Attribute } from '../../../api/attribute';
import type { Page } from '../../../api/page';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { recordChanges } from '../history/record-changes';
import type { ChangeDependencies } from '../history/record-changes';
import { changeSchema, getAttribute, getType } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { readConfiguration } from '../values/attribute-kinds';
import type { StoredAttribute } from '../values/attribute-kinds';
import { checkAttributeChange, checkNewAttribute } from './attribute-rules';
import type { AttributeChange, NewAttribute } from './attribute-rules';
import { releaseContents } from './contents';
import { pageOfLarge, textBytes } from './page';
import type { PageRange } from './page';
import { assertWorkspaceFits, checkAttributeSize, largestField } from './schema-limits';
import { lockAttributes } from './locks';
import { assertConfirmed, assertStorable, refuseValue } from '../../base/refusals/refused-values';

export function showAttribute(attribute: StoredAttribute): Attribute {
  return {
    id: attribute.id,
    name: attribute.name,
    ...(attribute.description !== null && { description: attribute.description }),
    typeId: attribute.typeId,
    attributeTypeCode: attribute.kind.code,
    configuration: attribute.configuration,
    isLabel: attribute.isLabel,
  };
}

/**
 * A page of the attributes of a type, in their order.
 * @throws Refusal 400 where they are too much for one answer, 404 for a type that the caller may not read
 */
export async function showAttributes(
  view: WorkspaceView,
  { typeId, ...range }: PageRange & { readonly typeId: string },
): Promise<Page<Attribute>> {
  const bytesOf = ({ name, description, configurationBytes }: StoredAttribute) =>
    ownBytes + textBytes(name) + textBytes(description) + configurationBytes;
  const { attributes } = getType(view, typeId);
  return pageOfLarge(attributes, range, { names: 'attributes', bytesOf, show: showAttribute });
}

/** The size of those fields of an attribute that don't vary. */
const ownBytes = 200;

/**
 * Creates an attribute behind the others of its type. The first TEXT of a type becomes its label.
 * @throws Refusal 400 with violations, 404 for a type that the caller may not read
 * @see docs/service-api.md, "Objects"
 */
export async function createAttribute(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  creation: NewAttribute,
): Promise<Attribute> {
  const { id: typeId } = getType(view, creation.typeId);
  assertStorable(creation, 'ATTRIBUTE');
  return changeSchema(database, view, async (transaction) => {
    const current = await lockAttributes(transaction, view, typeId);
    const type = getType(current, typeId);
    const configuration = await checkNewAttribute(transaction, current, type, creation);
    const hasLabel = type.attributes.some(({ isLabel }) => isLabel);
    const isLabel = creation.isLabel ?? (!hasLabel && creation.attributeTypeCode === 'TEXT');
    const { attributeTypeCode, name, description } = creation;
    const created = { id: randomUUID(), name, description, typeId, attributeTypeCode };
    const attribute = { ...created, configuration, isLabel };
    const field = largestField('ATTRIBUTE', creation);
    const growth = checkAttributeSize(type, field, attribute);
    await insertAttribute(transaction, view, attribute);
    await assertWorkspaceFits(transaction, view, field, growth);
    const of = { kind: 'attribute', id: created.id, typeId, action: 'create' } as const;
    await recordChanges(transaction, view, [{ ...of, after: factsOf(attribute) }], clock());
    return attribute;
  });
}

async function insertAttribute(
  transaction: Queryable,
  view: WorkspaceView,
  attribute: Attribute,
): Promise<void> {
  const { id, typeId, configuration } = attribute;
  if (attribute.isLabel) await takeLabel(transaction, view, typeId);
  await transaction.query(insertStatement, [
    view.workspaceId,
    id,
    typeId,
    attribute.name,
    attribute.description ?? null,
    attribute.attributeTypeCode,
    configuration && JSON.stringify(configuration),
    attribute.isLabel,
  ]);
  const { workflowId } = readConfiguration(configuration);
  if (workflowId) await startObjects(transaction, view, { typeId, attributeId: id, workflowId });
}

const insertStatement = `
  insert into attribute (workspace_id, id, type_id, name, description, attribute_type_code,
    configuration, is_label, position)
  select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6, $7::jsonb, $8::boolean, coalesce(max(position) + 1, 0)
  from attribute where workspace_id = $1 and type_id = $3`;

/**
 * Changes what the call names. `configuration` needs `attributeTypeCode` beside it and is taken
 * whole: what it leaves out returns to its default.
 * @throws Refusal 400 with violations, 404 for an attribute that the caller may not read
 * @see docs/service-api.md, "Objects"
 */
export async function updateAttribute(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  attributeId: string,
  change: AttributeChange,
): Promise<Attribute> {
  const { typeId } = getAttribute(view, attributeId);
  assertStorable(change, 'ATTRIBUTE');
  return changeSchema(database, view, async (transaction) => {
    const current = await lockAttributes(transaction, view, typeId);
    const before = getAttribute(current, attributeId);
    const configuration = await checkAttributeChange(transaction, current, before, change);
    const after = {
      ...showAttribute(before),
      ...(change.name !== undefined && { name: change.name }),
      ...(change.description !== undefined && { description: change.description }),
      configuration,
      isLabel: change.isLabel ?? before.isLabel,
    };
    const field = largestField('ATTRIBUTE', change);
    const growth = checkAttributeSize(getType(current, typeId), field, after, before);
    await transaction.query(
      `update attribute set name = $3, description = $4, configuration = $5::jsonb
       where workspace_id = $1 and id = $2`,
      [
        view.workspaceId,
        after.id,
        after.name,
        after.description ?? null,
        configuration && JSON.stringify(configuration),
      ],
    );
    if (after.isLabel && !before.isLabel) await makeLabel(transaction, view, typeId, before.id);
    await assertWorkspaceFits(transaction, view, field, growth);
    const facts = { before: factsOf(showAttribute(before)), after: factsOf(after) };
    const of = { kind: 'attribute', id: after.id, typeId, action: 'change' } as const;
    await recordChanges(transaction, view, [{ ...of, ...facts }], clock());
    return after;
  });
}

/**
 * Deletes an attribute with its values.
 * @param confirmed how many objects the caller knows to have values of it
 * @throws Refusal 400 CONFLICT for a label that objects have values of, and if another number of
 *   objects has values; 404 for an attribute that the caller may not read
 */
export async function deleteAttribute(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  attributeId: string,
  confirmed: number | undefined,
): Promise<void> {
  const { typeId } = getAttribute(view, attributeId);
  await changeSchema(database, view, async (transaction) => {
    const current = await lockAttributes(transaction, view, typeId);
    const attribute = getAttribute(current, attributeId);
    const { id, name, isLabel } = attribute;
    const { objectCount } = onlyRow(
      await transaction.query<{ objectCount: number }>(
        `select count(distinct object_id)::integer as "objectCount" from object_value
         where workspace_id = $1 and attribute_id = $2`,
        [view.workspaceId, id],
      ),
    );
    if (isLabel && objectCount > 0) {
      const message = `"${name}" is the label of its type. Make another attribute the label first.`;
      throw refuseValue('CONFLICT', 'isLabel', 'ATTRIBUTE', message, id);
    }
    const does = `Deleting "${name}" deletes its values in`;
    assertConfirmed({ objectCount }, confirmed, 'ATTRIBUTE', does);
    await releaseContents(transaction, view, { attributeId: id });
    await transaction.query('delete from attribute where workspace_id = $1 and id = $2', [
      view.workspaceId,
      id,
    ]);
    const before = { ...factsOf(showAttribute(attribute)), objectCount };
    const of = { kind: 'attribute', id, typeId, action: 'delete' } as const;
    await recordChanges(transaction, view, [{ ...of, before }], clock());
  });
}

/** What the history says of an attribute. */
function factsOf({ name, description, attributeTypeCode, configuration, isLabel }: Attribute) {
  return { name, description, attributeTypeCode, configuration, isLabel };
}

type StartedBy = 'typeId' | 'attributeId' | 'workflowId';

/** The objects that a type has already start in the initial state, as new ones will. */
async function startObjects(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  { typeId, attributeId, workflowId }: Readonly<Record<StartedBy, string>>,
): Promise<void> {
  await transaction.query(
    `insert into object_value (workspace_id, id, object_id, attribute_id, position, value)
     select $1, gen_random_uuid(), object.id, $3, 0, workflow.initial_state_id
     from object, workflow
     where object.workspace_id = $1 and object.type_id = $2
       and workflow.workspace_id = $1 and workflow.id = $4`,
    [workspaceId, typeId, attributeId, workflowId],
  );
}

/** Moves the label of a type, and with it the labels of all its objects. */
async function makeLabel(
  transaction: Queryable,
  view: WorkspaceView,
  typeId: string,
  attributeId: string,
): Promise<void> {
  const { workspaceId } = view;
  await takeLabel(transaction, view, typeId);
  await transaction.query(
    'update attribute set is_label = true where workspace_id = $1 and id = $2',
    [workspaceId, attributeId],
  );
  await transaction.query(relabelStatement, [workspaceId, typeId, attributeId]);
}

/** Leaves a type without a label until another attribute becomes it. */
async function takeLabel(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  typeId: string,
): Promise<void> {
  await transaction.query(
    `update attribute set is_label = false
     where workspace_id = $1 and type_id = $2 and is_label`,
    [workspaceId, typeId],
  );
}

const relabelStatement = `
  update object
  set label = coalesce(first_value.value, ''),
    label_key = coalesce(first_value.key, ''),
    label_words = coalesce(first_value.words, ''::tsvector)
  from object as labelled
  left join object_value as first_value on first_value.workspace_id = $1
    and first_value.object_id = labelled.id
    and first_value.attribute_id = $3 and first_value.position = 0
  where labelled.workspace_id = $1 and labelled.type_id = $2
    and object.workspace_id = $1 and object.id = labelled.id`;
