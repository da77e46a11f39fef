import type { Client } from '../../api/client';
import { maximumPageLimit } from '../../api/page';
import { findField, type FoundField } from '../jql-function/find-field';
import { findObjects, type UnansweredSource } from '../jql-function/find-objects';
import { detectClauseSyntax } from '../jql-function/find-writing';
import { fragmentOf } from '../jql-function/fragment';
import { QueryRefused } from '../jql-function/query-refused';
import { isJiraRefusal } from '../platform/jira-refusal';
import { digestOfSource, keptResultOf } from '../stored-queries/digests';
import type { QueryRecord } from '../stored-queries/query-record';
import { lossOf, staysUnread } from './decide';
import { OutOfCalls, serviceFailureOf, type CallBudget } from './sliced-job';
import { jiraRefused, type QueryOutcome } from './outcome';
import { isUnseenField } from './precomputations';
import { refreshTexts } from './refresh-texts';
import type { Slice } from './slice';
import type { ListedQuery } from './listed-queries';

interface Asking extends Omit<Slice, 'client'> {
  readonly client: Client;
}

/** The longest that one query may take. */
const queryTimeoutMs = 45_000;

/**
 * Asks the service for a query, and once more at once where no answer came: a connection may break
 * off, a service restart.
 * @throws {ServiceError} where the service does not answer
 * @throws {OutOfCalls} where too few are left for it
 * @throws {JiraError}, StoreError
 */
export async function askQuery(
  asking: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
): Promise<QueryOutcome> {
  if (listed.fieldId === undefined) return refusal(listed.refusal, listed.refusal);
  const unanswered: UnansweredSource[] = [];
  const once = () => answerOf(asking, record, listed, { fieldId: listed.fieldId, unanswered });
  try {
    return await once().catch((error: unknown) => {
      if (serviceFailureOf(error)?.kind !== 'noAnswer') throw error;
      return once().catch((again: unknown) => {
        throw again instanceof OutOfCalls ? error : again;
      });
    });
  } catch (error) {
    if (error instanceof QueryRefused) {
      return outcomeOf(error, asking, record, { listed, unanswered });
    }
    if (!isJiraRefusal(error)) throw error;
    asking.onError(error, 'queries');
    return jiraRefused;
  }
}

async function answerOf(
  asking: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
  { fieldId, unanswered }: { fieldId: string; unanswered: UnansweredSource[] },
): Promise<QueryOutcome> {
  const { query } = listed;
  const { client, budget, fields, now } = asking;
  const field = await findField(fields, fieldId);
  const syntax = await detectClauseSyntax(asking, field);
  requireCalls(budget, field, record);
  const { name: fieldName, sources } = field;
  const signal = AbortSignal.timeout(queryTimeoutMs);
  const onUnanswered = (source: UnansweredSource) => unanswered.push(source);
  const search = { client, fieldName, sources, query, signal, onUnanswered };
  const objectIds = await findObjects(search);
  const { spelling } = syntax;
  const result = keptResultOf(field, {
    ...{ objectIds, credential: 'token', computedAt: now(), spelling },
    unanswered: [...new Set(unanswered.map(({ source }) => digestOfSource(source)))].sort(),
  });
  const known = record?.result;
  const isAsBefore = known?.configurationDigest === result.configurationDigest;
  const loss = isAsBefore && known.unanswered ? lossOf(known.unanswered, unanswered) : undefined;
  if (loss && stays(asking, record, listed)) return lossOutcome[loss];
  return {
    kind: 'answer',
    fieldName,
    result,
    fragments: {
      in: fragmentOf(syntax, 'in', objectIds),
      'not in': fragmentOf(syntax, 'not in', objectIds),
    },
  };
}

/**
 * A query isn't begun if too few calls are left for it, because it would start from the beginning
 * again. A slice has enough for any: see `maximumSources`.
 * @throws {OutOfCalls}
 */
function requireCalls(budget: CallBudget, { sources }: FoundField, record?: QueryRecord) {
  const known = record?.result?.objectCount ?? 0;
  const pages = sources.length + Math.floor(known / maximumPageLimit);
  // One more finds out whose fault it is where no answer comes.
  if (!budget.has(pages + 1)) throw new OutOfCalls();
}

function outcomeOf(
  error: QueryRefused,
  asking: Asking,
  record: QueryRecord | undefined,
  { listed, unanswered }: { listed: ListedQuery; unanswered: readonly UnansweredSource[] },
): QueryOutcome {
  const known = record?.result?.unanswered ?? [];
  const loss = error.code === 'NO_ACCESS' ? 'certain' : lossOf(known, unanswered);
  if (loss && stays(asking, record, listed)) return lossOutcome[loss];
  return isUnseenField(error)
    ? { kind: 'fail', message: refreshTexts.fieldUnseen, isUnseen: true }
    : refusal(error.message, error.detail);
}

function stays(
  { now, lastRun, tokenSetAt }: Asking,
  record: QueryRecord | undefined,
  listed: ListedQuery,
): boolean {
  return staysUnread(tokenSetAt, record, listed, { now: now(), lastRun });
}

const lossOutcome = {
  certain: {
    ...{ kind: 'fail', message: refreshTexts.accessLost, isUnseen: false },
    isAccessLost: true,
  },
  possible: { kind: 'fail', message: refreshTexts.accessPerhapsLost, isUnseen: false },
} as const satisfies Record<string, QueryOutcome>;

function refusal(message: string, detail: string): QueryOutcome {
  return { kind: 'refuse', message, detail };
}
