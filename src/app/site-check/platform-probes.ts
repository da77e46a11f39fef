import { hasValue } from '../jql/jql-text';
import { chunksOf } from '../objects/chunks';
import type { CountedJira } from '../platform/background-jira';
import type { JiraAsPerson } from '../platform/platform';
import { StoreError, type KeyValueStore } from '../platform/storage';
import { listOwnFields } from '../platform/unattended-jira';
import { checkedExpressions, expressionVariables } from './checked-expressions';
import type { ExpressionsFinding, StorageFinding, VisibilityFinding } from './finding';

/** Whether Jira takes the expressions of manifest.yml, and what they are made of. @throws {JiraError} */
export async function probeExpressions(
  jira: Pick<JiraAsPerson, 'findExpressionFaults'>,
): Promise<ExpressionsFinding> {
  const expressions = checkedExpressions.map(({ text }) => text);
  const faults = await jira.findExpressionFaults(expressions, expressionVariables);
  const results = checkedExpressions.map(({ about }, index) => ({ about, fault: faults[index] }));
  return { check: 'expressions', results };
}

const prefix = 'site-check:probe:';
const probeKeys = ['1', '2', '3', '4', '5'].map((number) => `${prefix}${number}`);

/** If a run dies, its keys end by themselves; the next run deletes them first. */
const probeTtlSeconds = 60 * 60;

/**
 * Whether a list shows keys just written. The keys are always the same, so that no list is needed to
 * find those that a run left; what they hold tells this run's from another's.
 * @param runId of this run alone
 * @throws {StoreError}
 */
export async function probeStorage(store: KeyValueStore, runId: string): Promise<StorageFinding> {
  await removeProbes(store);
  try {
    for (const key of probeKeys) await store.set(key, { runId }, { ttlSeconds: probeTtlSeconds });
    const { entries } = await store.list(prefix);
    const written = JSON.stringify({ runId });
    const listed = entries.filter(({ value }) => JSON.stringify(value) === written);
    return {
      check: 'storage',
      writtenCount: probeKeys.length,
      listedCount: listed.length,
      secondSet: await setAgain(store),
    };
  } finally {
    await removeProbes(store);
  }
}

async function removeProbes(store: KeyValueStore): Promise<void> {
  await Promise.all(probeKeys.map((key) => store.delete(key)));
}

async function setAgain(store: KeyValueStore): Promise<string> {
  try {
    const options = { ttlSeconds: probeTtlSeconds };
    return (await store.setIfAbsent(`${prefix}1`, {}, options)) ? 'set' : 'refused';
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.code;
  }
}

/** Fields that are asked about at once, and at all. */
const fieldsAtOnce = 5;
const mostFields = 50;

/**
 * Whether the app sees the fields and work items that the admin sees.
 * @throws {JiraError}
 */
export async function probeVisibility(
  asPerson: CountedJira,
  asApp: CountedJira,
): Promise<VisibilityFinding> {
  const [own, forApp] = await Promise.all([asPerson.listFields(), asApp.listFields()]);
  const known = new Set(forApp.map(({ id }) => id));
  const fields = [];
  for (const chunk of chunksOf(listOwnFields(own).slice(0, mostFields), fieldsAtOnce)) {
    fields.push(...(await Promise.all(chunk.map(({ id }) => countBoth(id)))));
  }
  return { check: 'visibility', fields };

  async function countBoth(fieldId: string): Promise<VisibilityFinding['fields'][number]> {
    const jql = hasValue(fieldId);
    const [forAdmin, forApp] = await Promise.all([
      asPerson.countIssues(jql),
      known.has(fieldId) ? asApp.countIssues(jql) : undefined,
    ]);
    return { fieldId, forAdmin, forApp };
  }
}
