import { type Clock, isLimitedByJira, JiraAtRest, JiraError, type Platform } from './platform';
import { createRest, createStrictCounter } from './strict-counter';
import type { JiraFields, JiraIssues, AppJira } from './app-jira';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const maximumIssuesPerPage = 100;

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'jiraLimit'>;
  readonly now: Clock;
}

interface PricedCall<Answer> {
  readonly send: () => Promise<Answer>;
  /** How many objects it reads at most; 0 where that isn't known before. */
  readonly maximumObjects?: number;
  readonly countObjects?: (answer: Answer) => number;
  /** How many objects it had read when it failed; none where that isn't told. */
  readonly countObjectsOfFailure?: () => number;
}

type JiraBudget = ReturnType<typeof createJiraBudget>;

/** What background work of an installation spends of Jira's hour, all of its kinds together. */
function createJiraBudget({ platform: { store, jiraLimit }, now }: Dependencies) {
  const pointsPerHour = jiraLimit.backgroundPointsPerHour();
  const points = createStrictCounter({
    ...{ store, now, purpose: 'jira-points' },
    ...{ slotMs: hourMs, slots: 1, windowMs: hourMs },
  });
  const takePoints = (amount: number, at: number) =>
    points.take([{ of: 'points', amount, at }], (counts) => {
      const spent = counts.reduce((sum, count) => sum + count.amount, amount);
      return spent <= pointsPerHour ? undefined : (Math.floor(at / hourMs) + 1) * hourMs;
    });
  const rest = createRest({ store, now, key: 'jira-rest' });

  return {
    /** An hour's points are enough to read a page twice, with everything that belongs to it. */
    issuesPerPage: Math.min(maximumIssuesPerPage, Math.floor(pointsPerHour / 10)),
    /**
     * Sends a call once its points are taken, then gives back those that it didn't need.
     * @throws {JiraAtRest} before it is sent, where Jira is to be left alone or the points are spent; and
     *   where Jira answers that there were too many calls
     * @throws {JiraError} where Jira fails otherwise, also if it asks to be left alone for a while
     */
    spend: async <Answer>({
      send,
      maximumObjects = 0,
      countObjects,
      countObjectsOfFailure,
    }: PricedCall<Answer>): Promise<Answer> => {
      const restEnd = await rest.findEnd();
      if (restEnd > now()) throw new JiraAtRest(restEnd, now());
      const takenAt = now();
      const taken = await takePoints(1 + maximumObjects, takenAt);
      if (taken.kind === 'spent') throw new JiraAtRest(taken.until, now(), { isOwnShare: true });
      // No list, however long, keeps work from going on once in an hour.
      const countRead = async (read = 0) => {
        const more = Math.min(read, Math.floor(pointsPerHour / 2)) - maximumObjects;
        if (more !== 0) await taken.add([{ of: 'points', amount: more, at: takenAt }]);
      };
      const answer = await send().catch(async (error: unknown) => {
        await countRead(countObjectsOfFailure?.());
        const until = restEndOf(error, now());
        await rest.extend(until ?? 0);
        // Any other failure counts as one, so that work doesn't wait for it without end.
        if (until === undefined || !isLimitedByJira(error)) throw error;
        throw new JiraAtRest(until, now(), { cause: error });
      });
      await countRead(countObjects?.(answer));
      await rest.extend(jiraLimit.findNearLimitEnd() ?? 0);
      return answer;
    },
  };
}

/** Until when Jira asks to be left alone by this error: at most an hour. Undefined where it doesn't. */
export function restEndOf(error: unknown, now: number): number | undefined {
  if (!(error instanceof JiraError)) return undefined;
  const { status, retryAfterMs = status === 429 ? minuteMs : undefined } = error;
  return retryAfterMs === undefined ? undefined : now + Math.min(retryAfterMs, hourMs);
}

/**
 * Jira for work that no person waits for, within an installation's share of Jira's points. The one
 * place that honors what Jira says of its limits.
 * @throws {JiraAtRest}, StoreError in every call
 */
