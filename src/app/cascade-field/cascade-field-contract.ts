import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { typedText, foundObjects } from '../objects/objects-contract';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { allowedSelections, levelId, selections, portalSelections } from './cascade-value';

/** What the editor needs to know of the configuration. */
const cascadeFacts = z.object({
  /** In their order; at least one. */
  levels: z.array(
    z.object({
      levelId: z.string(),
      name: z.string(),
      isMultiple: z.boolean(),
      /** The earlier levels that its query refers to, in their order. */
      needs: z.array(z.string()),
      /** Of these, those where a further selected object can only add to what is offered. */
      growsWith: z.array(z.string()),
    }),
  ),
  /** Whether the person has connected their account; true on the portal, where nobody needs to. */
  isConnected: z.boolean(),
});
export type LevelFacts = z.infer<typeof cascadeFacts>['levels'][number];

export const readCascade = resolverFunction({
  key: 'cascadeField',
  payload: z.strictObject({}),
  reply: cascadeFacts,
});

/** What a level offers, given what is selected on the levels that its query refers to. */
export const searchLevel = resolverFunction({
  key: 'cascadeSearch',
  payload: z.strictObject({ levelId, text: typedText, selections }),
  reply: foundObjects,
});

/** What of a whole path the levels offer the person where they are, one level after the other. */
export const findOfferedPath = resolverFunction({
  key: 'cascadeOffered',
  payload: z.strictObject({ selections }),
  reply: allowedSelections,
});

/** What the levels below a changed one still allow of what is selected there. */
export const findAllowed = resolverFunction({
  key: 'cascadeAllowed',
  payload: z.strictObject({ changedLevelId: levelId, selections }),
  reply: allowedSelections,
});

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalCascade = resolverFunction({ ...readCascade, key: 'portalCascade' });

/** As {@link searchLevel}, within what the levels before it offer. */
export const searchLevelOnPortal = resolverFunction({
  key: 'portalCascadeSearch',
  payload: z.strictObject({ ...searchLevel.payload.shape, selections: portalSelections }),
  reply: portalObjects,
});

/** As {@link findAllowed}, within what the levels before it offer. */
export const findAllowedOnPortal = resolverFunction({
  ...findAllowed,
  key: 'portalCascadeAllowed',
  payload: z.strictObject({ ...findAllowed.payload.shape, selections: portalSelections }),
});

/**
 * The configured attributes of the stored objects on which a path ends, on a request as its customer
 * sees it.
 */
export const viewPathEndOnPortal = resolverFunction({
  key: 'portalCascadeView',
  payload: z.strictObject({ selections: portalSelections }),
  reply: portalDetails,
});

/** Gives a part of the chosen work items this path; none at all clears them. */
export const saveBulkPath = resolverFunction({
  key: 'saveBulkPath',
  payload: z.strictObject({ offset, selections }),
  reply: savedPart,
});
