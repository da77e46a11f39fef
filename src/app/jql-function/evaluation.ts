import { isDeepStrictEqual } from 'node:util';
import { type Client, ServiceError, type ServiceErrorCode } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import type { AppJira } from '../platform/app-jira';
import {
  type Clock,
  isLimitedByJira,
  JiraError,
  ServiceAddressMissing,
} from '../platform/platform';
import { type KeyValueStore, StoreError } from '../platform/storage';
import {
  digestOfSource,
  keptResultOf,
  queryHash,
  saysTheSame,
  type StoredQueries,
} from '../stored-queries/stored-queries';
import {
  besideOlder,
  isWaiting,
  type KeptResult,
  mergeWays,
  type QueryRecord,
} from '../stored-queries/query-record';
import { takeSeat } from '../stored-queries/waiting-seats';
import { type CallAllowance, maximumRestMs } from './call-allowance';
import { checkSharedQuery, findObjects } from './find-objects';
import { findField, type FoundField } from './find-field';
import { detectClauseSyntax, fragmentOf } from './clause-syntax';
import { functionTexts, QueryRefused } from './query-refused';
import { type FunctionCall, readCall } from './read-call';

interface Dependencies extends Computing {
  readonly jira: AppJira;
  /** Told of every error that isn't a refusal, and of what took too long. */
  readonly onError: (error: unknown) => void;
}

/** Jira keeps a failed answer for a minute at most, and never in the place of a result. */
type Answer =
  | { readonly jql: string }
  | { readonly error: string; readonly storeErrorAsPrecomputation: false };

/**
 * Builds the function of manifest.yml, `jql-function`: it answers the JQL that stands for
 * `workspaceObjects(query, field)`, or a sentence that says why there is none. Never throws.
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/jql-function/
 */
export function createEvaluation(dependencies: Dependencies) {
  const { onError } = dependencies;

  return async (payload: unknown): Promise<Answer> => {
    try {
      const jql = await inTime((signal) => evaluate(dependencies, payload, signal));
      return { jql };
    } catch (error) {
      if (!isOfTheCall(error)) onError(error);
      return { error: sentenceOf(error), storeErrorAsPrecomputation: false };
    }
  };
}

/** Whether an error is about the call itself: the app works as it should. */
function isOfTheCall(error: unknown): boolean {
  return error instanceof QueryRefused && error.code !== 'TOO_SLOW';
}

async function evaluate(
  dependencies: Dependencies,
  payload: unknown,
  signal: AbortSignal,
): Promise<string> {
  const call = readCall(payload);
  checkSharedQuery(call.query);
  const field = await findField(dependencies.jira, call.fieldArgument);
  const syntax = await detectClauseSyntax(dependencies, field);
  const result = await computeResult(dependencies, call, field, signal).catch(
    async (error: unknown) => {
      if (isOfTheQuery(error)) await endWaiting(dependencies, call, field);
      throw error;
    },
  );
  signal.throwIfAborted();
  await keepRecord(dependencies, call, field, { ...result, spelling: syntax.spelling });
  return fragmentOf(syntax, call.operator, result.objectIds);
}

/** Whether the service refused the query itself: nobody can run it as it stands. */
function isOfTheQuery(error: unknown): boolean {
  return error instanceof QueryRefused && codesOfTheQuery.includes(error.code);
}

const codesOfTheQuery = ['INVALID_QUERY', 'NO_ACCESS', 'TOO_MANY_OBJECTS'];

/** If this fails, the query stays on the list, but the search still says what is wrong. */
async function endWaiting(
  { storedQueries, onError }: Dependencies,
  { query }: FunctionCall,
  { fieldId }: FoundField,
): Promise<void> {
  await storedQueries.endWaiting(queryHash(fieldId, query)).catch(onError);
}

/** If the record can't be saved, it is missing from a list, but the search still has its answer. */
async function keepRecord(
  { storedQueries, onError }: Dependencies,
  { query, fieldArgument }: FunctionCall,
  field: FoundField,
  found: Result & { spelling: string },
): Promise<void> {
  const { fieldId, name: fieldName } = field;
  try {
    const known = await storedQueries.find(queryHash(fieldId, query));
    const lastRun = known?.result && (await storedQueries.findLastRun());
    const record: QueryRecord = {
      version: 1,
      ...{ query, fieldId, fieldName },
      writtenAs: mergeWays(known?.writtenAs, [fieldArgument]),
      result: besideOlder(keptResultOf(field, found), known?.result, lastRun),
      removedAt: known?.removedAt,
    };
    if (!known || saysMore(record, known)) await storedQueries.save(record);
  } catch (error) {
    onError(error);
  }
}

/** A record isn't saved again within this time just to update its time. */
const keptForMs = 10 * 60_000;

function saysMore(record: QueryRecord, known: QueryRecord): boolean {
  const age = (record.result?.computedAt ?? 0) - (known.result?.computedAt ?? 0);
  const isAsRight = record.result?.rightAt === known.result?.rightAt;
  return age >= keptForMs || !isAsRight || !saysTheSame(record, known);
}

/** For the whole of an evaluation; Jira ends one after 25 seconds. */
const timeoutMs = 20_000;

/** @throws {QueryRefused} TOO_SLOW at the end of the time, whatever the work is waiting for */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeIsUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new QueryRefused('TOO_SLOW', functionTexts.serviceSlow));
      controller.abort();
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), timeIsUp]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says what an error means for who searches; the one place where errors become answers of the function. */
function sentenceOf(error: unknown): string {
  if (error instanceof QueryRefused) return error.message;
  if (error instanceof ServiceError) return serviceSentence(error);
  if (error instanceof JiraError) return jiraSentence(error);
  if (error instanceof StoreError) return functionTexts.storageUnreachable;
  if (error instanceof ServiceAddressMissing) return functionTexts.addressMissing;
  return functionTexts.unexpected;
}

