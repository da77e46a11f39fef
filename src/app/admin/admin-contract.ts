import * as z from 'zod/mini';
import { resolverFunction } from '../access/resolver-function';
import { foundObjects, typedText } from '../objects/objects-contract';
import {
  facts,
  fields,
  health,
  holders,
  labelChanges,
  labelJob,
  labelJobStart,
  refreshStart,
  savedToken,
  storedRows,
  waitingRows,
  workingToken,
} from './admin-replies';

const nothing = z.strictObject({});
const done = z.object({});
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const page = z.strictObject({
  cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
});

/** In characters; the service's are some 50 long. */
export const longestToken = 1_000;

/** As many queries as one can choose to refresh at once, beside all of them. */
const mostHashes = 500;

export const findFacts = resolverFunction({ key: 'facts', payload: nothing, reply: facts });
export const listAdminFields = resolverFunction({ key: 'fields', payload: nothing, reply: fields });

/** Which fields hold an object, by its id or its stored label, and about how often. */
export const findHolders = resolverFunction({
  key: 'holders',
  payload: z.strictObject({ sought: z.string().check(z.minLength(1), z.maxLength(255)) }),
  reply: holders,
});

/** Objects of every workspace that the admin can read. */
export const searchEverywhere = resolverFunction({
  key: 'searchEverywhere',
  payload: z.strictObject({ text: typedText }),
  reply: foundObjects,
});

export const saveToken = resolverFunction({
  key: 'saveToken',
  payload: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(longestToken)),
    /** Keep it even if it can't read the objects of some fields. */
    isInsistedOn: z.optional(z.boolean()),
  }),
  reply: savedToken,
});
export const testToken = resolverFunction({
  key: 'testToken',
  payload: nothing,
  reply: workingToken,
});
export const removeToken = resolverFunction({ key: 'removeToken', payload: nothing, reply: done });

export const listStoredRows = resolverFunction({
  key: 'storedQueries',
  payload: page,
  reply: storedRows,
});
export const listWaitingRows = resolverFunction({
  key: 'waitingQueries',
  payload: page,
  reply: waitingRows,
});
export const removeQuery = resolverFunction({
  key: 'removeQuery',
  payload: z.strictObject({ hash }),
  reply: done,
});

/** Begins a refresh of these queries, or of all, unless one is under way. */
export const startRefresh = resolverFunction({
  key: 'startRefresh',
  payload: z.strictObject({
    hashes: z.optional(z.array(hash).check(z.minLength(1), z.maxLength(mostHashes))),
  }),
  reply: refreshStart,
});

export const allowPersonRuns = resolverFunction({
  key: 'allowPersonRuns',
  payload: z.strictObject({ isAllowed: z.boolean() }),
  reply: done,
});

export const checkHealth = resolverFunction({ key: 'health', payload: nothing, reply: health });

const fieldId = z.string().check(z.regex(/^customfield_\d+$/));

/** The job over stored labels that is under way, or the last one. */
export const findLabelJob = resolverFunction({
  key: 'labelJob',
  payload: nothing,
  reply: labelJob,
});
/** Begins one over all work items with a value in the field, unless one is under way. */
export const startLabelJob = resolverFunction({
  key: 'startLabelJob',
  payload: z.strictObject({ fieldId, isDryRun: z.boolean() }),
  reply: labelJobStart,
});
export const cancelLabelJob = resolverFunction({
  key: 'cancelLabelJob',
  payload: nothing,
  reply: done,
});
/** What the last job would change on the first work items, as that is now. */
export const listLabelChanges = resolverFunction({
  key: 'labelChanges',
  payload: nothing,
  reply: labelChanges,
});
