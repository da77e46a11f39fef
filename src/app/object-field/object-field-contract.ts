import * as z from 'zod/mini';
import { resolverFunction } from '../replies/reply';
import { askedIds, foundObjects, offeredIds, typedText } from '../objects/objects-contract';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { maximumObjects, sentObject } from '../objects/stored-value';
import { offset, savedPart } from '../bulk-screen/bulk-edit-contract';
import { cardinality } from './configuration';

/** What the editor needs to know before anything is searched. */
const fieldFacts = z.object({
  cardinality,
  /** Whether the person has connected their account; true on the portal, where nobody needs to. */
  isConnected: z.boolean(),
});

export const searchObjects = resolverFunction({
  key: 'search',
  payload: z.strictObject({ text: typedText }),
  reply: foundObjects,
});

/** Which of these objects the field offers the person where they are. */
export const findOffered = resolverFunction({
  key: 'offered',
  payload: z.strictObject({ objectIds: askedIds }),
  reply: offeredIds,
});

export const readField = resolverFunction({
  key: 'field',
  payload: z.strictObject({}),
  reply: fieldFacts,
});

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalField = resolverFunction({
  key: 'portalField',
  payload: z.strictObject({}),
  reply: fieldFacts,
});

export const searchOnPortal = resolverFunction({
  key: 'portalSearch',
  payload: z.strictObject({ text: typedText }),
  reply: portalObjects,
});

/** The configured attributes of stored objects, on a request as its customer sees it. */
export const viewOnPortal = resolverFunction({
  key: 'portalView',
  payload: z.strictObject({
    /** As Jira stores them: a stored value may hold any text. */
    objectIds: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(maximumObjects)),
  }),
  reply: portalDetails,
});

/** Changes a part of the chosen work items, each by itself, with current labels. */
export const saveBulkObjects = resolverFunction({
  key: 'saveBulk',
  payload: z.strictObject({
    offset,
    operation: z.enum(['set', 'add', 'remove', 'clear']),
    objects: z.array(sentObject).check(z.maxLength(maximumObjects)),
  }),
  reply: savedPart,
});
