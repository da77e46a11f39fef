import type { Workflow } from '../../api/workflow';
import type { Database, Queryable } from '../database';
import type { WorkspaceView } from '../permissions/workspace-view';
import { typeIdsOf } from '../permissions/workspace-view';
import { Refusal, notFound } from '../refusal';
import { assertStorable } from './assert-storable';
import { assertVersion } from './object-version';
import type { VersionCondition } from './object-version';
import { problem, refuse } from './value-problem';
import { planChangedWorkflow, planNewWorkflow } from './workflow-rules';
import type { NewWorkflow, WorkflowChange } from './workflow-rules';

/** Workflows by name: those of types that the caller may read, and those that no type uses. */
export async function readWorkflowNames(
  database: Queryable,
  view: WorkspaceView,
): Promise<{ id: string; name: string }[]> {
  const attributes = view.types.flatMap((type) => type.attributes);
  return database.query<{ id: string; name: string }>(
    `select id, name from workflow
     where workspace_id = $1 and (id = any ($2::uuid[]) or id::text not in (
       select lower(configuration ->> 'workflowId') from attribute
       where workspace_id = $1 and configuration ->> 'workflowId' is not null
     ))
     order by lower(name), id`,
    [view.workspaceId, attributes.flatMap(({ workflowId }) => workflowId ?? [])],
  );
}

/** @throws Refusal 404 for a workflow that this workspace doesn't have or the caller may not read */
export async function readWorkflow(
  database: Queryable,
  view: WorkspaceView,
  workflowId: string,
): Promise<Workflow> {
  const workflow = await findWorkflow(database, view, workflowId);
  if (workflow === undefined) throw notFound('workflow');
  return workflow;
}

/**
 * The workflow, where the caller may read it: with a type that goes through it, or where no type
 * does. Undefined otherwise, and where the workspace doesn't have it.
 */
export async function findWorkflow(
  database: Queryable,
  view: WorkspaceView,
  workflowId: string,
): Promise<Workflow | undefined> {
  const [workflow] = await readWorkflows(database, view.workspaceId, [workflowId]);
  const attributes = view.types.flatMap((type) => type.attributes);
  if (attributes.some((attribute) => attribute.workflowId === workflow?.id)) return workflow;
  const used = await database.query(
    `select from attribute
     where workspace_id = $1 and lower(configuration ->> 'workflowId') = $2 limit 1`,
    [view.workspaceId, workflowId],
  );
  return used.length === 0 ? workflow : undefined;
}

/**
 * Returns those of these workflows that the workspace has, and keeps them as they are until the transaction
 * ends. A transaction that writes many objects locks and reads each of them once.
 */
export async function keepWorkflows(
  transaction: Queryable,
  workspaceId: string,
  workflowIds: readonly string[],
): Promise<Workflow[]> {
  const kept = keptByTransaction.get(transaction) ?? new Map<string, Workflow>();
  keptByTransaction.set(transaction, kept);
  const others = workflowIds.filter((id) => !kept.has(id));
  if (others.length > 0) {
    await transaction.queryPrepared(
      'select from workflow where workspace_id = $1 and id = any ($2::uuid[]) for key share',
      [workspaceId, others],
    );
    // In a statement of its own: the lock may have waited for someone who changed them.
    const workflows = await readWorkflows(transaction, workspaceId, others);
    for (const workflow of workflows) kept.set(workflow.id, workflow);
  }
  return workflowIds.flatMap((id) => kept.get(id) ?? []);
}

const keptByTransaction = new WeakMap<Queryable, Map<string, Workflow>>();

/** Those of these workflows that the workspace has. */
async function readWorkflows(
  database: Queryable,
  workspaceId: string,
  workflowIds: readonly string[],
): Promise<Workflow[]> {
  if (workflowIds.length === 0) return [];
  return database.query<Workflow>(readStatement, [workspaceId, workflowIds]);
}

