import { randomUUID } from 'node:crypto';
import { findConfigurationFact } from '../access/configuration-fact';
import type { Invocation } from '../access/invocation';
import type { Permissions } from '../access/permissions';
import { adminsOnly } from '../access/admins-only';
import { secured, type SecuredFunction } from '../access/secured';
import { findSiteWays, saveSiteWays, type SiteWays } from '../jql-function/site-ways';
import { checkWithinBudget, type SearchedJira } from '../platform/background-jira';
import type { Platform } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';
import { checkSite, type siteChecks } from './site-check-contract';
import type { Finding } from './finding';
import { probeExpressions, probeStorage, probeVisibility } from './platform-probes';
import { probeComparison, probeEmptiness, probeSpelling, probeThousandIds } from './search-probes';
import { siteVerdictOf } from './verdict-of';

interface Dependencies {
  readonly platform: Pick<Platform, 'asPerson' | 'asApp' | 'store' | 'jiraLimit'>;
  readonly permissions: Permissions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One check a call, so that each has a function's whole time and fails by itself. */
export function siteCheckHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { store } = dependencies.platform;
  return [
    secured(checkSite, {
      ...adminsOnly(['admin']),
      async handle({ check }, invocation) {
        const finding = await probes[check](dependencies, invocation);
        const { lines, ways } = siteVerdictOf(finding);
        if (ways) await keepWays(store, ways);
        return { lines: [...lines] };
      },
    }),
  ];
}

async function keepWays(store: KeyValueStore, ways: Partial<SiteWays>): Promise<void> {
  await saveSiteWays(store, { ...(await findSiteWays(store)), ...ways });
}

type Probe = (dependencies: Dependencies, invocation: Invocation) => Promise<Finding>;

type SearchProbe = (parts: { jira: SearchedJira; store: KeyValueStore }) => Promise<Finding>;

function asAdmin(probe: SearchProbe): Probe {
  return (dependencies) =>
    checkWithinBudget(dependencies, (jira) => probe({ jira, store: dependencies.platform.store }));
}

const probes: Record<(typeof siteChecks)[number], Probe> = {
  spelling: asAdmin(probeSpelling),
  comparison: asAdmin(probeComparison),
  emptiness: asAdmin(probeEmptiness),
  thousandIds: asAdmin(probeThousandIds),
  expressions: (dependencies) =>
    checkWithinBudget(dependencies, () => probeExpressions(dependencies.platform.asPerson)),
  storage: ({ platform }) => probeStorage(platform.store, randomUUID()),
  async visibility(dependencies, invocation) {
    const { asApp } = dependencies.platform;
    const proof = await dependencies.permissions.get(invocation, { kind: 'administerJira' });
    return checkWithinBudget(dependencies, (jira, counted) => {
      const ofApp = counted({
        listFields: () => asApp.listFields(proof),
        countIssues: (jql) => asApp.countIssues(proof, jql),
      });
      return probeVisibility(jira, ofApp);
    });
  },
  configuration: async ({ platform }) => ({
    check: 'configuration',
    isTold: await findConfigurationFact(platform.store),
  }),
  account: (_, { accountType }) => Promise.resolve({ check: 'account', accountType }),
};
