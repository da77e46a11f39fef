import { someObjectId, spellingsOf, type NamedField } from '../jql-function/find-writing';
import { maximumLiterals, objectClause, type Writing } from '../jql-function/fragment';
import {
  assumedWays,
  findSiteWays,
  type Comparison,
  type SiteWays,
} from '../jql-function/site-ways';
import { fieldClause, quoteJql } from '../jql/jql-text';
import type { SearchedJira } from '../platform/background-jira';
import { JiraError } from '../platform/platform';
import type { KeyValueStore } from '../platform/storage';
import { tryClause, findSample, makeTrials, type PlannedTrial } from './find-sample';
import type {
  Answer,
  ComparisonFinding,
  EmptinessFinding,
  SpellingFinding,
  ThousandIdsFinding,
} from './finding';

interface Dependencies {
  readonly jira: SearchedJira;
  readonly store: KeyValueStore;
}

/** Which way of writing a field's objects Jira accepts, and finds a stored object by. @throws {JiraError} */
export async function probeSpelling({ jira }: Dependencies): Promise<SpellingFinding> {
  const sample = await findSample(jira);
  if (!sample) return { check: 'spelling', hasField: false, forms: [] };
  const { field, held } = sample;
  const ways = [...spellingsOf(field)];
  const clausesOf = (spelling: string, objectId: string) => [
    `${spelling} in (${quoteJql(objectId)})`,
    `${spelling} = ${quoteJql(objectId)}`,
  ];
  const forms = ways.map(async ([form, spelling]) => {
    const accepted = await jira.acceptsQueries(clausesOf(spelling, someObjectId));
    const isAccepted = accepted.includes(true);
    const [objectId] = held?.objectIds ?? [];
    if (!isAccepted || !held || objectId === undefined) {
      return { form, isAccepted, finds: held && false };
    }
    const asked = clausesOf(spelling, objectId).map((clause) => tryClause(jira, held.key, clause));
    return { form, isAccepted, finds: (await Promise.all(asked)).includes('found') };
  });
  return { check: 'spelling', hasField: true, forms: await Promise.all(forms) };
}

/** As an earlier check found it; the first that the app asks about where none did; undefined where it found none. */
function findSpelling(field: NamedField, { spelling = 'quotedId' }: SiteWays): string | undefined {
  if (spelling === 'none') return undefined;
  const spellings = spellingsOf(field);
  return spellings.get(spelling) ?? [...spellings.values()][0];
}

/** How `in` and `not in` read a list of ids, and comparisons of each id. @throws {JiraError} */
export async function probeComparison({ jira, store }: Dependencies): Promise<ComparisonFinding> {
  const sample = await findSample(jira);
  const none = { list: [], joined: [] };
  const nothing = { check: 'comparison', objectCount: 0, in: none, 'not in': none } as const;
  if (!sample?.held) return { ...nothing, isSpelled: true };
  const { held, emptyKey, field } = sample;
  const spelling = findSpelling(field, await findSiteWays(store));
  if (spelling === undefined) return { ...nothing, isSpelled: false };
  const trials = (operator: 'in' | 'not in', comparison: Comparison) => {
    const ways = { ...assumedWays, [operator]: comparison };
    const writing = { fieldId: field.fieldId, spelling, ways };
    const clauseOf = (objectIds: readonly string[]) => objectClause(writing, operator, objectIds);
    return makeTrials(jira, planComparison({ operator, held, emptyKey, clauseOf }));
  };
  const [inList, inJoined, notInList, notInJoined] = await Promise.all([
    trials('in', 'list'),
    trials('in', 'joined'),
    trials('not in', 'list'),
    trials('not in', 'joined'),
  ]);
  return {
    check: 'comparison',
    isSpelled: true,
    objectCount: held.objectIds.length,
    in: { list: inList, joined: inJoined },
    'not in': { list: notInList, joined: notInJoined },
  };
}

