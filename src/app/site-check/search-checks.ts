import {
  assumedWays,
  type Comparison,
  maximumLiterals,
  type NamedField,
  objectClause,
  type SiteWays,
  someObjectId,
  type SpellingForm,
  spellingsOf,
} from '../jql-function/clause-syntax';
import { fieldClause, quoteJql } from '../jql/jql-text';
import type { SearchedJira } from '../platform/background-jira';
import { isJiraRefusal, JiraError } from '../platform/platform';
import { expectedLine, questions, type Question, type SiteLine } from './site-check-contract';

/** What a check says of one question. */
export interface Finding extends SiteLine {
  /** How the app writes searches from now on. */
  readonly ways?: Partial<SiteWays>;
}

export interface SearchedSite {
  readonly jira: SearchedJira;
  /** Undefined where the site has no field of this app. */
  readonly sample: Sample | undefined;
  readonly ways: SiteWays;
}

/** A field and work items for which the right answer of a search is known. */
export interface Sample {
  readonly field: NamedField;
  /** The work item with the most objects, and the ids that JQL searches. */
  readonly held: { readonly key: string; readonly objectIds: readonly string[] } | undefined;
  /** A work item without a value. */
  readonly emptyKey: string | undefined;
}

/** The answer of a search for one work item; `refused` where Jira rejects the query. */
type Answer = 'found' | 'notFound' | 'refused';

/** Whether a search finds one work item by a clause. @throws {JiraError} where Jira does not answer */
async function tryClause(jira: SearchedJira, key: string, clause: string): Promise<Answer> {
  try {
    const jql = `key = ${quoteJql(key)} AND (${clause})`;
    const { issues } = await jira.searchIssues(jql, ['project'], undefined, 1);
    return issues.length > 0 ? 'found' : 'notFound';
  } catch (error) {
    if (!isJiraRefusal(error)) throw error;
    return 'refused';
  }
}

/** A search for one work item, with the answer that the app expects. */
interface Trial {
  /** What is asked, for the report; no ids, names or keys. */
  readonly about: string;
  readonly wanted: Answer;
  readonly key: string;
  readonly clause: string;
}

const answerTexts = { found: 'found', notFound: 'not found', refused: 'refused by Jira' };

/** Such as `another object: found`; none where Jira answers all as wanted. @throws {JiraError} */
async function findFaults(jira: SearchedJira, trials: readonly Trial[]): Promise<string[]> {
  const faults = await Promise.all(
    trials.map(async ({ about, wanted, key, clause }) => {
      const answer = await tryClause(jira, key, clause);
      return answer === wanted ? [] : [`${about}: ${answerTexts[answer]}`];
    }),
  );
  return faults.flat();
}

const textOf = (faults: readonly string[]) => `${faults.join('; ')}.`;

const asExpected = 'As expected.';
const noField = 'No field of this app was found.';
const saveOne = 'None yet. Save objects in a field of a work item, then check again.';
const saveTwo = 'None yet. Save two objects in a field of a work item, then check again.';
const notSearchable =
  'Searches by query say that Jira can’t search the field; those with a stored result say so after the next refresh.';

function openLine(question: Question, found: string, appDoes: string): Finding {
  return { ...question, state: 'open', found, appDoes };
}

export function noFieldLine(question: Question): Finding {
  return openLine(question, noField, saveOne);
}

/** Where Jira accepts no spelling of a field's objects, nothing can be tried with them. */
function unspelledLine(question: Question): Finding {
  const found =
    'Couldn’t be checked, since Jira accepts none of the ways to write a field’s objects.';
  return openLine(question, found, notSearchable);
}

/** The one that an earlier check found, or else the app's first; undefined where Jira accepts none. */
function findSpelling(field: NamedField, { spelling = 'quotedId' }: SiteWays): string | undefined {
  if (spelling === 'none') return undefined;
  const spellings = spellingsOf(field);
  return spellings.get(spelling) ?? [...spellings.values()][0];
}

const formTexts: Readonly<Record<SpellingForm, string>> = {
  quotedId: '"cf[n].ObjectId"',
  splitId: 'cf[n].ObjectId',
  quotedName: '"Field.ObjectId"',
  splitName: '"Field".ObjectId',
};

function formList(forms: readonly SpellingForm[]): string {
  return forms.length === 0 ? 'none' : forms.map((form) => formTexts[form]).join(', ');
}

/**
 * Which spellings of a field's objects Jira accepts, and by which it finds a stored object: the app uses
 * the first of these. It keeps asking while no object is stored.
 * @throws {JiraError}
 */
export async function checkSpelling({ jira, sample }: SearchedSite): Promise<Finding[]> {
  const [question] = questions.spelling;
  if (!sample) return [noFieldLine(question)];
  const { accepted, finding } = await trySpellings(jira, sample);
  const found = `Accepted: ${formList(accepted)}. Finds a stored object: ${sample.held ? formList(finding) : 'not tried'}.`;
  const [first] = finding;
  if (first === 'quotedId') {
    return [{ ...expectedLine(question, found), ways: { spelling: first } }];
  }
  if (first !== undefined) {
    const appDoes = `Searches are written with ${formTexts[first]} from now on.`;
    return [{ ...question, state: 'adapted', found, appDoes, ways: { spelling: first } }];
  }
  const line = { ...question, state: 'different', found } as const;
  if (accepted.length === 0) {
    return [{ ...line, appDoes: notSearchable, ways: { spelling: 'none' } }];
  }
  if (!sample.held) return [openLine(question, found, saveOne)];
  return [{ ...line, appDoes: 'Searches by query may find nothing. Please report this.' }];
}

