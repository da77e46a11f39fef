import type { Policy } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { findSearchAddress } from '../jql/search-page';
import { findWorkItems } from '../objects/object-details-contract';
import type { Platform } from '../platform/platform';
import { findHoldingClauses } from './find-holding-clauses';

interface Dependencies {
  readonly platform: Pick<Platform, 'asPerson' | 'store'>;
  readonly policy: Policy;
  /** Keys of modules in manifest.yml. */
  readonly modules: readonly string[];
}

/** For whoever sees an object: over the fields that they see, and as a search of their own. */
export function workItemsHandler({ platform, ...callers }: Dependencies): SecuredFunction {
  const { asPerson: jira, store } = platform;
  return secured(findWorkItems, {
    ...callers,
    async handle({ objectId }) {
      const fields = await findHoldingClauses({ jira, store }, objectId);
      const clauses = fields.flatMap(({ clause }) => clause ?? []);
      return { address: clauses.length > 0 ? findSearchAddress(clauses.join(' or ')) : undefined };
    },
  });
}
