import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type * as workflowApi from '../../api/workflow';
import type { Workflow } from '../../api/workflow';
import type { Database } from '../database';
import type { WorkspaceView } from '../permissions/workspace-view';
import { assertStorable } from './assert-storable';
import { problem, refuse } from './value-problem';
import type { Problem } from './value-problem';
import { insertWorkflow } from './workflows';

type NewWorkflow = z.output<NonNullable<(typeof workflowApi.createWorkflow)['body']>>;

/**
 * Stores a workflow, which attributes can then name.
 * @throws Refusal 400 with violations: states of one name or id, and references to states that aren't there
 */
export async function createWorkflow(
  database: Database,
  view: WorkspaceView,
  creation: NewWorkflow,
): Promise<Workflow> {
  assertStorable(creation, 'WORKFLOW');
  const states = creation.states.map((state) => ({ ...state, newId: randomUUID() }));
  const problems = findRepeated(creation);
  const getId = (field: string, reference: string) => {
    const state = states.find(({ id, name }) => id === reference || name === reference);
    if (state !== undefined) return state.newId;
    problems.push(unknownState(field, reference));
    return '';
  };
  const [first] = creation.states;
  const initial = creation.initialStateId ?? first?.name ?? '';
  const workflow: Workflow = {
    id: randomUUID(),
    name: creation.name,
    initialStateId: getId('initialStateId', initial),
    states: states.map(({ newId, name, isEndState, color }) => ({
      id: newId,
      name,
      isEndState,
      ...(color === undefined ? {} : { color }),
    })),
    transitions: creation.transitions.map(({ name, fromStateId, toStateId }, index) => ({
      id: randomUUID(),
      name,
      fromStateId: getId(`transitions.${index}.fromStateId`, fromStateId),
      toStateId: getId(`transitions.${index}.toStateId`, toStateId),
    })),
  };
  if (problems.length > 0) throw refuse(problems);
  await insertWorkflow(database, view.workspaceId, workflow);
  return workflow;
}

/** What a reference means has to be clear, and people choose states by their names. */
function findRepeated({ states }: NewWorkflow): Problem[] {
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

function unknownState(field: string, reference: string): Problem {
  const message = `${field}: "${reference}" isn’t a state of this workflow.`;
  return problem('NOT_FOUND', field, 'WORKFLOW', message, reference);
}
