import { hasValue } from '../jql/jql-text';
import {
  type AppJira,
  type FoundIssue,
  findWorkTypePlace,
  type OwnField,
  placeFields,
  type WorkTypePlace,
} from '../platform/app-jira';
import { writeUnchanged } from '../platform/write-values';
import {
  addQuestions,
  callsToAsk,
  findLabelSources,
  type FieldEntries,
  type LabelBook,
  type LabelSources,
  type Questions,
} from './label-book';
import { entriesOf, relabel } from './relabel-value';
import { countKinds, maximumUnwritableKeys, noCounts, type UpkeepCounts } from './upkeep-facts';

/** What a slice works with. */
export interface UpkeepSlice {
  readonly jira: AppJira;
  readonly labels: LabelBook;
  /** By field, project and work type; undefined where the field isn't configured there. */
  readonly sources: Map<string, LabelSources | undefined>;
}

/** The work items of a field in an order that never changes, so nothing moves from a later page to an earlier one. */
export function workItemsOf(fieldId: string, condition = ''): string {
  return `${hasValue(fieldId)}${condition} ORDER BY created ASC, key ASC`;
}

/** Which work items are next. */
interface UpkeepPosition {
  readonly fieldId: string;
  readonly kind: OwnField['kind'];
  readonly jql: string;
  /** The page of work items that is read, and how many of it were looked at. */
  readonly pageToken?: string | undefined;
  readonly pageOffset: number;
}

interface UpkeepPage {
  readonly counts: UpkeepCounts;
  /** The work items with an old label. */
  readonly outdated: readonly OutdatedIssue[];
  /** Where it goes on; undefined after the last work item. */
  readonly next: Pick<UpkeepPosition, 'pageToken' | 'pageOffset'> | undefined;
  /** The last work item that was looked at. */
  readonly last: FoundIssue | undefined;
}

interface PageLimits {
  readonly isDryRun: boolean;
  /** How many it may write at most. */
  readonly maximumWrites: number;
}

/** How many work items were read, and how many it tried to write. */
export interface PageCosts {
  readonly reads: number;
  readonly writes: number;
}

/** What a page took, also where an error stopped it: then nothing else was written than what is done again. */
type PageResult =
  | { readonly costs: PageCosts; readonly page: UpkeepPage }
  | { readonly costs: PageCosts; readonly page?: undefined; readonly stoppedBy: unknown };

/**
 * Looks at the next work items, at most a page of 100, and writes those whose labels are old.
 * @returns `stoppedBy` is a {JiraError}, ServiceError, OutOfCalls or StoreError
 */
export async function refreshPage(
  slice: UpkeepSlice,
  position: UpkeepPosition,
  { isDryRun, maximumWrites }: PageLimits,
): Promise<PageResult> {
  const { fieldId, jql, pageToken, pageOffset } = position;
  let costs: PageCosts = { reads: 0, writes: 0 };
  try {
    const fields = [fieldId, ...placeFields, 'created'];
    const page = await slice.jira.searchIssues(jql, fields, pageToken);
    costs = { ...costs, reads: page.issues.length };
    const all = await judgeIssues(slice, position, page.issues.slice(pageOffset));
    const verdicts = takeWritable(all, maximumWrites);
    const outdated = verdicts.flatMap((verdict) => (verdict.kind === 'outdated' ? [verdict] : []));
    const rewrites = isDryRun ? [] : outdated;
    costs = { ...costs, writes: rewrites.length };
    const counts = countsOf(verdicts, await writeUnchanged(slice.jira, fieldId, rewrites));
    const end = pageOffset + verdicts.length;
    const next = nextOf(page, { pageToken, pageOffset: end });
    return { costs, page: { counts, outdated, next, last: page.issues[end - 1] } };
  } catch (stoppedBy) {
    return { costs, stoppedBy };
  }
}

/** Says what becomes of the first issues, as many as one slice can look up. */
async function judgeIssues(
  slice: UpkeepSlice,
  field: UpkeepField,
  issues: readonly FoundIssue[],
): Promise<Verdict[]> {
  const { labels } = slice;
  const taken = takeIssues(await placeIssues(slice, field, issues));
  await labels.read(taken);
  return taken.map((issue) => judge(labels, field, issue));
}

function nextOf(
  page: Awaited<ReturnType<AppJira['searchIssues']>>,
  position: Pick<UpkeepPosition, 'pageToken' | 'pageOffset'>,
): UpkeepPage['next'] {
  if (position.pageOffset < page.issues.length) return position;
  const { nextPageToken: pageToken } = page;
  return pageToken === undefined ? undefined : { pageToken, pageOffset: 0 };
}

