import * as z from 'zod/mini';
import { adminTokenFacts } from '../access/admin-token-facts';
import { roundFacts } from '../label-upkeep/round-facts';
import { upkeepFacts } from '../label-upkeep/upkeep-facts';
import { foundObjects, typedText } from '../objects/objects-contract';
import { filledText, isFilled, onlyIf } from '../objects/stored-value';
import { shownRun } from '../refresh/run-facts';
import { resolverFunction } from '../replies/reply';
import { keptResult, queryFacts, queryTrouble } from '../stored-queries/query-record';

const epochMs = z.number();

/** What became of a token that an admin gave. */
const savedToken = z.union([
  z.object({
    isSaved: z.literal(true),
    /** It gives searches whose results expired new ones. */
    hasRefreshBegun: z.boolean(),
  }),
  z.object({
    isSaved: z.literal(false),
    unreadableFields: z.array(z.string()),
    /** The names of the workspaces in which an administrator blocked it. */
    blockedIn: z.array(z.string()),
  }),
]);
export type SavedToken = z.infer<typeof savedToken>;

const hash = z.string();
const { credential, computedAt, objectCount, configurationDigest, rightAt, isLeftOut } =
  keptResult.shape;

/** A query whose result Jira keeps, as the page shows it. */
export const storedRow = z.object({
  ...queryFacts.shape,
  ...{ credential, computedAt, objectCount, configurationDigest, rightAt, isLeftOut },
  trouble: z.optional(queryTrouble),
  hash,
});
export type StoredRow = z.infer<typeof storedRow>;

/** A search that waits for an access token, or for someone who runs it with their own account. */
export const waitingRow = z.object({
  ...queryFacts.shape,
  hash,
  /** When a search last asked for it. */
  askedAt: epochMs,
  /** A person ran it, and the next search uses their result. */
  isRun: z.boolean(),
});
export type WaitingRow = z.infer<typeof waitingRow>;

const nextCursor = z.optional(z.string());
/** At most 500 rows; there are more where `nextCursor` is given. */
const storedRows = z.object({ rows: z.array(storedRow), nextCursor });
const waitingRows = z.object({ rows: z.array(waitingRow), nextCursor });

/** The refresh that was started, or the one that was running already. */
export const refreshStart = z.object({ kind: z.enum(['started', 'busy']), run: shownRun });
export type RefreshStart = z.infer<typeof refreshStart>;

export const facts = z.object({
  /** Ages are counted from here. */
  now: epochMs,
  /** Where the service is; undefined where the deployment doesn't say. */
  serviceOrigin: z.optional(z.string()),
  token: z.nullable(adminTokenFacts),
  /** Whether the service refused it in the last refresh that used it. */
  isTokenRefused: z.boolean(),
  personRunsAllowed: z.boolean(),
  /** The refresh under way, or the last one. */
  run: z.nullable(shownRun),
  /** When the last complete refresh of everything began and ended. */
  lastRun: z.nullable(z.object({ startedAt: epochMs, finishedAt: epochMs })),
  /** When the schedule asked for the last complete daily refresh. */
  dailyRequestedAt: z.nullable(epochMs),
});
export type Facts = z.infer<typeof facts>;

export const fields = z.object({
  fields: z.array(
    z.object({
      fieldId: z.string(),
      name: z.string(),
      contextCount: z.number(),
      configuredCount: z.number(),
      /** Whether a context lets the service portal show its objects. */
      isOpenToCustomers: z.boolean(),
      /** Changes with the workspaces and types that its contexts name. */
      configurationDigest: z.string(),
      /** Approximate. */
      issueCount: z.number(),
    }),
  ),
});
export type AdminField = z.infer<typeof fields>['fields'][number];

/** The fields of this app's types, by name, with the work items that hold an object or a label. */
export const holders = z.object({
  fields: z.array(
    z.object({
      fieldId: z.string(),
      name: z.string(),
      /** About how many work items the app sees; undefined where Jira can't search the field. */
      count: z.optional(z.number()),
      /** Jira's search for them, as the admin. */
      address: z.optional(z.string()),
    }),
  ),
});
export type Holders = z.infer<typeof holders>;

