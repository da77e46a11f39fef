import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';

/** Why the customer of a request could choose nothing in a field, for the people who work on it. */
export const readPortalNote = resolverFunction({
  key: 'portalNote',
  payload: z.strictObject({}),
  /** Null where they could, and where the form of the request doesn't show the field. */
  reply: z.object({ note: z.nullable(z.string()) }),
});
