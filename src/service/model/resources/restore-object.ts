import * as z from 'zod';
import { maximumValues } from '../../../api/object';
import type { NotRestored, NotRestoredReason, RestoredObject } from '../../../api/object';
import type { Queryable } from '../../base/database/database';
import { notFound } from '../../base/refusals/refusal';
import type { Refusal } from '../../base/refusals/refusal';
import { refuseValue } from '../../base/refusals/refused-values';
import { recordChanges } from '../history/record-changes';
import { getType, getWritableType, typeIdsOf } from '../permissions/workspace-view';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { encodeValue } from '../values/encode-value';
import type { EncodedValue } from '../values/encode-value';
import { readContents, withFileNames } from './contents';
import { keptSince } from './deleted-objects';
import { lockAttributes } from './locks';
import { readObject } from './objects';
import type { ChangeDependencies } from './objects';
import { maximumObjectBytes, valueBytes } from './read-values';
import { recordWithReferring } from './record-objects';
import { storeObjects } from './store-objects';
import type { AttributeValuesToStore } from './store-objects';
import { keepWorkflows } from './workflows';
import { assertStorageLeft, findStorage } from './workspace-storage';

/** A reply stays small, whatever referred to the object. */
const maximumNotRestored = 1000;

/**
 * Brings a deleted object back as it was, and the references to it. Values that no longer have a place, or name
 * something that is gone, are left out.
 * @throws Refusal 404 for an object that was not deleted, or more than 30 days ago, or whose type the caller may not
 *   read; 403 for one that only others change; 400 CONFLICT for one that is there, REQUIRED for one that would have no label
 */
export async function restoreObject(
  { database, serviceUrl, clock, storageBudgets }: ChangeDependencies,
  view: WorkspaceView,
  objectId: string,
): Promise<RestoredObject> {
  return database.transaction(async (transaction) => {
    const storage = await findStorage(transaction, view.workspaceId);
    assertStorageLeft(storage?.bytes, storageBudgets);
    const { current, kept } = await lockKept(transaction, view, objectId, clock());
    // Only now: who waited for others restored it after what they did.
    const now = clock();
    const { toStore, lost } = await chooseValues(transaction, current, kept, now);
    assertLabel(getType(current, kept.typeId), objectId, toStore);
    const { workspaceId } = view;
    await storeObjects(transaction, [{ ...kept, id: objectId, workspaceId, values: toStore }]);
    const references = await restoreReferences(transaction, view, objectId, now);
    await transaction.query('delete from deleted_object where workspace_id = $1 and id = $2', [
      workspaceId,
      objectId,
    ]);
    const object = await readObject({ database: transaction, serviceUrl }, current, objectId);
    const subject = { id: objectId, label: object.label, type: getType(current, kept.typeId) };
    const recorded = await recordWithReferring(transaction, view, subject, 'restore');
    await recordChanges(transaction, view, recorded, now);
    return {
      ...object,
      notRestored: eachOnce([...lost.map((each) => ({ objectId, ...each })), ...references]).slice(
        0,
        maximumNotRestored,
      ),
    };
  });
}

function eachOnce(all: readonly NotRestored[]): NotRestored[] {
  const byKey = new Map(all.map((each) => [Object.values(each).join(' '), each]));
  return [...byKey.values()];
}

/** No object goes without a label. @throws Refusal 400 REQUIRED, which says what would give it one */
function assertLabel(
  { name, attributes }: ReadableType,
  objectId: string,
  toStore: readonly AttributeValuesToStore[],
): void {
  const label = attributes.find(({ isLabel }) => isLabel);
  const hasValue = ({ id }: StoredAttribute) =>
    toStore.some(({ attributeId, values }) => attributeId === id && values.length > 0);
  if (label === undefined || hasValue(label)) return;
  const other = attributes.find((each) => each.kind.valueKind === 'text' && hasValue(each));
  const needed =
    other === undefined
      ? 'It has no other text that could be its label, so it can’t be restored.'
      : `To restore it, make "${other.name}" the label of "${name}". You can give it a value of "${label.name}" after that.`;
  const message = `This object would have no label: it has no value of "${label.name}". ${needed}`;
  throw refuseValue('REQUIRED', label.id, 'OBJECT', message, objectId);
}

interface KeptObject {
  readonly typeId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The values of an attribute in their order. */
  readonly values: readonly (readonly [attributeId: string, value: string])[];
}