async function trySpellings(jira: SearchedJira, { field, held }: Sample) {
  const clausesOf = (spelling: string, objectId: string) => [
    `${spelling} in (${quoteJql(objectId)})`,
    `${spelling} = ${quoteJql(objectId)}`,
  ];
  const tried = await Promise.all(
    [...spellingsOf(field)].map(async ([form, spelling]) => {
      const accepted = await jira.acceptsQueries(clausesOf(spelling, someObjectId));
      if (!accepted.includes(true)) return { form, isAccepted: false, finds: false };
      const [objectId] = held?.objectIds ?? [];
      if (!held || objectId === undefined) return { form, isAccepted: true, finds: false };
      const answers = await Promise.all(
        clausesOf(spelling, objectId).map((clause) => tryClause(jira, held.key, clause)),
      );
      return { form, isAccepted: true, finds: answers.includes('found') };
    }),
  );
  return {
    accepted: tried.flatMap(({ form, isAccepted }) => (isAccepted ? [form] : [])),
    finding: tried.flatMap(({ form, finds }) => (finds ? [form] : [])),
  };
}

/** How Jira reads a list of ids: `in` may work where `not in` doesn't. @throws {JiraError} */
export function checkComparison(site: SearchedSite): Promise<Finding[]> {
  const [inList, notInList] = questions.comparison;
  return Promise.all([compare(site, 'in', inList), compare(site, 'not in', notInList)]);
}

/** Where a list fails, one comparison for each id may work. */
async function compare(
  { jira, sample, ways }: SearchedSite,
  operator: 'in' | 'not in',
  question: Question,
): Promise<Finding> {
  if (!sample?.held) {
    const found = 'You can’t see any work item with a value that searches can find.';
    return openLine(question, found, saveTwo);
  }
  const spelling = findSpelling(sample.field, ways);
  if (spelling === undefined) return unspelledLine(question);
  const { fieldId } = sample.field;
  const faultsOf = (comparison: Comparison) => {
    const syntax = { fieldId, spelling, ways: { ...assumedWays, [operator]: comparison } };
    const trials = comparisonTrials(sample, operator, (ids) => objectClause(syntax, operator, ids));
    return findFaults(jira, trials);
  };
  const ofList = await faultsOf('list');
  if (ofList.length === 0) {
    return sample.held.objectIds.length === 1
      ? openLine(question, 'Works, as far as one object can show.', saveTwo)
      : { ...expectedLine(question, asExpected), ways: { [operator]: 'list' } };
  }
  const ofJoined = await faultsOf('joined');
  if (ofJoined.length === 0) {
    const found = `A list doesn’t work: ${textOf(ofList)} One comparison for each object works.`;
    const appDoes = 'Searches compare each object by itself from now on.';
    return { ...question, state: 'adapted', found, appDoes, ways: { [operator]: 'joined' } };
  }
  const found = `List: ${textOf(ofList)} One comparison for each object: ${textOf(ofJoined)}`;
  const appDoes = 'Searches are still written with a list, and may find the wrong work items.';
  return { ...question, state: 'different', found, appDoes, ways: { [operator]: 'list' } };
}

function comparisonTrials(
  { held, emptyKey }: Sample,
  operator: 'in' | 'not in',
  clauseOf: (objectIds: readonly string[]) => string,
): Trial[] {
  if (!held) return [];
  const [holding, lacking] =
    operator === 'in' ? (['found', 'notFound'] as const) : (['notFound', 'found'] as const);
  const another = clauseOf([someObjectId]);
  const trials: Trial[] = held.objectIds.slice(0, 2).map((objectId, index) => ({
    about: `object ${index + 1} of a work item’s objects`,
    wanted: holding,
    key: held.key,
    clause: clauseOf([someObjectId, objectId]),
  }));
  trials.push({ about: 'another object', wanted: lacking, key: held.key, clause: another });
  if (emptyKey === undefined) return trials;
  const empty = { about: 'a work item without a value', wanted: 'notFound' } as const;
  return [...trials, { ...empty, key: emptyKey, clause: another }];
}

