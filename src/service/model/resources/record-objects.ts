import type { Queryable } from '../../base/database/database';
import type { RecordedAttribute, RecordedObject, RecordedValue } from '../history/recorded-change';
import type { Change } from '../history/record-changes';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import { choicesOf } from '../values/attribute-kinds';
import type { StoredAttribute } from '../values/attribute-kinds';
import type { AttributeValuesToStore, ReplacedValue } from './store-objects';

/** An object as it was before. */
export interface RecordedSubject {
  readonly id: string;
  readonly label: string;
  readonly type: ReadableType;
}

/** What the history says of a new object. */
export function recordCreation(
  type: ReadableType,
  id: string,
  stored: readonly AttributeValuesToStore[],
): Change {
  const label = labelAmong(stored) ?? '';
  const after = recordObject(type, label, valuesOf(stored));
  return { kind: 'object', id, action: 'create', typeId: type.id, after };
}

/** What the history says of a changed object; nothing where every value stayed as it was. */
export function recordChange(
  { id, label, type }: RecordedSubject,
  replaced: readonly ReplacedValue[],
  stored: readonly AttributeValuesToStore[],
): Change[] {
  const changed = stored.filter(({ attributeId, values }) => {
    const before = replaced.filter((value) => value.attributeId === attributeId);
    return !isSame(before, values);
  });
  if (changed.length === 0) return [];
  const changedIds = new Set(changed.map(({ attributeId }) => attributeId));
  const isChanged = ({ id: attributeId }: StoredAttribute) => changedIds.has(attributeId);
  const part = { ...type, attributes: type.attributes.filter(isChanged) };
  const before = recordObject(part, label, replaced);
  const after = recordObject(part, labelAmong(changed) ?? label, valuesOf(changed));
  return [{ kind: 'object', id, action: 'change', typeId: type.id, before, after }];
}

function isSame(
  before: readonly { readonly value: string }[],
  after: readonly { readonly value: string }[],
): boolean {
  return (
    before.length === after.length && before.every(({ value }, at) => value === after[at]?.value)
  );
}

/** Only where the label is written; undefined where it stays as it is. */
function labelAmong(stored: readonly AttributeValuesToStore[]): string | undefined {
  const label = stored.find(({ isLabel }) => isLabel);
  return label && (label.values[0]?.value ?? '');
}

function valuesOf(stored: readonly AttributeValuesToStore[]): ReplacedValue[] {
  return stored.flatMap(({ attributeId, values }) =>
    values.map(({ value, text = null }) => ({ attributeId, value, text })),
  );
}

/** The attributes of the type that have some of these values. */
function recordObject(
  { attributes }: ReadableType,
  label: string,
  values: readonly ReplacedValue[],
): RecordedObject {
  return {
    label,
    attributes: attributes.flatMap((attribute) => {
      const own = values.filter(({ attributeId }) => attributeId === attribute.id);
      if (own.length === 0) return [];
      return [{ ...factsOf(attribute), values: own.map((value) => recordValue(attribute, value)) }];
    }),
  };
}

function factsOf({ id, name, kind }: StoredAttribute): Omit<RecordedAttribute, 'values'> {
  return { id, name, code: kind.code };
}

/** With what people read of it, where the database won't say that for good. */
function recordValue(attribute: StoredAttribute, { value, text }: ReplacedValue): RecordedValue {
  const { valueKind } = attribute.kind;
  const isReadAsText = valueKind === 'richText' || valueKind === 'media';
  const read = isReadAsText ? text : choicesOf(attribute).find(({ id }) => id === value)?.name;
  return { value, ...(typeof read === 'string' && { text: read }) };
}

/**
 * What the history says of an object that is about to be deleted or was just restored, and of each one that refers to
 * it: they lose the reference, or got it back.
 */
export async function recordWithReferring(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  { id, label, type }: RecordedSubject,
  action: 'delete' | 'restore',
): Promise<Change[]> {
  const values = await transaction.queryPrepared<ReplacedValue>(
    `select attribute_id as "attributeId", value, text from object_value
     where workspace_id = $1 and object_id = $2 order by position`,
    [workspaceId, id],
  );
  const whole = recordObject(type, label, values);
  const referring = await transaction.queryPrepared<ReferringRow>(readReferring, [workspaceId, id]);
  const is = action === 'delete' ? 'before' : 'after';
  return [
    { kind: 'object', id, action, typeId: type.id, [is]: whole },
    ...referring.map((row) => recordReference(row, id, action)),
  ];
}

/** An object that refers to another one, with its attributes that do. */
interface ReferringRow {
  readonly id: string;
  readonly typeId: string;
  readonly label: string;
  readonly attributes: readonly (Omit<RecordedAttribute, 'values'> & {
    readonly values: readonly string[];
  })[];
}

const readReferring = `
  select object.id, object.type_id as "typeId", object.label, json_agg(json_build_object(
    'id', attribute.id, 'name', attribute.name, 'code', attribute.attribute_type_code, 'values', (
      select json_agg(value order by position) from object_value
      where workspace_id = $1 and object_id = object.id and attribute_id = attribute.id
    )
  ) order by attribute.position) as attributes
  from object_value as reference
  join object on object.workspace_id = $1 and object.id = reference.object_id
  join attribute on attribute.workspace_id = $1 and attribute.id = reference.attribute_id
  where reference.workspace_id = $1 and reference.reference_id = $2 and object.id <> $2
  group by object.id, object.type_id, object.label
  order by object.id`;

function recordReference(
  { id, typeId, label, attributes }: ReferringRow,
  target: string,
  action: 'delete' | 'restore',
): Change {
  const recordWith = (isShown: (value: string) => boolean): RecordedObject => ({
    label,
    attributes: attributes.map((attribute) => ({
      ...attribute,
      values: attribute.values.filter(isShown).map((value) => ({ value })),
    })),
  });
  const there = recordWith(() => true);
  const gone = recordWith((value) => value !== target);
  const [before, after] = action === 'delete' ? [there, gone] : [gone, there];
  return { kind: 'object', id, action: 'change', typeId, before, after };
}