/** What the column `object_values` holds. */
const storedValues = z.object({
  version: z.literal(1),
  values: z.array(z.tuple([z.string(), z.string()])),
});

/**
 * The object as it was, and the view with the attributes that its type has now. Whoever would change the type, or
 * restore one of its objects, waits until the transaction ends.
 */
async function lockKept(
  transaction: Queryable,
  view: WorkspaceView,
  objectId: string,
  now: Date,
): Promise<{ current: WorkspaceView; kept: KeptObject }> {
  const read = (columns: string, lock = '') =>
    transaction.query<Omit<KeptObject, 'values'> & { readonly stored: unknown }>(
      `select ${columns} from deleted_object
       where workspace_id = $1 and id = $2 and type_id = any ($3::uuid[]) and deleted_at > $4
       ${lock}`,
      [view.workspaceId, objectId, typeIdsOf(view.types), keptSince(now)],
    );
  const [found] = await read('type_id as "typeId"');
  if (found === undefined) throw await explainNotKept(transaction, view, objectId);
  const current = await lockAttributes(transaction, view, getWritableType(view, found.typeId).id);
  // In a statement of its own: the lock may have waited for someone who restored it.
  const [row] = await read(
    `type_id as "typeId", created_at as "createdAt", updated_at as "updatedAt", object_values as stored`,
    'for update',
  );
  if (row === undefined) throw await explainNotKept(transaction, view, objectId);
  const { stored, ...kept } = row;
  return { current, kept: { ...kept, values: storedValues.parse(stored).values } };
}

async function explainNotKept(
  transaction: Queryable,
  view: WorkspaceView,
  objectId: string,
): Promise<Refusal> {
  const [there] = await transaction.query<{ typeId: string }>(
    `select type_id as "typeId" from object
     where workspace_id = $1 and id = $2 and type_id = any ($3::uuid[])`,
    [view.workspaceId, objectId, typeIdsOf(view.types)],
  );
  if (there === undefined) return notFound('object');
  getWritableType(view, there.typeId);
  return refuseValue('CONFLICT', 'id', 'OBJECT', 'This object isn’t deleted.', objectId);
}

interface ChosenValues {
  readonly toStore: readonly AttributeValuesToStore[];
  readonly lost: readonly Lost[];
}

interface Lost {
  readonly attributeId: string;
  readonly reason: NotRestoredReason;
}

/** Of the values but the references those that the attributes take as they are now, and where the object stands. */
async function chooseValues(
  transaction: Queryable,
  view: WorkspaceView,
  { typeId, values }: KeptObject,
  now: Date,
): Promise<ChosenValues> {
  const { attributes } = getType(view, typeId);
  const keptValues = attributes.map((attribute) => ({
    attribute,
    inputs: values.flatMap(([id, value]) => (id === attribute.id ? [value] : [])),
  }));
  const isState = ({ attribute }: KeptValues) => attribute.kind.valueKind === 'state';
  const known = new Set(attributes.map(({ id }) => id));
  const chosen = [
    await choosePlain(
      transaction,
      view,
      keptValues.filter((each) => !isState(each)),
      now,
    ),
    await chooseStates(transaction, view, keptValues.filter(isState)),
  ];
  const gone = values.flatMap(([attributeId]) =>
    known.has(attributeId) ? [] : [{ attributeId, reason: 'ATTRIBUTE_GONE' } as const],
  );
  return {
    toStore: chosen.flatMap(({ toStore }) => toStore),
    lost: [...chosen.flatMap(({ lost }) => lost), ...gone],
  };
}

interface KeptValues {
  readonly attribute: StoredAttribute;
  readonly inputs: readonly string[];
}

/** Options, people and files can be gone, and an attribute can take fewer values than before. */
async function choosePlain(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  kept: readonly KeptValues[],
  now: Date,
): Promise<ChosenValues> {
  const encoded = kept.map(({ attribute, inputs }) => ({
    attributeId: attribute.id,
    isLabel: attribute.isLabel,
    values: inputs.flatMap((input) => encodeKept(attribute, input)),
  }));
  const contents = await readContents(transaction, workspaceId, encoded, now);
  const accountIds = await readAccountIds(transaction, encoded);
  const isThere = ({ userId, contentKey }: EncodedValue) =>
    (userId === undefined || accountIds.has(userId)) &&
    (contentKey === undefined || contents.has(contentKey));
  const toStore: AttributeValuesToStore[] = [];
  const lost: Lost[] = [];
  for (const [index, { attribute, inputs }] of kept.entries()) {
    const values = encoded[index]?.values.filter(isThere) ?? [];
    const fitting = attribute.isMultiple ? values : values.slice(0, 1);
    const lose = (reason: NotRestoredReason) => lost.push({ attributeId: attribute.id, reason });
    if (values.length < inputs.length) lose('VALUE_GONE');
    if (fitting.length < values.length) lose('NO_ROOM');
    const { id: attributeId, isLabel } = attribute;
    toStore.push(withFileNames({ attributeId, isLabel, values: fitting }, contents));
  }
  return { toStore, lost };
}

