import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { askedIds, foundObjects, offeredIds, typedText } from '../objects/objects-contract';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { maximumObjects, sentObject } from '../objects/stored-value';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { cardinality } from './configuration';

const fieldFacts = z.object({
  cardinality,
  /** Whether the person has connected their account; true on the portal, where nobody needs to. */
  isConnected: z.boolean(),
});

export const searchObjects = resolverFunction('search', { text: typedText }, foundObjects);

export const findOffered = resolverFunction('offered', { objectIds: askedIds }, offeredIds);

/** Finds the stored objects that are of the field's type, so that everyone may read their labels. */
export const findOwn = resolverFunction('own', { objectIds: askedIds }, offeredIds);

export const readField = resolverFunction('field', {}, fieldFacts);

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalField = resolverFunction('portalField', {}, fieldFacts);

export const searchOnPortal = resolverFunction('portalSearch', { text: typedText }, portalObjects);

/** The configured attributes of stored objects, on a request as its customer sees it. */
export const viewOnPortal = resolverFunction(
  'portalView',
  {
    /** As Jira stores them: a stored value may hold any text. */
    objectIds: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(maximumObjects)),
  },
  portalDetails,
);

/** Changes a part of the chosen work items, each by itself, with current labels. */
export const saveBulkObjects = resolverFunction(
  'saveBulk',
  {
    offset,
    operation: z.enum(['set', 'add', 'remove', 'clear']),
    objects: z.array(sentObject).check(z.maxLength(maximumObjects)),
  },
  savedPart,
);
