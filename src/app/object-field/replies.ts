import * as z from 'zod/mini';
import { cardinality } from './configuration';

/** An object as the service shows it to this person now. */
export const shownObject = z.object({
  objectId: z.string(),
  label: z.string(),
  /** Its page in the service; absent where the service names no web address. */
  url: z.optional(z.string()),
  /** Of the configured attributes those that have a value, in the configured order. */
  attributes: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type ShownObject = z.infer<typeof shownObject>;

/** As many as `search` finds at most: what a person looks through before typing another letter. */
export const maximumFoundObjects = 50;

/** Of `view`, `labels` and `search`. */
export const shownObjects = z.object({ objects: z.array(shownObject) });

/** Of `field`: what the editor needs to know of the configuration. */
export const fieldFacts = z.object({ cardinality });

/** Of `workspaces`. */
export const workspaces = z.object({
  workspaces: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type WorkspaceChoice = z.infer<typeof workspaces>['workspaces'][number];

/** Of `types`. */
export const types = z.object({
  types: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      attributes: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
export type TypeChoice = z.infer<typeof types>['types'][number];

/** Of `check`: what the query finds, or where it goes wrong. */
export const queryCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('matches'), total: z.number(), firstLabels: z.array(z.string()) }),
  z.object({
    kind: z.literal('queryError'),
    message: z.string(),
    /** Both counted from 1; absent where the service names no position. */
    line: z.optional(z.number()),
    column: z.optional(z.number()),
    /** The line in question with a caret below it. */
    excerpt: z.optional(z.string()),
  }),
]);
export type QueryCheck = z.infer<typeof queryCheck>;
