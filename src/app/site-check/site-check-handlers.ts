import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Invocation } from '../access/invocation';
import { adminsOnly, type Permissions } from '../access/policies';
import { secured, type SecuredFunction } from '../access/resolver';
import { findSiteWays, saveSiteWays, type SiteWays } from '../jql-function/clause-syntax';
import { fieldClause, hasValue } from '../jql/jql-text';
import { listOwnFields, type OwnField } from '../platform/app-jira';
import {
  checkWithinBudget,
  type SearchedJira,
  type CountedJira,
} from '../platform/background-jira';
import type { Clock, Platform, JiraAsPerson } from '../platform/platform';
import { findConfigurationFact } from './context-configuration';
import {
  checkComparison,
  checkEmptiness,
  checkSpelling,
  checkThousandIds,
  type Finding,
  type Sample,
  type SearchedSite,
  noFieldLine,
} from './search-checks';
import {
  checkSite,
  type siteChecks,
  expectedLine,
  questions,
  readSiteResults,
  saveSiteResults,
  siteResults,
  type SiteLine,
} from './site-check-contract';
import { mapAtOnce } from '../objects/chunks';
import { StoreError, type KeyValueStore } from '../platform/storage';

interface Dependencies {
  readonly platform: Pick<Platform, 'asPerson' | 'asApp' | 'store' | 'jiraLimit'>;
  readonly permissions: Permissions;
  readonly now: Clock;
}

/** Each check is a call of its own, with a function's whole time. If one fails, the others don't. */
export function siteCheckHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { store } = dependencies.platform;
  const admin = adminsOnly(['admin']);
  return [
    secured(readSiteResults, admin, async () => {
      const stored = storedResults.safeParse(await store.find(resultsKey)).data;
      return { results: stored?.results };
    }),
    secured(saveSiteResults, admin, async ({ lines }) => {
      const results = { lines, checkedAt: dependencies.now() };
      await store.set(resultsKey, { version: 1, results } satisfies z.infer<typeof storedResults>);
      return {};
    }),
    secured(checkSite, admin, async ({ check }, invocation) => {
      const findings = await checks[check](dependencies, invocation);
      const ways = findings.reduce<Partial<SiteWays>>(
        (found, finding) => ({ ...found, ...finding.ways }),
        {},
      );
      if (Object.keys(ways).length > 0) {
        await saveSiteWays(store, { ...(await findSiteWays(store)), ...ways });
      }
      return checkSite.reply.parse({ lines: findings });
    }),
  ];
}

const resultsKey = 'site-check:results';
const storedResults = z.object({ version: z.literal(1), results: siteResults });

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

const maximumSampledFields = 5;
/** How many work items of a field are read. Each costs a point. */
const maximumIssues = 20;

/**
 * The field of this app with the best value to try searches on; undefined where there is no field.
 * @throws {JiraError}
 */
