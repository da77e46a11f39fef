import * as z from 'zod/mini';
import { color } from './color';
import { endpoint } from './endpoint';
import { id } from './id';
import { pageOf, paging } from './page';
import { visibleText } from './visible-text';

const state = z.object({
  id,
  name: z.string(),
  isEndState: z.boolean(),
  color: z.optional(z.string()),
});

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

/** The workflows of the workspace that the caller may read, by name. */
export const listWorkflows = endpoint('GET', '/workflow', 'read', {
  query: paging,
  reply: pageOf(z.object({ id, name: z.string() })),
});

export const getWorkflow = endpoint('GET', '/workflow/{id}', 'read', {
  reply: workflow,
  isVersioned: true,
});

/** The moves from a state, in the workflow's order; without `fromStateId` those from the initial state. */
export const listAvailableTransitions = endpoint(
  'GET',
  '/workflow/{id}/available-transitions',
  'read',
  {
    query: z.extend(paging, { fromStateId: z.optional(id) }),
    reply: pageOf(transition),
  },
);

const name = z.string().check(z.overwrite(visibleText), z.minLength(1), z.maxLength(255));
/** A state of the workflow: its id, its name, or the id that a call gives to a new one. */
const stateReference = z.string().check(z.minLength(1), z.maxLength(255));

const states = z
  .array(
    z.strictObject({
      id: z.optional(stateReference),
      name,
      isEndState: z._default(z.boolean(), false),
      color: z.optional(color),
    }),
  )
  .check(z.minLength(1), z.maxLength(100));

const transitions = z
  .array(
    z.strictObject({
      id: z.optional(z.string().check(z.maxLength(255))),
      name,
      fromStateId: stateReference,
      toStateId: stateReference,
    }),
  )
  .check(z.maxLength(500));

/**
 * Creates a workflow. States and transitions get ids of the service; those of the call only tell its
 * states apart.
 */
export const createWorkflow = endpoint('POST', '/workflow', 'changeSchema', {
  body: z.strictObject({
    name,
    /** The first state if absent. */
    initialStateId: z.optional(stateReference),
    states,
    transitions: z._default(transitions, []),
  }),
  reply: workflow,
  isVersioned: true,
});

/**
 * What is left out stays as it is. `states` and `transitions` replace all of them: one with the `id` of one
 * that is there changes it, one without is new, and a state that the list leaves out is retired.
 */
export const updateWorkflow = endpoint('PATCH', '/workflow/{id}', 'changeSchema', {
  body: z.strictObject({
    name: z.optional(name),
    initialStateId: z.optional(stateReference),
    states: z.optional(states),
    transitions: z.optional(transitions),
  }),
  reply: workflow,
  isVersioned: true,
});

/** Deletes a workflow that no attribute uses. */
export const deleteWorkflow = endpoint('DELETE', '/workflow/{id}', 'changeSchema', {
  isVersioned: true,
});
