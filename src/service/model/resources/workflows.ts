import type { Page } from '../../../api/page';
import type { Workflow } from '../../../api/workflow';
import { onlyRow } from '../../base/database/database';
import type { Queryable } from '../../base/database/database';
import { Refusal, notFound } from '../../base/refusals/refusal';
import type { WorkspaceView, ReadableType } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import { problem } from '../../base/refusals/refused-values';
import type { Problem } from '../../base/refusals/refused-values';
import { page } from './page';
import type { PageRange } from './page';
import type { AttributeValuesToStore } from './store-objects';

/** A page of the workflows by name: those of types that the caller may read, and those that no type uses. */
export async function readWorkflowPage(
  database: Queryable,
  view: WorkspaceView,
  range: PageRange,
): Promise<Page<Pick<Workflow, 'id' | 'name'>>> {
  const attributes = view.types.flatMap((type) => type.attributes);
  const ofReadable = attributes.flatMap(({ workflowId }) => workflowId ?? []);
  const { total, workflows } = onlyRow(
    await database.query<{ total: number; workflows: { id: string; name: string }[] }>(
      readPageStatement,
      [view.workspaceId, [...new Set(ofReadable)], range.limit, range.offset],
    ),
  );
  return page(workflows, total, range);
}

const readPageStatement = `
  with readable as (
    select id, name from workflow
    where workspace_id = $1 and (id = any ($2::uuid[]) or id::text not in (
      select lower(configuration ->> 'workflowId') from attribute
      where workspace_id = $1 and configuration ->> 'workflowId' is not null
    ))
  )
  select (select count(*)::integer from readable) as total, (
    select coalesce(json_agg(listed), '[]') from (
      select id, name from readable order by lower(name), id limit $3::bigint offset $4::bigint
    ) as listed
  ) as workflows`;

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
 * Stores a whole workflow that has no states yet; its states and transitions keep their order.
 * @param database a transaction: the workflow and its initial state refer to each other until its end
 */
export async function insertWorkflow(
  database: Queryable,
  workspaceId: string,
  { id, name, initialStateId, states, transitions }: Workflow,
): Promise<void> {
  const key = [workspaceId, id];
  await database.query(
    `insert into workflow (workspace_id, id, name, initial_state_id) values ($1, $2, $3, $4)
     on conflict (workspace_id, id)
       do update set name = excluded.name, initial_state_id = excluded.initial_state_id`,
    [...key, name, initialStateId],
  );
  await database.query(insertStatesStatement, [...key, JSON.stringify(states)]);
  await database.query(insertTransitionsStatement, [...key, JSON.stringify(transitions)]);
}

const insertStatesStatement = `
  insert into workflow_state (workspace_id, workflow_id, id, name, is_end_state, color, position)
  select $1::uuid, $2::uuid, (state ->> 'id')::uuid, state ->> 'name',
    (state ->> 'isEndState')::boolean, state ->> 'color', position
  from json_array_elements($3::json) with ordinality as listed (state, position)`;

const insertTransitionsStatement = `
  insert into workflow_transition
    (workspace_id, workflow_id, id, name, from_state_id, to_state_id, position)
  select $1::uuid, $2::uuid, (transition ->> 'id')::uuid, transition ->> 'name',
    (transition ->> 'fromStateId')::uuid, (transition ->> 'toStateId')::uuid, position
  from json_array_elements($3::json) with ordinality as listed (transition, position)`;

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

/** Which transition a call takes, by the id of the workflow attribute. */
export type ChosenTransitions = Readonly<Record<string, { readonly transitionId: string }>>;

/** What a call asks of the workflows of an object. */
interface AskedMoves {
  readonly type: ReadableType;
  /** The states that the call names, one per attribute. */
  readonly states: readonly AttributeValuesToStore[];
  readonly transitions: ChosenTransitions;
  /** Undefined for a new object. */
  readonly objectId: string | undefined;
}

/**
 * Moves an object through its workflows. A new object stands in the initial state of each; moving
 * to where it stands already changes nothing.
 * @returns the states to store, of a new object all, of another those that change; and what is wrong
 */
