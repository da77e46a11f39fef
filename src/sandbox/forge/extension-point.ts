import * as z from 'zod';

const placeHint = z.object({
  fieldId: z.string().optional(),
  issueKey: z.string().optional(),
  projectKey: z.string().optional(),
  issueTypeId: z.string().optional(),
  fieldContextId: z.string().optional(),
  transitionId: z.string().optional(),
  serviceDeskId: z.string().optional(),
  requestTypeId: z.string().optional(),
  /** Of the issues that a bulk edit is for. */
  issueIds: z.array(z.string()).max(1000).optional(),
  fieldValue: z.unknown().optional(),
  renderContext: z.string().default(''),
  /** The whole address of the page around a page of the app. */
  location: z.string().optional(),
});
export type PlaceHint = z.infer<typeof placeHint>;

/** Where on the screen a resource of the app stands, as the browser names it. */
export const extensionPoint = z.object({
  moduleKey: z.string(),
  entryPoint: z.enum(['view', 'edit', 'contextConfig', 'page']),
  extensionHint: placeHint.default({ renderContext: '' }),
});
export type ExtensionPoint = z.infer<typeof extensionPoint>;
