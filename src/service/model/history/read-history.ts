import * as z from 'zod';
import type { FieldChange, HistoryEntry, HistoryValue, listAudit } from '../../../api/history';
import { id as idSchema } from '../../../api/id';
import type { Page } from '../../../api/page';
import { permissionMatrix } from '../../../api/permission';
import { onlyRow } from '../../base/database/database';
import type { Parameter, Queryable } from '../../base/database/database';
import { makeRoomForAnswer } from '../../base/http/unsent-answers';
import { getTypeOfObject, isSiteOpenTo, typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { mentionedIn, withNames } from '../values/encode-value';
import { findLabel, listFieldChanges } from './recorded-change';
import type { FieldValue, RecordedChange, RecordedField, Reference } from './recorded-change';

/**
 * What was changed of an object, the newest first.
 * @throws Refusal 404 for an object that is not there or whose type the caller may not read
 */
export async function readObjectHistory(
  database: Queryable,
  view: WorkspaceView,
  objectId: string,
  range: Range,
): Promise<Page<HistoryEntry>> {
  await getTypeOfObject(database, view, objectId);
  return readEntries(database, view, range, {
    condition: `kind = 'object' and subject_id = $2`,
    parameters: [objectId],
  });
}

type AuditQuery = z.output<NonNullable<(typeof listAudit)['query']>>;
type Range = Pick<AuditQuery, 'offset' | 'limit'>;

/** What was changed in the workspace, the newest first; of what the caller may not read only that it was. */
export function readAudit(
  database: Queryable,
  view: WorkspaceView,
  { userId, kind, from, to, ...range }: AuditQuery,
): Promise<Page<HistoryEntry>> {
  return readEntries(database, view, range, {
    condition: `($2::uuid is null or user_id = $2) and ($3::text is null or kind = $3)
      and ($4::timestamptz is null or at >= $4) and ($5::timestamptz is null or at < $5)`,
    parameters: [userId ?? null, kind ?? null, momentOf(from), momentOf(to)],
  });
}

const momentOf = (text: string | undefined) => (text === undefined ? null : new Date(text));

/** One answer is built as a whole in memory; it has fewer entries than asked for where they are larger. */
const maximumPageBytes = 4_000_000;

/** @param condition in SQL, with parameters from `$2` on */
async function readEntries(
  database: Queryable,
  view: WorkspaceView,
  range: Range,
  { condition, parameters }: { readonly condition: string; readonly parameters: Parameter[] },
): Promise<Page<HistoryEntry>> {
  const all = [view.workspaceId, ...parameters];
  const matching = `from history where workspace_id = $1 and ${condition}`;
  const { total } = onlyRow(
    await database.query<{ total: number }>(`select count(*)::integer as total ${matching}`, all),
  );
  const rows = await database.query<EntryRow>(
    `select ${entryColumns}, bytes::float8 as bytes from (
       select *, sum(octet_length(detail::text)) over (order by number desc) as bytes from (
         select * ${matching} order by number desc offset ${range.offset} limit ${range.limit}
       ) as listed
     ) as entry
     where bytes <= ${maximumPageBytes} or bytes = octet_length(detail::text)
     order by number desc`,
    all,
  );
  await makeRoomForAnswer(rows.at(-1)?.bytes ?? 0);
  const result = await showEntries(database, view, rows);
  const isLast = range.offset + result.length >= total;
  return { total, pageSize: range.limit, isLast, result };
}

interface EntryRow extends Pick<
  HistoryEntry,
  'id' | 'userId' | 'userName' | 'via' | 'isBulk' | 'kind' | 'action' | 'subjectId'
> {
  readonly at: Date;
  readonly credentialName: string | null;
  readonly typeId: string | null;
  readonly siteId: string | null;
  readonly detail: unknown;
  /** The size of all details up to this one. */
  readonly bytes: number;
}

const entryColumns = `
  number::text as id, at, user_id as "userId", (
    select account.name from account
    join membership on membership.workspace_id = $1 and membership.user_id = account.id
    where account.id = entry.user_id
  ) as "userName", via, credential_name as "credentialName", is_bulk as "isBulk", kind, action,
  subject_id as "subjectId", type_id as "typeId", site_id as "siteId", detail`;

const side = z.unknown().optional();
const detail = z.object({ version: z.literal(1), before: side, after: side });

async function showEntries(
  database: Queryable,
  view: WorkspaceView,
  rows: readonly EntryRow[],
): Promise<HistoryEntry[]> {
  const isWithheld = await findWithheld(database, view, rows);
  const entries = rows.map((row) => {
    if (isWithheld(row)) return { row };
    const change = { ...row, ...detail.parse(row.detail) };
    return { row, change, fields: listFieldChanges(change) };
  });
  const names = await readNames(
    database,
    view,
    entries.flatMap(({ change, fields }) => (change ? [{ change, fields }] : [])),
  );
  return entries.map(({ row, change, fields = [] }) => ({
    ...showRow(row),
    label: change ? (findLabel(change) ?? names.findSubject(change) ?? null) : null,
    isWithheld: change === undefined,
    changes: showChanges(fields, names),
  }));
}

function showRow(row: EntryRow): Omit<HistoryEntry, 'label' | 'isWithheld' | 'changes'> {
  const { id, userId, userName, via, isBulk, kind, action, subjectId } = row;
  const { at, credentialName, typeId, siteId } = row;
  return {
    id,
    changedAt: at.toISOString(),
    userId,
    userName,
    via,
    ...(credentialName !== null && { credentialName }),
    isBulk,
    kind,
    action,
    subjectId,
    ...(typeId !== null && { typeId }),
    ...(siteId !== null && { siteId }),
  };
}

/** Which entries are about something that the caller may not read. What is gone is read as it was in the end. */
async function findWithheld(
  database: Queryable,
  view: WorkspaceView,
  rows: readonly EntryRow[],
): Promise<(row: EntryRow) => boolean> {
  const readable = new Set(typeIdsOf(view.types));
  const ofTypes = rows.filter(({ kind }) => kind === 'object' || kind === 'attribute');
  const hiddenTypeIds = ofTypes.flatMap(({ typeId }) =>
    typeId === null || readable.has(typeId) ? [] : [typeId],
  );
  const siteIds = rows.flatMap(({ kind, siteId }) => (kind === 'page' && siteId) || []);
  const workflowIds = rows.flatMap(({ kind, subjectId }) =>
    kind === 'workflow' ? [subjectId] : [],
  );
  if (hiddenTypeIds.length + siteIds.length + workflowIds.length === 0) return () => false;
  const { open, hidden } = onlyRow(
    await database.query<{ open: string[]; hidden: string[] }>(findWithheldStatement, [
      view.workspaceId,
      view.caller.userId,
      hiddenTypeIds,
      siteIds,
      workflowIds,
      [...readable],
    ]),
  );
  const [openIds, hiddenIds] = [new Set(open), new Set(hidden)];
  return ({ kind, typeId, siteId, subjectId }) => {
    if (kind === 'object' || kind === 'attribute')
      return typeId !== null && !readable.has(typeId) && !openIds.has(typeId);
    return kind === 'page' ? !openIds.has(siteId ?? '') : hiddenIds.has(subjectId);
  };
}

/** Which types the workflows $5 had before or after a change of an attribute. An index has each side. */
function selectUses(side: 'before' | 'after'): string {
  const workflowId = `lower(detail #>> '{${side},configuration,workflowId}')`;
  return `select ${workflowId}, type_id from history
    where workspace_id = $1 and kind = 'attribute' and ${workflowId} = any ($5::text[])`;
}

/**
 * Sites that the caller opens, types and sites that everyone could read or open when they were deleted, and the
 * workflows that only types which the caller may not read have or had: the history says which attributes there were.
 */
const findWithheldStatement = `
  with used as (
    select lower(configuration ->> 'workflowId') as workflow_id, type_id from attribute
    where workspace_id = $1 and lower(configuration ->> 'workflowId') = any ($5::text[])
    union ${selectUses('before')} union ${selectUses('after')}
  )
  select array(
    select id::text from site
    where workspace_id = $1 and id = any ($4::uuid[]) and ${isSiteOpenTo('$1', '$2')}
    union
    select subject_id from history
    where workspace_id = $1 and subject_id = any ($3::text[] || $4::text[])
      and kind in ('type', 'site') and action = 'delete' and detail -> 'before' ->> 'isOpen' = 'true'
  ) as open, array(
    select workflow_id from used
    group by 1 having not bool_or(type_id = any ($6::uuid[]) or exists (
      select from history as gone
      where gone.workspace_id = $1 and gone.subject_id = used.type_id::text
        and gone.kind = 'type' and gone.action = 'delete' and gone.detail -> 'before' ->> 'isOpen' = 'true'
    ))
  ) as hidden`;

type NamedKind = Reference | 'site' | 'deletedObject';

type CurrentNames = Awaited<ReturnType<typeof readNames>>;

/**
 * The names of what these changes refer to, as far as the caller may read that. A deleted object has the one that it
 * had in the end.
 */
async function readNames(
  database: Queryable,
  view: WorkspaceView,
  changes: readonly {
    readonly change: RecordedChange;
    readonly fields: readonly RecordedField[];
  }[],
) {
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
    /** What the subject of a change is called that doesn't say so itself. */
    findSubject: (change: RecordedChange) => {
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

function showChanges(fields: readonly RecordedField[], names: CurrentNames): FieldChange[] {
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
