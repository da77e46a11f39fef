import type { Violation } from '../../../api/error-body';
import { notFound, Overtaken } from '../refusals/refusal';
import type { Refusal, Resource } from '../refusals/refusal';
import { refuseValue } from '../refusals/refused-values';
import { DatabaseBusy, DatabaseFault } from './database';

type Explain = () => Refusal;

const gone =
  (what: Resource): Explain =>
  () =>
    notFound(what);

const refused =
  (
    violationType: Violation['violationType'],
    field: string,
    domain: Violation['domain'],
    message: string,
  ): Explain =>
  () =>
    refuseValue(violationType, field, domain, message);

const taken = (domain: Violation['domain']): Explain =>
  refused('CONFLICT', 'name', domain, 'This name was just taken. Choose another.');

const goneGroup = (domain: Violation['domain']): Explain =>
  refused('NOT_FOUND', 'groupIds', domain, 'A group was just deleted. Leave it out.');

const namedTwice = (field: string, domain: Violation['domain']): Explain =>
  refused('CONFLICT', field, domain, 'Somebody else changed this access just now. Try again.');

/**
 * The refusal for each constraint of the tables, and each unique index, that can stop a change. Calls check first, so
 * somebody else's change must have come in between.
 */
export const brokenConstraints: Readonly<Record<string, Explain>> = {
  account_email_key: refused(
    'CONFLICT',
    'email',
    'WORKSPACE',
    'An account with this email address was just created. Try again.',
  ),
  attribute_label: refused(
    'CONFLICT',
    'isLabel',
    'ATTRIBUTE',
    'Another attribute just became the label. Try again.',
  ),
  attribute_name: taken('ATTRIBUTE'),
  attribute_workspace_id_type_id_fkey: gone('type'),
  deleted_object_workspace_id_type_id_fkey: gone('object'),
  deleted_reference_workspace_id_deleted_id_fkey: gone('object'),
  embed_token_workspace_id_page_id_fkey: gone('page'),
  object_value_content: refused(
    'CONFLICT',
    'attributes',
    'CONTENT',
    'An upload was just used elsewhere: upload the file again.',
  ),
  object_value_pkey: refused(
    'CONFLICT',
    'attributes',
    'OBJECT',
    'Somebody else changed the object just now. Try again.',
  ),
  object_value_workspace_id_attribute_id_fkey: refused(
    'NOT_FOUND',
    'attributes',
    'ATTRIBUTE',
    'An attribute was just deleted. Leave it out.',
  ),
  object_value_workspace_id_content_key_fkey: refused(
    'NOT_FOUND',
    'attributes',
    'CONTENT',
    'A value names an upload that is gone: upload the file again.',
  ),
  object_value_workspace_id_object_id_fkey: gone('object'),
  object_value_workspace_id_reference_id_fkey: refused(
    'NOT_FOUND',
    'attributes',
    'OBJECT',
    'A value refers to an object that was just deleted.',
  ),
  object_workspace_id_type_id_fkey: gone('type'),
  page_workspace_id_site_id_fkey: gone('site'),
  site_access_group: namedTwice('groupIds', 'SITE'),
  site_access_user: namedTwice('userIds', 'SITE'),
  site_access_workspace_id_group_id_fkey: goneGroup('SITE'),
  site_access_workspace_id_site_id_fkey: gone('site'),
  token_block_token_id_fkey: gone('token'),
  type_access_group: namedTwice('groupIds', 'TYPE'),
  type_access_user: namedTwice('userIds', 'TYPE'),
  type_access_workspace_id_group_id_fkey: goneGroup('TYPE'),
  type_access_workspace_id_type_id_fkey: gone('type'),
  type_name: taken('TYPE'),
  user_group_member_workspace_id_group_id_fkey: gone('group'),
  user_group_name: taken('WORKSPACE'),
  workflow_state_workspace_id_workflow_id_fkey: gone('workflow'),
  workflow_transition_workspace_id_workflow_id_fkey: gone('workflow'),
};

/** A transaction that another one stopped is started again; each attempt after the first is one more. */
export const conflictCodes: ReadonlySet<string | undefined> = new Set(['40001', '40P01']);

/**
 * Returns what a caller is told of a fault of the database that others caused, and any other error as it is.
 * This is the only place that turns what Postgres says into a refusal.
 */
export function explainConflict(error: unknown): unknown {
  if (!(error instanceof DatabaseFault)) return error;
  if (conflictCodes.has(error.code)) return new DatabaseBusy({ cause: error });
  const explain = brokenConstraints[error.constraint ?? ''];
  return explain === undefined ? error : new Overtaken(explain(), { cause: error });
}

/** Where a table is spread over several servers, its parts have a number behind the name of a constraint. */
export function constraintOf(name: string | undefined): string | undefined {
  return name?.replace(/_\d{6,}$/, '');
}