interface IssueEntries extends FieldEntries {
  readonly issue: FoundIssue;
}

type UpkeepField = Pick<UpkeepPosition, 'kind' | 'fieldId'>;

/** An id of another workspace or type is no object of the field, as everywhere in the app. */
async function placeIssues(
  slice: UpkeepSlice,
  { kind, fieldId }: UpkeepField,
  issues: readonly FoundIssue[],
): Promise<IssueEntries[]> {
  const placed: IssueEntries[] = [];
  for (const issue of issues) {
    const place = findWorkTypePlace(issue.fields);
    const sources = place && (await findSources(slice, { kind, fieldId }, place));
    placed.push({ issue, sources, entries: entriesOf(kind, issue.fields[fieldId]) });
  }
  return placed;
}

async function findSources(
  { jira, sources }: UpkeepSlice,
  { kind, fieldId }: UpkeepField,
  place: WorkTypePlace,
): Promise<LabelSources | undefined> {
  const key = `${fieldId} ${place.projectId} ${place.workTypeId}`;
  if (!sources.has(key)) {
    const [stored] = await jira.listFieldConfigurations(fieldId, place);
    sources.set(key, findLabelSources(kind, stored));
  }
  return sources.get(key);
}

/** The calls of one slice are enough for five times as many. */
const maximumCallsAtOnce = 20;

/** As many issues as have objects that one slice can look up, and at least one. */
function takeIssues(issues: readonly IssueEntries[]): IssueEntries[] {
  const questions: Questions = new Map();
  const end = issues.findIndex((issue, index) => {
    addQuestions(questions, issue);
    return index > 0 && callsToAsk(questions) > maximumCallsAtOnce;
  });
  return end < 0 ? [...issues] : issues.slice(0, end);
}

/** A work item with an old label, and the value to be stored. */
export interface OutdatedIssue {
  readonly kind: 'outdated';
  readonly issue: FoundIssue;
  readonly workspaceId: string;
  readonly value: object;
  readonly objectIds: readonly string[];
  readonly isRestricted: boolean;
}

type Verdict =
  | OutdatedIssue
  | {
      readonly kind: 'current' | 'unreadable' | 'unconfigured' | 'hidden';
      readonly isRestricted: boolean;
    };

/** Says what becomes of a work item, once the labels of its objects are there. */
function judge(labels: LabelBook, { kind, fieldId }: UpkeepField, placed: IssueEntries): Verdict {
  const { issue, sources } = placed;
  if (!sources) return { kind: 'unconfigured', isRestricted: false };
  const isRestricted = labels.isRestricted(placed);
  if (labels.isUnreadable(placed)) return { kind: 'hidden', isRestricted };
  const relabeled = relabel(kind, issue.fields[fieldId], (object) =>
    labels.labelOf(sources, object),
  );
  if (relabeled.kind !== 'outdated') return { kind: relabeled.kind, isRestricted };
  const { value, objectIds } = relabeled;
  const { workspaceId } = sources;
  return { kind: 'outdated', issue, workspaceId, value, objectIds, isRestricted };
}

/** The first of them, up to the last one that may still be written. */
function takeWritable(verdicts: readonly Verdict[], maximumWrites: number): readonly Verdict[] {
  let writes = 0;
  const end = verdicts.findIndex(({ kind }) => kind === 'outdated' && ++writes > maximumWrites);
  return end < 0 ? verdicts : verdicts.slice(0, end);
}

function countsOf(
  verdicts: readonly Verdict[],
  { written, changedMeanwhile, refusedKeys }: Awaited<ReturnType<typeof writeUnchanged>>,
): UpkeepCounts {
  const counts = { ...noCounts, done: verdicts.length, written, changedMeanwhile };
  for (const { kind, isRestricted } of verdicts) {
    if (kind !== 'current') counts[kind] += 1;
    if (isRestricted) counts.restricted += 1;
  }
  return { ...counts, unwritable: refusedKeys.length, unwritableKeys: refusedKeys };
}

/** The counts of both together, with the first keys. */
export function addCounts(one: UpkeepCounts, other: UpkeepCounts): UpkeepCounts {
  const keys = [...one.unwritableKeys, ...other.unwritableKeys];
  const sums = { ...noCounts, unwritableKeys: keys.slice(0, maximumUnwritableKeys) };
  for (const kind of countKinds) sums[kind] = one[kind] + other[kind];
  return sums;
}