/** Nothing for what is no value any more, or would become another one: an option by the name that was an id. */
function encodeKept(attribute: StoredAttribute, input: string): EncodedValue[] {
  const encoded = encodeValue(attribute, input);
  return encoded?.value === input ? [encoded] : [];
}

/** Of the people whom values name those with an account: who left the workspace stays in its objects. */
async function readAccountIds(
  transaction: Queryable,
  attributes: readonly AttributeValuesToStore[],
): Promise<Set<string>> {
  const ids = attributes.flatMap(({ values }) => values.flatMap(({ userId }) => userId ?? []));
  if (ids.length === 0) return new Set();
  const rows = await transaction.query<{ id: string }>(
    'select id from account where id = any ($1::uuid[]) for key share',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** An object always stands in a state: in the first one where its own is gone. */
async function chooseStates(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  kept: readonly KeptValues[],
): Promise<ChosenValues> {
  const workflowIds = kept.flatMap(({ attribute }) => attribute.workflowId ?? []);
  const workflows = await keepWorkflows(transaction, workspaceId, workflowIds);
  const toStore: AttributeValuesToStore[] = [];
  const lost: Lost[] = [];
  for (const { attribute, inputs } of kept) {
    const workflow = workflows.find(({ id }) => id === attribute.workflowId);
    const value = inputs.find((input) => workflow?.states.some(({ id }) => id === input));
    const state = value ?? workflow?.initialStateId;
    const { id: attributeId, isLabel } = attribute;
    if (state !== undefined) toStore.push({ attributeId, isLabel, values: [{ value: state }] });
    if (value === undefined && inputs.length > 0) lost.push({ attributeId, reason: 'VALUE_GONE' });
  }
  return { toStore, lost };
}

interface ReferenceOutcome {
  readonly objectId: string;
  readonly attributeId: string;
  readonly targetId: string;
  /** Its place among the values of the attribute; null where it isn't put back. */
  readonly position: number | null;
  /** The place where it was. */
  readonly keptPosition: number;
  /** The deleted object that keeps it from now on; null if none does. */
  readonly keeperId: string | null;
  /** Null where it is put back. */
  readonly reason: NotRestoredReason | null;
  readonly isReadable: boolean;
}

/**
 * Puts back the references from the object and to it. One whose other object is deleted too waits until that is
 * restored.
 * @returns those that aren't back, of what the caller may read
 */
async function restoreReferences(
  transaction: Queryable,
  view: WorkspaceView,
  objectId: string,
  now: Date,
): Promise<NotRestored[]> {
  const key = [view.workspaceId, objectId];
  // Neither deleted, restored nor changed until the transaction ends; what waits is there or gone after that.
  for (const table of ['object', 'deleted_object'] as const) {
    await transaction.query(lockEnds(table), key);
  }
  const outcomes = await transaction.query<ReferenceOutcome>(restoreReferencesStatement, [
    ...key,
    keptSince(now),
    typeIdsOf(view.types),
  ]);
  await putBack(transaction, view, outcomes);
  return outcomes.flatMap(({ objectId: holderId, attributeId, reason, isReadable }) =>
    reason !== null && isReadable ? [{ objectId: holderId, attributeId, reason }] : [],
  );
}

/** Stores the references that have a place, and hands over those whose other object is deleted too. */
async function putBack(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  outcomes: readonly ReferenceOutcome[],
): Promise<void> {
  const back = outcomes.filter(({ reason }) => reason === null);
  const waiting = outcomes.filter(({ reason }) => reason === 'OBJECT_DELETED');
  for (const [statement, rows] of [
    [putBackStatement, back],
    [handOverStatement, waiting],
  ] as const) {
    if (rows.length > 0) await transaction.query(statement, [workspaceId, JSON.stringify(rows)]);
  }
}

const fromOutcomes = `
  from json_to_recordset($2::json) as outcome ("objectId" uuid, "attributeId" uuid,
    "targetId" uuid, position integer, "keptPosition" integer, "keeperId" uuid)`;

const putBackStatement = `
  insert into object_value
    (workspace_id, id, object_id, attribute_id, position, value, reference_id)
  select $1::uuid, gen_random_uuid(), "objectId", "attributeId", position, "targetId", "targetId"
  ${fromOutcomes}`;

const handOverStatement = `
  insert into deleted_reference
    (workspace_id, deleted_id, object_id, attribute_id, position, target_id)
  select $1::uuid, "keeperId", "objectId", "attributeId", "keptPosition", "targetId"
  ${fromOutcomes}
  on conflict do nothing`;

const lockEnds = (table: 'object' | 'deleted_object') => `
  select from ${table}
  where workspace_id = $1 and id <> $2 and id in (
    select object_id from deleted_reference where workspace_id = $1 and deleted_id = $2
    union select target_id from deleted_reference where workspace_id = $1 and deleted_id = $2
  )
  order by id for ${table === 'object' ? 'no key update' : 'key share'}`;

/** What a reference adds to the size of an object. */
const referenceBytes = 136;

/** Of references whose place has others now, those come after them. */
const restoreReferencesStatement = `
  with kept as (
    select reference.object_id, reference.attribute_id, reference.position, reference.target_id,
      coalesce(kept_source.id, kept_target.id) as keeper_id,
      coalesce(source.type_id, kept_source.type_id, attribute.type_id) as type_id,
      case when attribute.configuration ->> 'isMultiple' = 'true' then ${maximumValues} else 1 end as most,
      case
        when attribute.id is null then 'ATTRIBUTE_GONE'
        when coalesce(source.id, kept_source.id) is null or coalesce(target.id, kept_target.id) is null
          then 'OBJECT_GONE'
        when attribute.configuration ->> 'targetTypeId'
          is distinct from coalesce(target.type_id, kept_target.type_id)::text then 'ATTRIBUTE_GONE'
        when coalesce(kept_source.id, kept_target.id) is not null then 'OBJECT_DELETED'
      end as reason
    from deleted_reference as reference
    left join object as source on source.workspace_id = $1 and source.id = reference.object_id
    left join object as target on target.workspace_id = $1 and target.id = reference.target_id
    left join deleted_object as kept_source on kept_source.workspace_id = $1
      and kept_source.id = reference.object_id and kept_source.id <> $2 and kept_source.deleted_at > $3
    left join deleted_object as kept_target on kept_target.workspace_id = $1
      and kept_target.id = reference.target_id and kept_target.id <> $2 and kept_target.deleted_at > $3
    left join attribute on attribute.workspace_id = $1 and attribute.id = reference.attribute_id
    where reference.workspace_id = $1 and reference.deleted_id = $2
  ), fitting as (
    select *,
      row_number() over (
        partition by reason is null, object_id order by attribute_id, position, target_id
      ) as nth,
      row_number() over (
        partition by reason is null, object_id, attribute_id order by position, target_id
      ) as nth_of_place,
      row_number() over (
        partition by reason is null, object_id, attribute_id, position order by target_id
      ) as nth_of_position,
      max(position) over (partition by reason is null, object_id, attribute_id) as last_kept
    from kept
  ), judged as (
    select fitting.*, there.last, there.has_position,
      reason is null and there.count + nth_of_place <= most and there.bytes + ${referenceBytes} * nth <= ${maximumObjectBytes}
        as has_room
    from fitting cross join lateral (
      select count(*) filter (where value.attribute_id = fitting.attribute_id) as count,
        max(value.position) filter (where value.attribute_id = fitting.attribute_id) as last,
        coalesce(bool_or(
          value.attribute_id = fitting.attribute_id and value.position = fitting.position
        ), false) as has_position,
        coalesce(sum(${valueBytes}), 0) as bytes
      from object_value as value
      where value.workspace_id = $1 and value.object_id = fitting.object_id
        and fitting.reason is null
    ) as there
  )
  select object_id as "objectId", attribute_id as "attributeId", target_id as "targetId",
    case when not has_room then null
      when has_position or nth_of_position > 1 then greatest(last, last_kept) + nth_of_place
      else position end::integer as position,
    position as "keptPosition", keeper_id as "keeperId",
    coalesce(reason, case when not has_room then 'NO_ROOM' end) as reason,
    coalesce(type_id = any ($4::uuid[]), false) as "isReadable"
  from judged
  order by object_id <> $2, object_id, attribute_id, target_id`;
