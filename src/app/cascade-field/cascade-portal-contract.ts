import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { portalDetails, portalObjects } from '../portal/portal-contract';
import { findAllowed, readCascade, searchLevel } from './cascade-field-contract';
import { portalSelections as selections } from './selections-payload';

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalCascade = resolverFunction({ ...readCascade, key: 'portalCascade' });

/** As {@link searchLevel}, within what the levels before it offer. */
export const searchLevelOnPortal = resolverFunction({
  key: 'portalCascadeSearch',
  payload: z.extend(searchLevel.payload, { selections }),
  reply: portalObjects,
});

/** As {@link findAllowed}, within what the levels before it offer. */
export const findAllowedOnPortal = resolverFunction({
  ...findAllowed,
  key: 'portalCascadeAllowed',
  payload: z.extend(findAllowed.payload, { selections }),
});

/**
 * The configured attributes of the stored objects on which a path ends, on a request as its customer
 * sees it.
 */
export const viewPathEndOnPortal = resolverFunction({
  key: 'portalCascadeView',
  payload: z.strictObject({ selections }),
  reply: portalDetails,
});