interface ComparisonPlan {
  readonly operator: 'in' | 'not in';
  readonly held: { readonly key: string; readonly objectIds: readonly string[] };
  readonly emptyKey: string | undefined;
  readonly clauseOf: (objectIds: readonly string[]) => string;
}

function planComparison({ operator, held, emptyKey, clauseOf }: ComparisonPlan): PlannedTrial[] {
  const [holding, lacking] =
    operator === 'in' ? (['found', 'notFound'] as const) : (['notFound', 'found'] as const);
  const another = clauseOf([someObjectId]);
  const trials: PlannedTrial[] = held.objectIds.slice(0, 2).map((objectId, index) => ({
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

/** What `is EMPTY` says of a field's objects, and of the field. @throws {JiraError} */
export async function probeEmptiness({ jira, store }: Dependencies): Promise<EmptinessFinding> {
  const sample = await findSample(jira);
  const { held, emptyKey, field } = sample ?? {};
  if (!field || !held || emptyKey === undefined) {
    return { check: 'emptiness', isSpelled: true, ofProperty: [], ofField: [], ofNothing: [] };
  }
  const spelling = findSpelling(field, await findSiteWays(store));
  const whole = fieldClause(field.fieldId);
  const trials = (clause: string, about: string, found: readonly ('held' | 'empty')[]) =>
    makeTrials(
      jira,
      (['held', 'empty'] as const).map((place) => ({
        about: `${about} on a work item with${place === 'held' ? '' : 'out'} a value`,
        wanted: found.includes(place) ? 'found' : 'notFound',
        key: place === 'held' ? held.key : emptyKey,
        clause,
      })),
    );
  const [isEmpty, isNotEmpty, ofField, ofNothing] = await Promise.all([
    spelling === undefined ? [] : trials(`${spelling} is EMPTY`, 'is EMPTY', ['empty']),
    spelling === undefined ? [] : trials(`${spelling} is not EMPTY`, 'is not EMPTY', ['held']),
    trials(`${whole} is not EMPTY`, 'is not EMPTY of the field', ['held']),
    trials(`${whole} is EMPTY AND ${whole} is not EMPTY`, 'both at once', []),
  ]);
  const ofProperty = [...isEmpty, ...isNotEmpty];
  const isSpelled = spelling !== undefined;
  return { check: 'emptiness', isSpelled, ofProperty, ofField, ofNothing };
}

/** As many ids as a fragment may hold; if Jira refuses them, fewer, to say how many it takes. */
const triedCounts = [maximumLiterals, 500, 100] as const;

/** How many ids Jira takes in one clause. @throws {JiraError} */
export async function probeThousandIds({ jira, store }: Dependencies): Promise<ThousandIdsFinding> {
  const sample = await findSample(jira);
  const nothing = { check: 'thousandIds', most: undefined, finds: undefined } as const;
  if (!sample) return { ...nothing, hasField: false, isSpelled: true };
  const ways = await findSiteWays(store);
  const { held, field } = sample;
  const spelling = findSpelling(field, ways);
  if (spelling === undefined) return { ...nothing, hasField: true, isSpelled: false };
  const writing = { fieldId: field.fieldId, spelling, ways };
  const facts = { check: 'thousandIds', hasField: true, isSpelled: true } as const;
  for (const count of triedCounts) {
    const clause = clauseOfMany(writing, count, held?.objectIds[0]);
    const answer = await askForMany(jira, held?.key, clause);
    if (answer !== 'refused') return { ...facts, most: count, finds: held && answer === 'found' };
  }
  return { ...nothing, ...facts };
}

/** A search that Jira doesn't answer in time, or fails at, is as good as refused. */
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

/** @param objectId the last one, where one is known */
function clauseOfMany(writing: Writing, count: number, objectId: string | undefined): string {
  const objectIds = Array.from(
    { length: count },
    (_, index) => `${someObjectId.slice(0, -6)}${String(index).padStart(6, '0')}`,
  );
  if (objectId !== undefined) objectIds[count - 1] = objectId;
  return objectClause(writing, 'in', objectIds);
}