/** How Jira reads `is EMPTY`, of a field's objects and of the field. @throws {JiraError} */
export async function checkEmptiness({ jira, sample, ways }: SearchedSite): Promise<Finding[]> {
  const { field, held, emptyKey } = sample ?? {};
  if (!field || !held || emptyKey === undefined) {
    const found = 'You need to see a work item with a value in the field, and one without.';
    return questions.emptiness.map((question) => openLine(question, found, saveOne));
  }
  const whole = fieldClause(field.fieldId);
  const faultsOf: FaultsOf = (about, clause, finds) => {
    const trialOn = (place: typeof finds, key: string, value: string): Trial => ({
      about: `${about} on a work item ${value}`,
      wanted: finds === place ? 'found' : 'notFound',
      ...{ key, clause },
    });
    return findFaults(jira, [
      trialOn('held', held.key, 'with a value'),
      trialOn('empty', emptyKey, 'without a value'),
    ]);
  };
  return Promise.all([
    checkEmptyProperty(findSpelling(field, ways), whole, faultsOf),
    checkContradiction(whole, faultsOf),
  ]);
}

/** Tries a clause on both work items; it should find one of them, or neither. */
type FaultsOf = (
  about: string,
  clause: string,
  finds: 'held' | 'empty' | 'neither',
) => Promise<string[]>;

async function checkEmptyProperty(
  spelling: string | undefined,
  whole: string,
  faultsOf: FaultsOf,
): Promise<Finding> {
  const [question] = questions.emptiness;
  if (spelling === undefined) return unspelledLine(question);
  const faults = await Promise.all([
    faultsOf('is EMPTY', `${spelling} is EMPTY`, 'empty'),
    faultsOf('is not EMPTY', `${spelling} is not EMPTY`, 'held'),
  ]);
  const found = textOf(faults.flat());
  if (faults.flat().length === 0) {
    return { ...expectedLine(question, asExpected), ways: { emptiness: 'property' } };
  }
  const ofField = await faultsOf('is not EMPTY of the field', `${whole} is not EMPTY`, 'held');
  const uncompleted = 'Values written by other apps aren’t completed.';
  if (ofField.length === 0) {
    const appDoes = `Searches ask about the whole field from now on. ${uncompleted}`;
    return { ...question, state: 'adapted', found, appDoes, ways: { emptiness: 'field' } };
  }
  const appDoes = `Searches for “no object” may find the wrong work items. ${uncompleted}`;
  return { ...question, state: 'different', found, appDoes, ways: { emptiness: 'property' } };
}

/** The clause that the app writes for no object. */
async function checkContradiction(whole: string, faultsOf: FaultsOf): Promise<Finding> {
  const [, question] = questions.emptiness;
  const clause = `${whole} is EMPTY AND ${whole} is not EMPTY`;
  const faults = await faultsOf('both at once', clause, 'neither');
  if (faults.length === 0) return expectedLine(question, asExpected);
  const appDoes =
    'Queries that match no object may fail in Jira’s search, or find the wrong work items.';
  return { ...question, state: 'different', found: textOf(faults), appDoes };
}

/** As many ids as a fragment may hold; then fewer, to say how many Jira accepts. */
const triedCounts = [maximumLiterals, 500, 100] as const;

/** How many ids Jira accepts in one clause. @throws {JiraError} */
export async function checkThousandIds({ jira, sample, ways }: SearchedSite): Promise<Finding[]> {
  const [question] = questions.thousandIds;
  if (!sample) return [noFieldLine(question)];
  const { held, field } = sample;
  const spelling = findSpelling(field, ways);
  if (spelling === undefined) return [unspelledLine(question)];
  const syntax = { fieldId: field.fieldId, spelling, ways };
  for (const count of triedCounts) {
    const clause = objectClause(syntax, 'in', manyIds(count, held?.objectIds[0]));
    const answer = await askForMany(jira, held?.key, clause);
    if (answer !== 'refused') return [thousandIdsLine(count, !held || answer === 'found')];
  }
  return [thousandIdsLine(undefined, true)];
}

/** @param isFound false where the search didn't find a work item that has one of the ids */
function thousandIdsLine(most: number | undefined, isFound: boolean): Finding {
  const [question] = questions.thousandIds;
  const found =
    most === undefined
      ? 'Jira accepts fewer than 100 ids.'
      : `Jira accepts ${most.toLocaleString('en-US')} ids${isFound ? '' : ', but the search didn’t find the last one'}.`;
  if (most === maximumLiterals && isFound) return expectedLine(question, found);
  const appDoes = 'Queries that match more objects fail in Jira’s search, with Jira’s own message.';
  return { ...question, state: 'different', found, appDoes };
}

/** A search that times out or breaks counts as refused. */
async function askForMany(
  jira: SearchedJira,
  key: string | undefined,
  clause: string,
): Promise<Answer> {
  try {
    if (key !== undefined) return await tryClause(jira, key, clause);
    const [isAccepted] = await jira.acceptsQueries([clause]);
    return isAccepted ? 'notFound' : 'refused';
  } catch (error) {
    if (error instanceof JiraError && isAboutTheQuery(error)) return 'refused';
    throw error;
  }
}

function isAboutTheQuery({ status }: JiraError): boolean {
  return status === undefined || status >= 500 || status === 414;
}

/** @param lastId an object's id, where one is known */
function manyIds(count: number, lastId: string | undefined): string[] {
  const objectIds = Array.from(
    { length: count },
    (_, index) => `${someObjectId.slice(0, -6)}${String(index).padStart(6, '0')}`,
  );
  if (lastId !== undefined) objectIds[count - 1] = lastId;
  return objectIds;
}
