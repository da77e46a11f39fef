import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { typedText, foundObjects } from '../objects/objects-contract';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { allowedSelections, levelId, selections, portalSelections } from './cascade-value';

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

export const readCascade = resolverFunction('cascadeField', {}, cascadeFacts);

/** What a level offers, given what is selected on the levels that its query refers to. */
export const searchLevel = resolverFunction(
  'cascadeSearch',
  { levelId, text: typedText, selections },
  foundObjects,
);

/** What of a whole path the levels offer the person where they are, one level after the other. */
export const findOfferedPath = resolverFunction(
  'cascadeOffered',
  { selections },
  allowedSelections,
);

/** Finds the stored objects that are of the kind of their level, so that everyone may read their labels. */
export const findOwnPath = resolverFunction('cascadeOwn', { selections }, allowedSelections);

/** What the levels below a changed one still allow of what is selected there. */
export const findAllowed = resolverFunction(
  'cascadeAllowed',
  { changedLevelId: levelId, selections },
  allowedSelections,
);

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalCascade = resolverFunction('portalCascade', {}, cascadeFacts);

/** As {@link searchLevel}, within what the levels before it offer. */
export const searchLevelOnPortal = resolverFunction(
  'portalCascadeSearch',
  { ...searchLevel.payload.shape, selections: portalSelections },
  portalObjects,
);

/** As {@link findAllowed}, within what the levels before it offer. */
export const findAllowedOnPortal = resolverFunction(
  'portalCascadeAllowed',
  { ...findAllowed.payload.shape, selections: portalSelections },
  allowedSelections,
);

/**
 * The configured attributes of the stored objects on which a path ends, on a request as its customer
 * sees it.
 */
export const viewPathEndOnPortal = resolverFunction(
  'portalCascadeView',
  { selections: portalSelections },
  portalDetails,
);

/** Gives a part of the chosen work items this path; none at all clears them. */
export const saveBulkPath = resolverFunction('saveBulkPath', { offset, selections }, savedPart);
