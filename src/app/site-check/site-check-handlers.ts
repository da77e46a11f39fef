import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Invocation } from '../access/invocation';
import { adminsOnly, type Permissions } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import { findSiteWays, saveSiteWays, type SiteWays } from '../jql-function/clause-syntax';
import { fieldClause } from '../jql/jql-text';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import { checkWithinBudget, type SearchedJira } from '../platform/background-jira';
import type { Platform } from '../platform/platform';
import { findConfigurationFact } from './context-configuration';
import {
  checkAccount,
  checkConfiguration,
  checkExpressions,
  checkStorage,
  checkVisibility,
} from './platform-checks';
import {
  checkComparison,
  checkEmptiness,
  checkSpelling,
  checkThousandIds,
  type Finding,
  type Sample,
  type SearchedSite,
} from './search-checks';
import { checkSite, type siteChecks } from './site-check-contract';

interface Dependencies {
  readonly platform: Pick<Platform, 'asPerson' | 'asApp' | 'store' | 'jiraLimit'>;
  readonly permissions: Permissions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Each check is a call of its own, with a function's whole time. If one fails, the others don't. */
export function siteCheckHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { store } = dependencies.platform;
  return [
    secured(checkSite, {
      ...adminsOnly(['admin']),
      async handle({ check }, invocation) {
        const findings = await checks[check](dependencies, invocation);
        const ways = findings.reduce<Partial<SiteWays>>(
          (found, finding) => ({ ...found, ...finding.ways }),
          {},
        );
        if (Object.keys(ways).length > 0) {
          await saveSiteWays(store, { ...(await findSiteWays(store)), ...ways });
        }
        return checkSite.reply.parse({ lines: findings });
      },
    }),
  ];
}

type Check = (dependencies: Dependencies, invocation: Invocation) => Promise<Finding[]>;

/** A check of searches, made as the admin. */
function searching(check: (site: SearchedSite) => Promise<Finding[]>): Check {
  return (dependencies) =>
    checkWithinBudget(dependencies, async (jira) => {
      const sample = await findSample(jira);
      return check({ jira, sample, ways: await findSiteWays(dependencies.platform.store) });
    });
}

const checks: Record<(typeof siteChecks)[number], Check> = {
  spelling: searching(checkSpelling),
  comparison: searching(checkComparison),
  emptiness: searching(checkEmptiness),
  thousandIds: searching(checkThousandIds),
  expressions: (dependencies) =>
    checkWithinBudget(dependencies, () => checkExpressions(dependencies.platform.asPerson)),
  storage: ({ platform }) => checkStorage(platform.store, randomUUID()),
  async visibility(dependencies, invocation) {
    const { asApp } = dependencies.platform;
    const proof = await dependencies.permissions.get(invocation, { kind: 'administerJira' });
    return checkWithinBudget(dependencies, (jira, counted) => {
      const ofApp = counted({
        listFields: () => asApp.listFields(proof),
        countIssues: (jql) => asApp.countIssues(proof, jql),
      });
      return checkVisibility(jira, ofApp);
    });
  },
  configuration: async ({ platform }) =>
    checkConfiguration(await findConfigurationFact(platform.store)),
  account: (_, { accountType }) => Promise.resolve(checkAccount(accountType)),
};

/** How many fields are searched for a sample. */
const maximumFields = 5;
/** How many work items of a field are read. Each costs a point. */
const maximumIssues = 20;

/**
 * The field of this app with the best value to try searches on; undefined where there is no field.
 * @throws {JiraError}
 */
async function findSample(jira: SearchedJira): Promise<Sample | undefined> {
  const fields = listOwnFields(await jira.listFields()).slice(0, maximumFields);
  const samples = await Promise.all(fields.map((field) => sampleOf(jira, field)));
  const countOf = ({ held }: Sample) => held?.objectIds.length ?? 0;
  return samples.sort((one, other) => countOf(other) - countOf(one))[0];
}

async function sampleOf(jira: SearchedJira, { id: fieldId, name, kind }: OwnField) {
  const clause = fieldClause(fieldId);
  const search = (condition: string, fields: readonly string[], most: number) =>
    jira.searchIssues(`${clause} ${condition} ORDER BY updated DESC`, fields, undefined, most);
  const [filled, empty] = await Promise.all([
    search('is not EMPTY', [fieldId], maximumIssues),
    search('is EMPTY', ['project'], 1),
  ]);
  const all = filled.issues.map(({ key, fields }) => ({
    key,
    objectIds: idsOf(kind, fields[fieldId]),
  }));
  const [held] = all.sort((one, other) => other.objectIds.length - one.objectIds.length);
  return {
    field: { fieldId, name, kind },
    held: held && held.objectIds.length > 0 ? held : undefined,
    emptyKey: empty.issues[0]?.key,
  };
}

const searched = z.object({
  objectIds: z.optional(z.array(z.string())),
  pathIds: z.optional(z.array(z.string())),
});

/** The ids that searches find the value by, each once; empty where another app wrote it without them. */
function idsOf(kind: OwnField['kind'], value: unknown): string[] {
  const { objectIds = [], pathIds = [] } = searched.safeParse(value).data ?? {};
  return [...new Set(kind === 'cascade' ? pathIds : objectIds)];
}