export function createBackgroundJira(
  dependencies: { readonly platform: Pick<Platform, 'appJira'> } & Dependencies,
): AppJira {
  const jira = dependencies.platform.appJira;
  const budget = createJiraBudget(dependencies);
  const { spend } = budget;
  return {
    ...withinBudget(jira, budget),
    listAllConfigurations: (fieldId) =>
      spend({ send: () => jira.listAllConfigurations(fieldId), countObjects: lengthOf }),
    readIssues: (issueIds, fields) =>
      spend({
        send: () => jira.readIssues(issueIds, fields),
        maximumObjects: issueIds.length,
        countObjects: lengthOf,
      }),
    listPrecomputations: (startAt) =>
      spend({
        send: () => jira.listPrecomputations(startAt),
        maximumObjects: 100,
        countObjects: ({ values, unreadableIds }) => values.length + unreadableIds.length,
      }),
    updatePrecomputations: (updates) => spend({ send: () => jira.updatePrecomputations(updates) }),
    listFieldConfigurations: (fieldId, place) =>
      spend({
        send: () => jira.listFieldConfigurations(fieldId, place),
        maximumObjects: 1,
        countObjects: lengthOf,
      }),
    writeFieldValues: (fieldId, updates) =>
      spend({ send: () => jira.writeFieldValues(fieldId, updates) }),
  };
}

/** What a check asks to compare what its callers see. */
export type CountedJira = Pick<JiraFields, 'listFields'> & Pick<JiraIssues, 'countIssues'>;
/** What the checks of searches ask. */
export type SearchedJira = CountedJira & Pick<JiraIssues, 'acceptsQueries' | 'searchIssues'>;

/** More than a check of the site needs, unless the site has very many fields. */
const maximumObjectsOfCheck = 200;

/**
 * Lets a check of the site ask Jira as the person who began it, within the budget of background work.
 * Its calls are counted as one: they are many, and made at once. What it asks of Jira otherwise takes one
 * point, unless it asks by way of `counted`.
 * @throws {JiraAtRest} before it begins, and where Jira asks to be left alone
 */
export function checkWithinBudget<Answer>(
  dependencies: { readonly platform: { readonly asPerson: SearchedJira } } & Dependencies,
  check: (jira: SearchedJira, counted: (another: CountedJira) => CountedJira) => Promise<Answer>,
): Promise<Answer> {
  let objects = -1;
  const counting: JiraBudget['spend'] = async ({ send, countObjects }) => {
    objects += 1;
    const answer = await send();
    objects += countObjects?.(answer) ?? 0;
    return answer;
  };
  const budget = createJiraBudget(dependencies);
  const jira = withinBudget(dependencies.platform.asPerson, { ...budget, spend: counting });
  const objectsSoFar = () => Math.max(0, objects);
  return budget.spend({
    send: () => check(jira, (another) => countedBy(another, counting)),
    maximumObjects: maximumObjectsOfCheck,
    countObjects: objectsSoFar,
    countObjectsOfFailure: objectsSoFar,
  });
}

function countedBy(jira: CountedJira, spend: JiraBudget['spend']): CountedJira {
  return {
    listFields: () => spend({ send: () => jira.listFields(), countObjects: lengthOf }),
    countIssues: (jql) =>
      spend({ send: () => jira.countIssues(jql), maximumObjects: 1, countObjects: () => 1 }),
  };
}

function withinBudget(jira: SearchedJira, { spend, issuesPerPage }: JiraBudget): SearchedJira {
  return {
    ...countedBy(jira, spend),
    acceptsQueries: (queries) =>
      spend({
        send: () => jira.acceptsQueries(queries),
        maximumObjects: queries.length,
        countObjects: lengthOf,
      }),
    searchIssues(jql, fields, pageToken, most = issuesPerPage) {
      const maximumObjects = Math.min(most, issuesPerPage);
      return spend({
        send: () => jira.searchIssues(jql, fields, pageToken, maximumObjects),
        maximumObjects,
        countObjects: ({ issues }) => issues.length,
      });
    },
  };
}

function lengthOf({ length }: { readonly length: number }): number {
  return length;
}
