import * as z from 'zod';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

const state = z.object({ id, name: z.string(), isEndState: z.boolean() });

export const transition = z.object({
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

/** The moves from a state, in the workflow's order; without `fromStateId` those from the initial state. */
export const listAvailableTransitions = endpoint({
  method: 'GET',
  path: '/workflow/{id}/available-transitions',
  pathParameters: ['id'],
  query: paging.extend({ fromStateId: id.optional() }),
  reply: pageOf(transition),
  needsWorkspace: true,
  onlyReads: true,
});

const name = z.string().overwrite(visibleText).min(1).max(255);
/** A state of the same call: the id that the call gives it, or its name. */
const stateReference = z.string().min(1).max(255);

/**
 * Creates a workflow. States and transitions get ids of the service; those of the call only tell its
 * states apart.
 */
export const createWorkflow = endpoint({
  method: 'POST',
  path: '/workflow',
  pathParameters: [],
  body: z.strictObject({
    name,
    /** The first state where absent. */
    initialStateId: stateReference.optional(),
    states: z
      .array(
        z.strictObject({
          id: stateReference.optional(),
          name,
          isEndState: z.boolean().default(false),
        }),
      )
      .min(1)
      .max(100),
    transitions: z
      .array(
        z.strictObject({
          id: z.string().max(255).optional(),
          name,
          fromStateId: stateReference,
          toStateId: stateReference,
        }),
      )
      .max(500)
      .default([]),
  }),
  reply: workflow,
  needsWorkspace: true,
  onlyReads: false,
});
