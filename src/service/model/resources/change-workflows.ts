import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Workflow } from '../../../api/workflow';
import type * as workflowApi from '../../../api/workflow';
import type { Queryable } from '../../base/database/database';
import { recordChanges } from '../history/record-changes';
import type { ChangeDependencies } from '../history/record-changes';
import { changeSchema, typeIdsOf } from '../permissions/workspace-view';
import type { WorkspaceView } from '../permissions/workspace-view';
import { assertVersion } from '../../base/refusals/version-condition';
import type { VersionCondition } from '../../base/refusals/version-condition';
import { assertStorable, problem, refuse, refuseValue } from '../../base/refusals/refused-values';
import type { Problem } from '../../base/refusals/refused-values';
import { foldName } from '../values/folded-name';
import { assertWorkspaceFits, checkWorkflowSize, workflowField } from './schema-limits';
import { insertWorkflow, readWorkflow } from './workflows';

/**
 * Stores a workflow, which attributes can then name.
 * @throws Refusal 400 with violations
 */
export async function createWorkflow(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  creation: NewWorkflow,
): Promise<Workflow> {
  assertStorable(creation, 'WORKFLOW');
  const workflow = planNewWorkflow(creation);
  const growth = checkWorkflowSize(workflow);
  await changeSchema(database, view, async (transaction) => {
    await insertWorkflow(transaction, view.workspaceId, workflow);
    await assertWorkspaceFits(transaction, view, workflowField(workflow), growth);
    const of = { kind: 'workflow', id: workflow.id, action: 'create' } as const;
    await recordChanges(transaction, view, [{ ...of, after: factsOf(workflow) }], clock());
  });
  return workflow;
}

/**
 * Changes what the call names.
 * @throws Refusal 400 with violations, also while objects are in a state that the change retires; 404 for a
 *   workflow that the caller may not read, 412 if the condition doesn't hold
 * @see docs/service-api.md, "Workflows"
 */
export async function updateWorkflow(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  workflowId: string,
  { condition, ...change }: WorkflowChange & { readonly condition: VersionCondition | undefined },
): Promise<Workflow> {
  assertStorable(change, 'WORKFLOW');
  return changeSchema(database, view, async (transaction) => {
    const before = await lockWorkflow(transaction, view, workflowId, condition);
    const after = planChangedWorkflow(before, change);
    const growth = checkWorkflowSize(after, before);
    await refuseWhereObjectsAre(transaction, view, before, after);
    await deleteParts(transaction, view, workflowId);
    await insertWorkflow(transaction, view.workspaceId, after);
    await assertWorkspaceFits(transaction, view, workflowField(after), growth);
    const facts = { before: factsOf(before), after: factsOf(after) };
    const of = { kind: 'workflow', id: workflowId, action: 'change' } as const;
    await recordChanges(transaction, view, [{ ...of, ...facts }], clock());
    return after;
  });
}

/**
 * Deletes a workflow.
 * @throws Refusal 400 CONFLICT while an attribute uses it; 404 for a workflow that the caller may not read,
 *   412 if the condition doesn't hold
 */
export async function deleteWorkflow(
  { database, clock }: ChangeDependencies,
  view: WorkspaceView,
  workflowId: string,
  condition: VersionCondition | undefined,
): Promise<void> {
  await changeSchema(database, view, async (transaction) => {
    const workflow = await lockWorkflow(transaction, view, workflowId, condition);
    await refuseWhereUsed(transaction, view, workflow);
    await deleteParts(transaction, view, workflowId);
    await transaction.query('delete from workflow where workspace_id = $1 and id = $2', [
      view.workspaceId,
      workflowId,
    ]);
    const of = { kind: 'workflow', id: workflowId, action: 'delete' } as const;
    await recordChanges(transaction, view, [{ ...of, before: factsOf(workflow) }], clock());
  });
}