async function findSample(jira: SearchedJira): Promise<Sample | undefined> {
  const fields = listOwnFields(await jira.listFields()).slice(0, maximumSampledFields);
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

/** The expressions in manifest.yml, which the app can't read; a test compares the two. */
export const manifestExpressions = {
  formatter:
    "typeof value?.objects == 'List' ? value.objects.slice(0, 3).map(o => typeof o?.label == 'String' ? (o.label.length > 60 ? o.label.slice(0, 60) + '…' : o.label) : '?').join(', ') + (value.objects.length > 3 ? ', +' + (value.objects.length - 3) : '') : value == null ? '' : 'Can’t be read'",
  objectValidation:
    "typeof value?.unfinished == 'String' ? value.unfinished : (value == null || (typeof value?.objects == 'List' && value.objects.length > 0 && value.objects.length <= 100))",
  cascadeValidation:
    "typeof value?.unfinished == 'String' ? value.unfinished : (value == null || (typeof value?.objects == 'List' && value.objects.length > 0 && value.objects.length <= 100 && (value.levels == null || (typeof value.levels == 'List' && value.levels.length <= 10))))",
};

/** The variables of the expressions, with their types: a field's `value` may be anything. */
const expressionVariables = { value: 'Any', texts: 'List<String>', text: 'String' };

/** The whole expressions, and each method that they use on a known type. */
const checkedExpressions: readonly { readonly about: string; readonly text: string }[] = [
  { about: 'the formatter', text: manifestExpressions.formatter },
  { about: 'the validation of an object field', text: manifestExpressions.objectValidation },
  { about: 'the validation of a cascade', text: manifestExpressions.cascadeValidation },
  { about: 'slice, map and join of a list', text: "texts.slice(0, 3).map(o => o).join(', ')" },
  { about: 'slice and length of a text', text: "text.slice(0, text.length - 1) + '…'" },
  { about: 'typeof', text: "typeof texts == 'List' && typeof text == 'String'" },
  { about: 'a text plus a number', text: "', +' + (texts.length - 3)" },
];

/** Whether Jira accepts the expressions of manifest.yml and their parts. @throws {JiraError} */
async function checkExpressions(
  jira: Pick<JiraAsPerson, 'findExpressionFaults'>,
): Promise<SiteLine[]> {
  const [question] = questions.expressions;
  const texts = checkedExpressions.map(({ text }) => text);
  const answers = await jira.findExpressionFaults(texts, expressionVariables);
  const faults = checkedExpressions.flatMap(({ about }, index) =>
    answers[index] === undefined ? [] : [`${about}: ${answers[index]}`],
  );
  if (faults.length === 0) return [expectedLine(question, 'Jira accepts all of them.')];
  const appDoes = 'Lists and mails may show nothing for a field, or edits may be refused.';
  return [{ ...question, state: 'different', found: faults.join('; '), appDoes }];
}

const prefix = 'site-check:probe:';
const probeKeys = ['1', '2', '3', '4', '5'].map((number) => `${prefix}${number}`);

/** The keys of a run that dies expire; the next run deletes them first. */
const probeTtlSeconds = 60 * 60;

/**
 * Whether a list shows keys that were just written, and whether a key that exists can be set again. The
 * keys are always the same, so no list is needed to clean up after a run that died.
 * @param runId tells what this run wrote from what another one did
 * @throws {StoreError}
 */
export async function checkStorage(store: KeyValueStore, runId: string): Promise<SiteLine[]> {
  await removeProbes(store);
  try {
    for (const key of probeKeys) await store.set(key, { runId }, { ttlSeconds: probeTtlSeconds });
    return [await checkList(store, runId), await checkSecondSet(store)];
  } finally {
    await removeProbes(store);
  }
}

async function removeProbes(store: KeyValueStore): Promise<void> {
  await Promise.all(probeKeys.map((key) => store.delete(key)));
}

/** The app is built for a list that lags behind, so either result is as expected. */
async function checkList(store: KeyValueStore, runId: string): Promise<SiteLine> {
  const [question] = questions.storage;
  const { entries } = await store.list(prefix);
  const written = JSON.stringify({ runId });
  const listed = entries.filter(({ value }) => JSON.stringify(value) === written);
  const found = `A list showed ${listed.length} of ${probeKeys.length} keys right away.`;
  const appDoes = 'Works as designed: it never relies on a list alone.';
  return { ...question, state: 'expected', found, appDoes };
}

async function checkSecondSet(store: KeyValueStore): Promise<SiteLine> {
  const [, question] = questions.storage;
  const line = {
    ...question,
    state: 'different',
    appDoes: 'If two admins save tabs at the same time, one change can be lost or fail.',
  } as const;
  try {
    const options = { ttlSeconds: probeTtlSeconds };
    return (await store.setIfAbsent(`${prefix}1`, {}, options))
      ? { ...line, found: 'The second write replaced the first.' }
      : expectedLine(question, 'Refused as expected.');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { ...line, found: `Refused with the code ${error.code}.` };
  }
}

const fieldsAtOnce = 5;
const maximumFields = 50;

/**
 * Whether the app sees the fields and work items that the admin sees; it may see more. Counts are
 * approximate.
 * @throws {JiraError}
 */
async function checkVisibility(asPerson: CountedJira, asApp: CountedJira): Promise<SiteLine[]> {
  const [question] = questions.visibility;
  const [own, forApp] = await Promise.all([asPerson.listFields(), asApp.listFields()]);
  const known = new Set(forApp.map(({ id }) => id));
  const counted = listOwnFields(own).slice(0, maximumFields);
  const fields = await mapAtOnce(counted, fieldsAtOnce, countBoth);
  if (fields.length === 0) return [noFieldLine(question)];
  const found = fields.map(visibilityText).join(' ');
  if (fields.every(({ forApp: count = -1, forAdmin }) => count >= forAdmin)) {
    return [expectedLine(question, found)];
  }
  const appDoes =
    'The app deletes nothing that it can’t see. It doesn’t complete values there or refresh their labels.';
  return [{ ...question, state: 'different', found, appDoes }];

  async function countBoth({ id: fieldId }: OwnField): Promise<CountedField> {
    const jql = hasValue(fieldId);
    const [forAdmin, ofApp] = await Promise.all([
      asPerson.countIssues(jql),
      known.has(fieldId) ? asApp.countIssues(jql) : undefined,
    ]);
    return { fieldId, forAdmin, forApp: ofApp };
  }
}

interface CountedField {
  readonly fieldId: string;
  /** About how many work items have a value. */
  readonly forAdmin: number;
  /** Undefined where Jira doesn't show the field to the app. */
  readonly forApp: number | undefined;
}

function visibilityText({ fieldId, forApp, forAdmin }: CountedField): string {
  return forApp === undefined
    ? `${fieldId}: hidden from the app.`
    : `${fieldId}: the app sees about ${forApp}, the admin about ${forAdmin}.`;
}

export function checkAccount(accountType: string | undefined): SiteLine[] {
  const [question] = questions.account;
  const found = accountType ?? 'not provided';
  if (accountType === 'licensed') return [expectedLine(question, found)];
  const appDoes = 'The app turns away people whose account type it doesn’t recognize.';
  return [{ ...question, state: 'different', found, appDoes }];
}

/**
 * A fact that the field's screens store, since this page has no field.
 * @param isTold undefined where nobody has opened a field yet
 */
export function checkConfiguration(isTold: boolean | undefined): SiteLine[] {
  const [question] = questions.configuration;
  if (isTold === undefined) {
    const found = 'Nobody has opened a field of this app yet.';
    const appDoes = 'None yet. Open a work item with a field of this app, then check again.';
    return [{ ...question, state: 'open', found, appDoes }];
  }
  const when = 'when someone last opened a field.';
  if (isTold) return [expectedLine(question, `Provided ${when}`)];
  const appDoes = 'The app asks Jira for the configuration, and keeps it for a minute.';
  return [{ ...question, state: 'adapted', found: `Not provided ${when}`, appDoes }];
}
