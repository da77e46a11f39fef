import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as workflowApi from '../../../api/workflow';
import type { Workflow } from '../../../api/workflow';
import { problem, refuse } from './value-problem';
import type { Problem } from './value-problem';

export type NewWorkflow = z.output<NonNullable<(typeof workflowApi.createWorkflow)['body']>>;
export type WorkflowChange = z.output<NonNullable<(typeof workflowApi.updateWorkflow)['body']>>;

/**
 * Returns the workflow to store, with ids of its own.
 * @throws Refusal 400 with violations: states of one name or id, and references to states that aren't there
 */
export function planNewWorkflow(creation: NewWorkflow): Workflow {
  const { initialStateId = creation.states[0]?.name ?? '', states, transitions } = creation;
  const named = states.map((state) => ({ ...state, id: randomUUID(), reference: state.id }));
  const withIds = transitions.map((transition) => ({ ...transition, id: randomUUID() }));
  const problems = findRepeated(creation.states);
  const plan = { ...creation, initialStateId, id: randomUUID(), transitions: withIds };
  return resolveStates({ ...plan, states: named }, problems);
}

/**
 * Returns the workflow as the change makes it. A state or transition with an `id` is one that is there; one
 * without is new. Without `transitions`, those of retired states go with them.
 * @throws Refusal 400 with violations, also if the initial state is retired and no other one is named
 */
export function planChangedWorkflow(before: Workflow, change: WorkflowChange): Workflow {
  const states = (change.states ?? before.states).map((state) => withLowerCaseId(state));
  const remains = (id: string) => states.some((state) => state.id === id);
  const initial = before.states.find(({ id }) => id === before.initialStateId);
  if (change.initialStateId === undefined && initial && !remains(initial.id)) {
    throw refuse([initialRetired(initial)]);
  }
  const transitions =
    change.transitions?.map((transition) => withLowerCaseId(transition)) ??
    before.transitions.filter((each) => remains(each.fromStateId) && remains(each.toStateId));
  const problems = [
    ...findRepeated(states),
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
    const state = plan.states.find(
      ({ id, name, reference: own }) =>
        id === reference.toLowerCase() || name === reference || own === reference,
    );
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

/** What a reference means has to be clear, and people choose states by their names. */
function findRepeated(states: readonly WrittenPart[]): Problem[] {
  const taken = new Set<string>();
  return states.flatMap(({ id, name }, index) => {
    const words = [
      name.toLowerCase(),
      ...(id === undefined || id === name ? [] : [id.toLowerCase()]),
    ];
    const repeated = words.find((word) => taken.has(word));
    for (const word of words) taken.add(word);
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

function initialRetired({ id, name }: Workflow['states'][number]): Problem {
  const message = `New objects start in "${name}". To retire it, name another state in initialStateId.`;
  return problem('CONFLICT', 'initialStateId', 'WORKFLOW', message, id);
}

function unknownState(field: string, reference: string): Problem {
  const message = `${field}: "${reference}" isn’t a state of this workflow.`;
  return problem('NOT_FOUND', field, 'WORKFLOW', message, reference);
}
