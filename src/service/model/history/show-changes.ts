import { id as idSchema } from '../../../api/id';
import type { FieldChange, HistoryValue } from '../../../api/history';
import type { Queryable } from '../../base/database/database';
import { permissionMatrix } from '../../../api/permission';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { mentionedIn, withNames } from '../values/encode-value';
import type { FieldValue, RecordedChange, RecordedField, Reference } from './recorded-change';

type NamedKind = Reference | 'site' | 'deletedObject';

/** What things and people that entries name are called now. */
export interface CurrentNames {
  readonly of: (kind: NamedKind, id: string) => string | undefined;
  readonly people: ReadonlyMap<string, string>;
  /** What the subject of a change is called that doesn't say so itself. */
  readonly findSubject: (change: RecordedChange) => string | undefined;
}

/**
 * The names of what these changes refer to, as far as the caller may read that. A deleted object has the one that it
 * had in the end.
 */
export async function readNames(
  database: Queryable,
  view: WorkspaceView,
  changes: readonly {
    readonly change: RecordedChange;
    readonly fields: readonly RecordedField[];
  }[],
): Promise<CurrentNames> {
  const ids: Record<NamedKind, Set<string>> = {
    object: new Set(),
    person: new Set(),
    group: new Set(),
    type: new Set(),
    site: new Set(),
    deletedObject: new Set(),
  };
  for (const { change, fields } of changes) {
    const subject = subjectOf(change);
    if (subject) ids[subject.kind].add(subject.id);
    for (const { refersTo, before, after } of fields) {
      for (const { value, text } of [...before, ...after]) {
        if (refersTo) ids[refersTo].add(value);
        else for (const mentioned of mentionedIn(text ?? value)) ids.person.add(mentioned);
      }
    }
  }
  const listed = (kind: NamedKind) =>
    [...ids[kind]].filter((each) => idSchema.safeParse(each).success);
  const rows = Object.values(ids).every(({ size }) => size === 0)
    ? []
    : await database.query<{ kind: NamedKind; id: string; name: string }>(namesStatement, [
        view.workspaceId,
        typeIdsOf(view.types),
        listed('object'),
        listed('person'),
        listed('group'),
        permissionMatrix.audit[view.role] ? listed('type') : [],
        listed('site'),
      ]);
  const names = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const of = (kind: NamedKind, id: string) => names.get(`${kind} ${id}`);
  return {
    of,
    people: new Map(rows.flatMap(({ kind, id, name }) => (kind === 'person' ? [[id, name]] : []))),
    findSubject: (change) => {
      const subject = subjectOf(change);
      return subject && of(subject.kind, subject.id);
    },
  };
}

/** Where the entry itself may not say what its subject is called. */
function subjectOf(change: RecordedChange): { kind: NamedKind; id: string } | undefined {
  const { kind, subjectId, typeId, siteId } = change;
  if (kind === 'person' || kind === 'group') return { kind, id: subjectId };
  if (kind !== 'access') return undefined;
  if (typeId !== null) return { kind: 'type', id: typeId };
  return siteId === null ? undefined : { kind: 'site', id: siteId };
}

const namesStatement = `
  select 'object' as kind, id::text, label as name from object
  where workspace_id = $1 and id = any ($3::uuid[]) and type_id = any ($2::uuid[])
  union all (
    select distinct on (subject_id) 'deletedObject', subject_id,
      coalesce(detail #>> '{before,label,cut}', detail #>> '{before,label}')
    from history
    where workspace_id = $1 and subject_id = any ($3::text[]) and kind = 'object' and action = 'delete'
      and type_id = any ($2::uuid[])
      and not exists (select from object where workspace_id = $1 and id::text = subject_id)
    order by subject_id, number desc
  )
  union all
  select 'person', account.id::text, account.name
  from account join membership on membership.workspace_id = $1 and membership.user_id = account.id
  where account.id = any ($4::uuid[])
  union all
  select 'group', id::text, name from user_group where workspace_id = $1 and id = any ($5::uuid[])
  union all
  select 'type', id::text, name from type where workspace_id = $1 and id = any ($6::uuid[])
  union all
  select 'site', id::text, name from site where workspace_id = $1 and id = any ($7::uuid[])`;

export function showChanges(fields: readonly RecordedField[], names: CurrentNames): FieldChange[] {
  return fields.map((field) => {
    const { name, attribute, before, after } = field;
    const show = (value: FieldValue) => showValue(field, value, names);
    return {
      name,
      ...(attribute && { attributeId: attribute.id, attributeTypeCode: attribute.code }),
      before: before.map(show),
      after: after.map(show),
    };
  });
}

/** Nothing of a value that refers to an object that the caller may not read. */
function showValue(
  { refersTo, attribute }: RecordedField,
  { value, text, isCut }: FieldValue,
  names: CurrentNames,
): HistoryValue {
  if (refersTo === 'object') {
    const label = names.of('object', value);
    if (label !== undefined) return { value, details: { objectId: value, label } };
    const formerLabel = names.of('deletedObject', value);
    return formerLabel === undefined ? {} : { value, details: { label: formerLabel } };
  }
  const shown = { value, ...(isCut && ({ isCut } as const)) };
  if (refersTo !== undefined) {
    const name = names.of(refersTo, value);
    return { ...shown, ...(name !== undefined && { details: { name } }) };
  }
  if (text === undefined) {
    const mentions = mentionedIn(value).length > 0;
    return { ...shown, ...(mentions && { details: { text: withNames(value, names.people) } }) };
  }
  if (attribute?.code === 'RICH_TEXT') {
    return { ...shown, details: { text: withNames(text, names.people) } };
  }
  return { ...shown, details: attribute?.code === 'MEDIA' ? { fileName: text } : { name: text } };
}