const readStatement = `
  select id, name, initial_state_id as "initialStateId", (
      select json_agg(json_strip_nulls(json_build_object(
        'id', state.id, 'name', state.name, 'isEndState', state.is_end_state, 'color', state.color
      )) order by position)
      from workflow_state as state
      where state.workspace_id = $1 and state.workflow_id = workflow.id
    ) as states, coalesce((
      select json_agg(json_build_object(
        'id', id, 'name', name, 'fromStateId', from_state_id, 'toStateId', to_state_id
      ) order by position)
      from workflow_transition as transition
      where transition.workspace_id = $1 and transition.workflow_id = workflow.id
    ), '[]'::json) as transitions
  from workflow
  where workspace_id = $1 and id = any ($2::uuid[])`;

/**
 * Stores a workflow, which attributes can then name.
 * @throws Refusal 400 with violations
 */
export async function createWorkflow(
  database: Database,
  view: WorkspaceView,
  creation: NewWorkflow,
): Promise<Workflow> {
  assertStorable(creation, 'WORKFLOW');
  const workflow = planNewWorkflow(creation);
  await insertWorkflow(database, view.workspaceId, workflow);
  return workflow;
}

/**
 * Changes what the call names.
 * @throws Refusal 400 with violations, also while objects are in a state that the change retires; 404 for a
 *   workflow that the caller may not read, 412 if the condition doesn't hold
 * @see docs/service-api.md, "Workflows"
 */
export async function updateWorkflow(
  database: Database,
  view: WorkspaceView,
  workflowId: string,
  { condition, ...change }: WorkflowChange & { readonly condition: VersionCondition | undefined },
): Promise<Workflow> {
  assertStorable(change, 'WORKFLOW');
  return database.transaction(async (transaction) => {
    const before = await lockWorkflow(transaction, view, workflowId, condition);
    const after = planChangedWorkflow(before, change);
    await refuseWhereObjectsAre(transaction, view, before, after);
    await deleteParts(transaction, view, workflowId);
    await insertWorkflow(transaction, view.workspaceId, after);
    return after;
  });
}

/**
 * Deletes a workflow.
 * @throws Refusal 400 CONFLICT while an attribute uses it; 404 for a workflow that the caller may not read,
 *   412 if the condition doesn't hold
 */
export async function deleteWorkflow(
  database: Database,
  view: WorkspaceView,
  workflowId: string,
  condition: VersionCondition | undefined,
): Promise<undefined> {
  await database.transaction(async (transaction) => {
    const workflow = await lockWorkflow(transaction, view, workflowId, condition);
    await refuseWhereUsed(transaction, view, workflow);
    await deleteParts(transaction, view, workflowId);
    await transaction.query('delete from workflow where workspace_id = $1 and id = $2', [
      view.workspaceId,
      workflowId,
    ]);
  });
  return undefined;
}

/** The workflow; whoever would change or use it waits until the transaction ends. */
async function lockWorkflow(
  transaction: Queryable,
  view: WorkspaceView,
  workflowId: string,
  condition: VersionCondition | undefined,
): Promise<Workflow> {
  await transaction.query('select from workflow where workspace_id = $1 and id = $2 for update', [
    view.workspaceId,
    workflowId,
  ]);
  const workflow = await readWorkflow(transaction, view, workflowId);
  if (condition !== undefined) assertVersion('workflow', workflow, condition);
  return workflow;
}

/** Counts objects of types that the caller may read, and says of others only that they are there. */
async function refuseWhereObjectsAre(
  transaction: Queryable,
  view: WorkspaceView,
  before: Workflow,
  after: Workflow,
): Promise<void> {
  const remaining = new Set(after.states.map(({ id }) => id));
  const retired = before.states.filter(({ id }) => !remaining.has(id));
  if (retired.length === 0) return;
  const counts = await transaction.query<{ stateId: string; count: number }>(countStatement, [
    view.workspaceId,
    before.id,
    retired.map(({ id }) => id),
    typeIdsOf(view.types),
  ]);
  const problems = counts.map(({ stateId, count }) => {
    const name = retired.find(({ id }) => id === stateId)?.name ?? stateId;
    const objects = count === 1 ? '1 object is' : `${count} objects are`;
    const message =
      count === 0
        ? `Objects that you can’t see are in the state "${name}", so it can’t be retired.`
        : `${objects} in the state "${name}". Move ${count === 1 ? 'it' : 'them'} to another state first.`;
    return problem('CONFLICT', 'states', 'WORKFLOW', message, stateId);
  });
  if (problems.length > 0) throw refuse(problems);
}

