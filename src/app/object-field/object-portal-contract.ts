import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { typedText } from '../objects/objects-contract';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { maximumObjects } from '../objects/stored-value';
import { fieldFacts } from './object-field-contract';

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
