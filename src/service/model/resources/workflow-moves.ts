import type { Workflow } from '../../../api/workflow';
import type { Queryable } from '../../base/database';
import type { ReadableType, WorkspaceView } from '../permissions/workspace-view';
import type { StoredAttribute } from '../values/attribute-kinds';
import type { AttributeValuesToStore } from './store-objects';
import { problem } from './value-problem';
import type { Problem } from './value-problem';
import { keepWorkflows } from './workflows';

/** Which transition a call takes, by the id of the workflow attribute. */
export type ChosenTransitions = Readonly<Record<string, { readonly transitionId: string }>>;

interface CheckedMoves {
  /** The states to store: of a new object all, of another those that change. */
  readonly toStore: readonly AttributeValuesToStore[];
  readonly problems: readonly Problem[];
}

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
 */
export async function checkMoves(
  transaction: Queryable,
  view: WorkspaceView,
  { type, states, transitions, objectId }: AskedMoves,
): Promise<CheckedMoves> {
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
  const move = `"${name}" from "${nameOf(from)}" to "${nameOf(to)}"`;
  const refused = (
    violationType: 'TRANSITION_NOT_SUPPLIED' | 'TRANSITION_NOT_ALLOWED',
    message: string,
  ) => [problem(violationType, id, 'WORKFLOW', message, chosenId ?? to)];
  if (chosenId !== undefined) {
    if (leading.some((transition) => transition.id === chosenId)) return [];
    return refused('TRANSITION_NOT_ALLOWED', `This transition does not lead ${move}.`);
  }
  if (leading.length === 0)
    return refused('TRANSITION_NOT_ALLOWED', `No transition leads ${move}.`);
  if (leading.length === 1) return [];
  return refused(
    'TRANSITION_NOT_SUPPLIED',
    `Several transitions lead ${move}: name one in transitions.`,
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