const countStatement = `
  select stored.value as "stateId",
    count(distinct stored.object_id) filter (where attribute.type_id = any ($4::uuid[]))::integer
      as count
  from object_value as stored
  join attribute on attribute.workspace_id = $1 and attribute.id = stored.attribute_id
  where stored.workspace_id = $1 and lower(attribute.configuration ->> 'workflowId') = $2::text
    and stored.value = any ($3::text[])
  group by stored.value`;

async function refuseWhereUsed(
  transaction: Queryable,
  { workspaceId, types }: WorkspaceView,
  { id, name }: Workflow,
): Promise<void> {
  const using = await transaction.query<{ typeId: string; name: string }>(
    `select type_id as "typeId", name from attribute
     where workspace_id = $1 and lower(configuration ->> 'workflowId') = $2::text
     order by type_id = any ($3::uuid[]) desc, name limit 1`,
    [workspaceId, id, typeIdsOf(types)],
  );
  const [attribute] = using;
  if (attribute === undefined) return;
  const owner = types.find((type) => type.id === attribute.typeId);
  const where = owner
    ? `"${attribute.name}" of "${owner.name}"`
    : 'An attribute that you can’t see';
  throw refuse([
    problem(
      'CONFLICT',
      'id',
      'WORKFLOW',
      `${where} uses "${name}". Delete that attribute first.`,
      id,
    ),
  ]);
}

/** Deletes its states and transitions. */
async function deleteParts(
  transaction: Queryable,
  { workspaceId }: WorkspaceView,
  workflowId: string,
): Promise<void> {
  for (const table of ['workflow_transition', 'workflow_state'] as const) {
    await transaction.query(`delete from ${table} where workspace_id = $1 and workflow_id = $2`, [
      workspaceId,
      workflowId,
    ]);
  }
}

/** Stores a whole workflow that has no states yet; its states and transitions keep their order. */
export async function insertWorkflow(
  database: Queryable,
  workspaceId: string,
  { id, name, initialStateId, states, transitions }: Workflow,
): Promise<void> {
  await database.query(insertStatement, [
    workspaceId,
    id,
    name,
    initialStateId,
    JSON.stringify(states),
    JSON.stringify(transitions),
  ]);
}

/** One statement, as a workflow and its initial state refer to each other. */
const insertStatement = `
  with inserted as (
    insert into workflow (workspace_id, id, name, initial_state_id) values ($1, $2, $3, $4)
    on conflict (workspace_id, id)
      do update set name = excluded.name, initial_state_id = excluded.initial_state_id
  ), inserted_states as (
    insert into workflow_state (workspace_id, workflow_id, id, name, is_end_state, color, position)
    select $1, $2, (state ->> 'id')::uuid, state ->> 'name', (state ->> 'isEndState')::boolean,
      state ->> 'color', position
    from json_array_elements($5::json) with ordinality as listed (state, position)
  )
  insert into workflow_transition
    (workspace_id, workflow_id, id, name, from_state_id, to_state_id, position)
  select $1, $2, (transition ->> 'id')::uuid, transition ->> 'name',
    (transition ->> 'fromStateId')::uuid, (transition ->> 'toStateId')::uuid, position
  from json_array_elements($6::json) with ordinality as listed (transition, position)`;

/**
 * The moves from a state, or from the initial one.
 * @throws Refusal 404 for a workflow that the caller may not read, 400 for a state that isn't one of its own
 */
export async function readAvailableTransitions(
  database: Queryable,
  view: WorkspaceView,
  workflowId: string,
  fromStateId: string | undefined,
): Promise<Workflow['transitions']> {
  const workflow = await readWorkflow(database, view, workflowId);
  const from = fromStateId?.toLowerCase() ?? workflow.initialStateId;
  if (!workflow.states.some(({ id }) => id === from)) {
    throw new Refusal(400, 'fromStateId isn’t a state of this workflow.');
  }
  return workflow.transitions.filter((transition) => transition.fromStateId === from);
}
