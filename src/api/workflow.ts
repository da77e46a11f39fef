import * as z from 'zod';
import { endpoint } from './endpoint';
import { id } from './id';

const state = z.object({ id, name: z.string(), isEndState: z.boolean() });

const transition = z.object({
  id,
  name: z.string(),
  fromStateId: id,
  toStateId: id,
});

/** States and transitions in their order. */
export const workflow = z.object({
  id,
  name: z.string(),
  /** Where new objects start. */
  initialStateId: id,
  states: z.array(state),
  transitions: z.array(transition),
});
export type Workflow = z.infer<typeof workflow>;
export type WorkflowState = z.infer<typeof state>;

export const getWorkflow = endpoint({
  method: 'GET',
  path: '/workflow/{id}',
  pathParameters: ['id'],
  reply: workflow,
  needsWorkspace: true,
  onlyReads: true,
});