/** What the history says of a workflow, by the names of its states. */
function factsOf({ name, initialStateId, states, transitions }: Workflow) {
  const nameOf = (stateId: string) => states.find(({ id }) => id === stateId)?.name;
  return {
    name,
    initialState: nameOf(initialStateId),
    states: states.map(({ name: stateName, isEndState, color }) => {
      const further = [isEndState && 'end state', color].filter(Boolean).join(', ');
      return further === '' ? stateName : `${stateName} (${further})`;
    }),
    transitions: transitions.map(
      (each) => `${each.name}: ${nameOf(each.fromStateId)} → ${nameOf(each.toStateId)}`,
    ),
  };
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
  const message = `${where} uses "${name}". Delete that attribute first.`;
  throw refuseValue('CONFLICT', 'id', 'WORKFLOW', message, id);
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

type NewWorkflow = z.output<NonNullable<(typeof workflowApi.createWorkflow)['body']>>;
type WorkflowChange = z.output<NonNullable<(typeof workflowApi.updateWorkflow)['body']>>;

/**
 * Returns the workflow to store, with ids of its own.
 * @throws Refusal 400 with violations: states of one name or id, and references to states that aren't there
 */
function planNewWorkflow(creation: NewWorkflow): Workflow {
  const { initialStateId = creation.states[0]?.name ?? '', states, transitions } = creation;
  const named = states.map((state) => ({ ...state, id: randomUUID(), reference: state.id }));
  const withIds = transitions.map((transition) => ({ ...transition, id: randomUUID() }));
  const problems = findRepeated(creation.states, []);
  const plan = { ...creation, initialStateId, id: randomUUID(), transitions: withIds };
  return resolveStates({ ...plan, states: named }, problems);
}

/**
 * Returns the workflow as the change makes it. A state or transition with an `id` is one that is there; one
 * without is new. Without `transitions`, those of retired states go with them.
 * @throws Refusal 400 with violations, also if the initial state is retired and no other one is named
 */
function planChangedWorkflow(before: Workflow, change: WorkflowChange): Workflow {
  const states = (change.states ?? before.states).map((state) => withLowerCaseId(state));
  const remains = (id: string) => states.some((state) => state.id === id);
  const initial = before.states.find(({ id }) => id === before.initialStateId);
  if (change.initialStateId === undefined && initial && !remains(initial.id)) {
    const message = `New objects start in "${initial.name}". To retire it, name another state in initialStateId.`;
    throw refuseValue('CONFLICT', 'initialStateId', 'WORKFLOW', message, initial.id);
  }
  const transitions =
    change.transitions?.map((transition) => withLowerCaseId(transition)) ??
    before.transitions.filter((each) => remains(each.fromStateId) && remains(each.toStateId));
  const problems = [
    ...findRepeated(states, before.states),
    ...findUnknown('states', 'state', states, before.states),
    ...findUnknown('transitions', 'transition', transitions, before.transitions),
  ];
  return resolveStates(
    {
      id: before.id,
      name: change.name ?? before.name,
      initialStateId: change.initialStateId ?? before.initialStateId,
      states: states.map((state) => ({ ...state, id: state.id ?? randomUUID() })),
      transitions: transitions.map((each) => ({ ...each, id: each.id ?? randomUUID() })),
    },
    problems,
  );
}

function withLowerCaseId<Part extends { readonly id?: string | undefined }>(part: Part): Part {
  return { ...part, id: part.id?.toLowerCase() };
}

interface PlannedWorkflow extends Omit<Workflow, 'states'> {
  /** `reference`: by what else than its id and its name the call refers to the state. */
  readonly states: readonly (Workflow['states'][number] & {
    readonly reference?: string | undefined;
  })[];
}

/** @param problems what is wrong already */
function resolveStates(plan: PlannedWorkflow, problems: Problem[]): Workflow {
  const getId = (field: string, reference: string) => {
    const state =
      plan.states.find(
        ({ id, name, reference: own }) =>
          id === reference.toLowerCase() || name === reference || own === reference,
      ) ?? plan.states.find(({ name }) => foldName(name) === foldName(reference));
    if (state === undefined) problems.push(unknownState(field, reference));
    return state?.id ?? '';
  };
  const workflow: Workflow = {
    id: plan.id,
    name: plan.name,
    initialStateId: getId('initialStateId', plan.initialStateId),
    states: plan.states.map(({ id, name, isEndState, color }) => ({
      id,
      name,
      isEndState,
      ...(color === undefined ? {} : { color }),
    })),
    transitions: plan.transitions.map(({ id, name, fromStateId, toStateId }, index) => ({
      id,
      name,
      fromStateId: getId(`transitions.${index}.fromStateId`, fromStateId),
      toStateId: getId(`transitions.${index}.toStateId`, toStateId),
    })),
  };
  if (problems.length > 0) throw refuse(problems);
  return workflow;
}

interface WrittenPart {
  readonly id?: string | undefined;
  readonly name: string;
}

/**
 * What a reference means has to be clear, and people choose states by their names. Those that were called alike before
 * may stay so.
 */
function findRepeated(states: readonly WrittenPart[], before: Workflow['states']): Problem[] {
  const oldNames = new Map(before.map(({ id, name }) => [id, foldName(name)]));
  const isOld = ({ id = '', name }: WrittenPart) => oldNames.get(id) === foldName(name);
  const taken = new Map<string, WrittenPart>();
  return states.flatMap((state, index) => {
    const { id, name } = state;
    const words = [foldName(name), ...(id === undefined || id === name ? [] : [id.toLowerCase()])];
    const repeated = words.find((word) => {
      const other = taken.get(word);
      return other !== undefined && !(isOld(state) && isOld(other));
    });
    for (const word of words) taken.set(word, state);
    if (repeated === undefined) return [];
    const message = `Another state is already called "${repeated}".`;
    return [problem('CONFLICT', `states.${index}.name`, 'WORKFLOW', message, name)];
  });
}

/** Each id in a change belongs to something in the workflow, and is given once. */
function findUnknown(
  field: 'states' | 'transitions',
  noun: string,
  written: readonly WrittenPart[],
  there: readonly { readonly id: string }[],
): Problem[] {
  const known = new Set(there.map(({ id }) => id));
  return written.flatMap(({ id }, index) => {
    if (id === undefined || known.delete(id)) return [];
    const message = `No other ${noun} of this workflow has the id "${id}". To add a ${noun}, leave out its id.`;
    return [problem('NOT_FOUND', `${field}.${index}.id`, 'WORKFLOW', message, id)];
  });
}

function unknownState(field: string, reference: string): Problem {
  const message = `${field}: "${reference}" isn’t a state of this workflow.`;
  return problem('NOT_FOUND', field, 'WORKFLOW', message, reference);
}