const serviceSentences = {
  unauthorized: functionTexts.tokenRefused(false),
  unavailable: functionTexts.serviceUnreachable,
  timeout: functionTexts.serviceSlow,
  aborted: functionTexts.serviceSlow,
  invalid: functionTexts.serviceUnreadable,
  forbidden: functionTexts.serviceUnreadable,
  notFound: functionTexts.serviceUnreadable,
  changed: functionTexts.serviceUnreadable,
  unexpectedReply: functionTexts.serviceUnreadable,
  cannotSend: functionTexts.serviceUnreadable,
} as const satisfies Record<Exclude<ServiceErrorCode, 'rateLimited'>, string>;

function serviceSentence({ code, retryAfterMs }: ServiceError): string {
  if (code !== 'rateLimited') return serviceSentences[code];
  return functionTexts.serviceBusy(retryAfterMs && Math.min(retryAfterMs, maximumRestMs));
}

function jiraSentence(error: JiraError): string {
  if (isLimitedByJira(error)) return functionTexts.jiraBusy(error.retryAfterMs);
  return error.status === 401 || error.status === 403
    ? functionTexts.jiraForbidden
    : functionTexts.jiraUnreachable;
}

interface Computing {
  readonly adminToken: Pick<AdminToken, 'find'>;
  readonly clientOf: (token: string) => Client;
  readonly store: KeyValueStore;
  readonly storedQueries: StoredQueries;
  readonly allowance: CallAllowance;
  readonly now: Clock;
}

/** What a query found, and by whose rights. */
interface Result extends Pick<KeptResult, 'credential' | 'computedAt' | 'unanswered'> {
  readonly objectIds: readonly string[];
}

/**
 * Runs a call's query with the app's access token; without a good one, takes what a person handed
 * over, or keeps the query for someone to run. Never with the searching person's rights: the
 * result is everyone's.
 * @throws {QueryRefused} also where there is neither
 * @throws {ServiceError}, StoreError
 */
async function computeResult(
  dependencies: Computing,
  call: FunctionCall,
  field: FoundField,
  signal: AbortSignal,
): Promise<Result> {
  const { adminToken, clientOf, allowance, now } = dependencies;
  const token = await adminToken.find();
  if (token === undefined) return takeHandover(dependencies, call, field, 'NO_TOKEN');
  try {
    const { sources, name: fieldName } = field;
    const unanswered: string[] = [];
    const objectIds = await findObjects({
      ...{ client: clientOf(token), query: call.query, sources, fieldName, signal },
      within: allowance.take,
      onUnanswered: ({ source }) => unanswered.push(digestOfSource(source)),
    });
    return { objectIds, credential: 'token', computedAt: now(), unanswered: unanswered.sort() };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'rateLimited') await allowance.leaveAlone(error.retryAfterMs);
    if (error.code !== 'unauthorized') throw error;
    return takeHandover(dependencies, call, field, 'TOKEN_REFUSED');
  }
}

async function takeHandover(
  dependencies: Computing,
  call: FunctionCall,
  field: FoundField,
  reason: 'NO_TOKEN' | 'TOKEN_REFUSED',
): Promise<Result> {
  const { storedQueries } = dependencies;
  const { personRunsAllowed } = await storedQueries.getSettings();
  const hash = queryHash(field.fieldId, call.query);
  const found = personRunsAllowed ? await storedQueries.findHandover(hash) : undefined;
  if (found?.configurationDigest === field.configurationDigest) {
    return { ...found, credential: 'person' };
  }
  const known = await storedQueries.find(hash);
  await keepWaiting(dependencies, { call, field, known, hash });
  const text = reason === 'NO_TOKEN' ? functionTexts.noToken : functionTexts.tokenRefused;
  throw new QueryRefused(reason, text(personRunsAllowed, known?.waiting?.expiredAt));
}

interface Waiting {
  readonly call: FunctionCall;
  readonly field: FoundField;
  readonly known: QueryRecord | undefined;
  readonly hash: string;
}

/** A waiting query isn't saved again within this time just to update its time. */
const waitingKeptForMs = 60 * 60_000;

async function keepWaiting(dependencies: Computing, waiting: Waiting): Promise<void> {
  const { call, field, known, hash } = waiting;
  const { storedQueries, now } = dependencies;
  const { fieldId, name: fieldName } = field;
  const earlier = isWaiting(known?.waiting, now()) ? known?.waiting : undefined;
  if (!earlier && !(await mayWait(dependencies, hash))) return;
  const writtenAs = mergeWays(known?.writtenAs, [call.fieldArgument]);
  const sources = [...field.sources];
  const areSame = isDeepStrictEqual(sources, earlier?.sources);
  const isSaid =
    areSame && fieldName === known?.fieldName && isDeepStrictEqual(writtenAs, known.writtenAs);
  if (earlier && isSaid && now() < earlier.askedAt + waitingKeptForMs) return;
  await storedQueries.save({
    ...known,
    version: 1,
    ...{ query: call.query, fieldId, fieldName, writtenAs },
    waiting: { ...earlier, sources, askedAt: now() },
    // What a person found in other sources is of no use to the next search.
    ready: areSame ? known?.ready : undefined,
  });
}

/** Whether there is room for one more query that waits, and not too many came just before it. */
async function mayWait(dependencies: Computing, hash: string): Promise<boolean> {
  try {
    await dependencies.allowance.takeToWait();
  } catch (error) {
    if (error instanceof QueryRefused) return false;
    throw error;
  }
  return takeSeat(dependencies, hash);
}
