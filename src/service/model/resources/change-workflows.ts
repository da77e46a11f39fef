import type { Workflow } from '../../../api/workflow';
import type { Database, Queryable } from '../../base/database';
import { typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { assertStorable } from './assert-storable';
import { assertVersion } from './object-version';
import type { VersionCondition } from './object-version';
import { problem, refuse } from './value-problem';
import { planChangedWorkflow, planNewWorkflow } from './workflow-rules';
import type { NewWorkflow, WorkflowChange } from './workflow-rules';
import { insertWorkflow, readWorkflow } from './workflows';

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