const labelJob = z.object({
  job: z.nullable(upkeepFacts),
  /** Whether labels are refreshed every day, and the work of the last day. */
  daily: z.object({ isOn: z.boolean(), run: z.nullable(roundFacts) }),
});
export type LabelJob = z.infer<typeof labelJob>;
const labelJobStart = z.object({
  /** False where another job was running. */
  isStarted: z.boolean(),
});
const labelChanges = z.object({
  changes: z.array(z.object({ key: z.string(), from: z.string(), to: z.string() })),
  /** How many of these work items the admin can't see. */
  hiddenCount: z.number(),
});
export type LabelChanges = z.infer<typeof labelChanges>;

const works = z.literal('works');
const absent = z.object({ kind: z.literal('absent') });
const fails = z.object({ kind: z.literal('fails'), message: z.string() });

const tokenCheck = z.union([
  z.object({
    kind: works,
    ...adminTokenFacts.shape,
    /** The names of the fields whose objects its owner can't read; undefined where that isn't known. */
    unreadableFields: z.optional(z.array(z.string())),
  }),
  absent,
  z.object({ ...fails.shape, isRefused: z.boolean() }),
]);
export type TokenCheck = z.infer<typeof tokenCheck>;

export const health = z.object({
  /** Undefined where it answered. */
  serviceTrouble: z.optional(z.string()),
  account: z.union([z.object({ kind: works, name: z.string(), email: z.string() }), absent, fails]),
  token: tokenCheck,
});
export type Health = z.infer<typeof health>;

const done = z.object({});
const queryHash = z.string().check(onlyIf((text) => /^[0-9a-f]{64}$/.test(text)));
const page = { cursor: z.optional(filledText.check(z.maxLength(2_000))) };

/** In characters; tokens of the service have about 50. */
export const maximumTokenLength = 1_000;

const maximumHashes = 500;

export const findFacts = resolverFunction('facts', {}, facts);
export const listAdminFields = resolverFunction('fields', {}, fields);

/** Which fields hold an object, by its id or its stored label, and about how often. */
export const findHolders = resolverFunction(
  'holders',
  { sought: filledText.check(z.maxLength(255)) },
  holders,
);

/** Objects of every workspace that the admin can read. */
export const searchEverywhere = resolverFunction(
  'searchEverywhere',
  { text: typedText },
  foundObjects,
);

export const saveToken = resolverFunction(
  'saveToken',
  {
    token: filledText.check(z.maxLength(maximumTokenLength)),
    /** Save it even if it can't read the objects of some fields. */
    isInsistedOn: z.optional(z.boolean()),
  },
  savedToken,
);
export const removeToken = resolverFunction('removeToken', {}, done);

export const listStoredRows = resolverFunction('storedQueries', page, storedRows);
export const listWaitingRows = resolverFunction('waitingQueries', page, waitingRows);
export const removeQuery = resolverFunction('removeQuery', { hash: queryHash }, done);

/** Starts a refresh of these queries, or of all, unless one is running. */
export const startRefresh = resolverFunction(
  'startRefresh',
  {
    hashes: z.optional(z.array(queryHash).check(onlyIf(isFilled), z.maxLength(maximumHashes))),
  },
  refreshStart,
);

export const allowPersonRuns = resolverFunction(
  'allowPersonRuns',
  { isAllowed: z.boolean() },
  done,
);

export const checkHealth = resolverFunction('health', {}, health);

const fieldId = z.string().check(onlyIf((text) => /^customfield_\d+$/.test(text)));

/** The job over stored labels that is running, or the last one, and the daily refresh of labels. */
export const findLabelJob = resolverFunction('labelJob', {}, labelJob);
/** Starts a job over all work items with a value in the field, unless one is running. */
export const startLabelJob = resolverFunction(
  'startLabelJob',
  { fieldId, isDryRun: z.boolean() },
  labelJobStart,
);
export const cancelLabelJob = resolverFunction('cancelLabelJob', {}, done);
/** Turns the daily refresh of labels on or off. */
export const turnDailyLabels = resolverFunction('turnDailyLabels', { isOn: z.boolean() }, done);
/** What the last job would change now on the first work items. */
export const listLabelChanges = resolverFunction('labelChanges', {}, labelChanges);