export async function checkMoves(
  transaction: Queryable,
  view: WorkspaceView,
  { type, states, transitions, objectId }: AskedMoves,
) {
  const targets = new Map(
    states.map(({ attributeId, values: [state] }) => [attributeId, state?.value]),
  );
  const chosen = new Map(
    Object.entries(transitions).map(([id, { transitionId }]) => [
      id.toLowerCase(),
      transitionId.toLowerCase(),
    ]),
  );
  const moved = type.attributes.filter(
    ({ id, kind }) => kind.valueKind === 'state' && (objectId === undefined || targets.has(id)),
  );
  const workflows = await keepWorkflows(
    transaction,
    view.workspaceId,
    moved.flatMap(({ workflowId }) => workflowId ?? []),
  );
  const current = await readStates(transaction, view, moved, objectId);
  const toStore: AttributeValuesToStore[] = [];
  const problems: Problem[] = findIdleTransitions(type, targets, chosen);
  for (const attribute of moved) {
    const workflow = getWorkflowOf(attribute, workflows);
    const from = current.get(attribute.id) ?? workflow.initialStateId;
    const to = targets.get(attribute.id) ?? from;
    if (to !== from)
      problems.push(...findFault(attribute, workflow, from, to, chosen.get(attribute.id)));
    if (to !== current.get(attribute.id))
      toStore.push({ attributeId: attribute.id, isLabel: false, values: [{ value: to }] });
  }
  return { toStore, problems };
}

function getWorkflowOf(
  { workflowId, name }: StoredAttribute,
  workflows: readonly Workflow[],
): Workflow {
  const workflow = workflows.find(({ id }) => id === workflowId);
  if (workflow === undefined) throw new Error(`The attribute ${name} has no workflow.`);
  return workflow;
}

/** The states that an object stands in, by attribute; none for a new one. */
async function readStates(
  database: Queryable,
  { workspaceId }: WorkspaceView,
  attributes: readonly StoredAttribute[],
  objectId: string | undefined,
): Promise<Map<string, string>> {
  if (objectId === undefined || attributes.length === 0) return new Map();
  const rows = await database.query<{ attributeId: string; value: string }>(
    `select attribute_id as "attributeId", value from object_value
     where workspace_id = $1 and object_id = $2 and attribute_id = any ($3::uuid[])`,
    [workspaceId, objectId, attributes.map(({ id }) => id)],
  );
  return new Map(rows.map(({ attributeId, value }) => [attributeId, value]));
}

/**
 * One transition that leads there is taken by itself; of several the call says which.
 * @see docs/service-api.md, "Workflows"
 */
function findFault(
  { id, name, states }: StoredAttribute,
  { transitions }: Workflow,
  from: string,
  to: string,
  chosenId: string | undefined,
): Problem[] {
  const leading = transitions.filter(
    ({ fromStateId, toStateId }) => fromStateId === from && toStateId === to,
  );
  const nameOf = (stateId: string) => states.find((state) => state.id === stateId)?.name ?? stateId;
  const move = `from "${nameOf(from)}" to "${nameOf(to)}" in "${name}"`;
  const refused = (
    violationType: 'TRANSITION_NOT_SUPPLIED' | 'TRANSITION_NOT_ALLOWED',
    message: string,
  ) => [problem(violationType, id, 'WORKFLOW', message, chosenId ?? to)];
  if (chosenId !== undefined) {
    if (leading.some((transition) => transition.id === chosenId)) return [];
    return refused('TRANSITION_NOT_ALLOWED', `This transition doesn’t lead ${move}.`);
  }
  if (leading.length === 0)
    return refused('TRANSITION_NOT_ALLOWED', `There is no transition ${move}.`);
  if (leading.length === 1) return [];
  return refused(
    'TRANSITION_NOT_SUPPLIED',
    `Several transitions lead ${move}. Name one in transitions.`,
  );
}

/** A transition is taken with the state that it leads to, and nowhere else. */
function findIdleTransitions(
  type: ReadableType,
  targets: ReadonlyMap<string, unknown>,
  chosen: ReadonlyMap<string, string>,
): Problem[] {
  return [...chosen].flatMap(([attributeId, transitionId]) => {
    if (targets.has(attributeId)) return [];
    const attribute = type.attributes.find(({ id }) => id === attributeId);
    if (attribute?.kind.valueKind !== 'state') {
      return [
        problem('NOT_FOUND', attributeId, 'ATTRIBUTE', `"${type.name}" has no such workflow.`),
      ];
    }
    const message = `"${attribute.name}" needs the state that the transition leads to.`;
    return [problem('REQUIRED', attributeId, 'OBJECT', message, transitionId)];
  });
}
