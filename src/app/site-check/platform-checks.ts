import { hasValue } from '../jql/jql-text';
import { chunksOf } from '../objects/chunks';
import { listOwnFields } from '../platform/app-jira';
import type { CountedJira } from '../platform/background-jira';
import type { JiraAsPerson } from '../platform/platform';
import { StoreError, type KeyValueStore } from '../platform/storage';
import { noFieldLine } from './search-checks';
import { expectedLine, questions, type SiteLine } from './site-check-contract';

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
export async function checkExpressions(
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
export async function checkVisibility(
  asPerson: CountedJira,
  asApp: CountedJira,
): Promise<SiteLine[]> {
  const [question] = questions.visibility;
  const [own, forApp] = await Promise.all([asPerson.listFields(), asApp.listFields()]);
  const known = new Set(forApp.map(({ id }) => id));
  const fields: CountedField[] = [];
  for (const chunk of chunksOf(listOwnFields(own).slice(0, maximumFields), fieldsAtOnce)) {
    fields.push(...(await Promise.all(chunk.map(({ id }) => countBoth(id)))));
  }
  if (fields.length === 0) return [noFieldLine(question)];
  const found = fields.map(visibilityText).join(' ');
  if (fields.every(({ forApp: count = -1, forAdmin }) => count >= forAdmin)) {
    return [expectedLine(question, found)];
  }
  const appDoes =
    'The app deletes nothing that it can’t see. It doesn’t complete values there or refresh their labels.';
  return [{ ...question, state: 'different', found, appDoes }];

  async function countBoth(fieldId: string): Promise<CountedField> {
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
    : `${fieldId}: the app sees about ${forApp}, you see about ${forAdmin}.`;
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
