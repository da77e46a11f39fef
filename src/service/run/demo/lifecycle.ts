import type { Workflow } from '../../../api/workflow';
import type { Queryable } from '../../base/database';
import { insertWorkflow } from '../../model/resources/workflows';
import { demoId } from './demo-id';

const states = [
  { name: 'Ordered', isEndState: false, color: 'purple' },
  { name: 'In service', isEndState: false, color: 'green' },
  { name: 'In repair', isEndState: false, color: 'yellow' },
  { name: 'Retired', isEndState: true, color: 'gray' },
  { name: 'Lost', isEndState: true, color: 'red' },
] as const;

type StateName = (typeof states)[number]['name'];

/** Two of them lead from repair into service, so that a call has to say which. */
const transitions: readonly (readonly [name: string, from: StateName, to: StateName])[] = [
  ['Hand out', 'Ordered', 'In service'],
  ['Send to repair', 'In service', 'In repair'],
  ['Repaired', 'In repair', 'In service'],
  ['Returned unrepaired', 'In repair', 'In service'],
  ['Retire', 'In service', 'Retired'],
  ['Write off', 'In repair', 'Retired'],
  ['Report lost', 'In service', 'Lost'],
];

export const lifecycleId = demoId('workflow', 'IT', 'Lifecycle');

export function lifecycleStateId(state: StateName): string {
  return demoId('state', 'IT', 'Lifecycle', state);
}

/** What laptops go through, from the order to their end. */
const lifecycle: Workflow = {
  id: lifecycleId,
  name: 'Lifecycle',
  initialStateId: lifecycleStateId('Ordered'),
  states: states.map((state) => ({ ...state, id: lifecycleStateId(state.name) })),
  transitions: transitions.map(([name, from, to]) => ({
    id: demoId('transition', 'IT', 'Lifecycle', name),
    name,
    fromStateId: lifecycleStateId(from),
    toStateId: lifecycleStateId(to),
  })),
};

/** Stores the workflow in the workspace, which is there. */
export async function insertLifecycle(database: Queryable): Promise<void> {
  await insertWorkflow(database, demoId('workspace', 'IT'), lifecycle);
}
