import { resolverFunction } from '../access/resolver-function';
import { portalObjects } from '../portal/portal-contract';
import { findAllowed, readCascade, searchLevel } from './cascade-field-contract';

/** What the editor on a portal form needs to know of the configuration. */
export const readPortalCascade = resolverFunction({ ...readCascade, key: 'portalCascade' });

/** As {@link searchLevel}, within what the levels before it offer. */
export const searchLevelOnPortal = resolverFunction({
  key: 'portalCascadeSearch',
  payload: searchLevel.payload,
  reply: portalObjects,
});

/** As {@link findAllowed}, within what the levels before it offer. */
export const findAllowedOnPortal = resolverFunction({
  ...findAllowed,
  key: 'portalCascadeAllowed',
});
