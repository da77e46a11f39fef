import * as z from 'zod/mini';
import { endpoint } from './endpoint';
import { id } from './id';
import { valueDetails } from './object';
import { pageOf, paging } from './page';

/** What can be changed. Access is that to a type or a site; a person, what they are to the workspace. */
export const changedKinds = [
  'object',
  'type',
  'attribute',
  'workflow',
  'site',
  'page',
  'workspace',
  'person',
  'group',
  'access',
  'token',
] as const;
export type ChangedKind = (typeof changedKinds)[number];

/** `view`: an administrator looked at what somebody else sees. */
const changeActions = ['create', 'change', 'delete', 'restore', 'view'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** By what a change was made. `command`: the operator's, at the service's machine. */
const changeMeans = ['token', 'oauth', 'session', 'embed', 'command'] as const;
export type ChangeMeans = (typeof changeMeans)[number];

const historyValue = z.object({
  /** Absent where the reader may not read what it refers to, and where that is gone for good. */
  value: z.optional(z.string()),
  details: z.optional(valueDetails),
  /** The value was too long to be kept whole; this is its beginning. */
  isCut: z.optional(z.literal(true)),
});
export type HistoryValue = z.infer<typeof historyValue>;

const fieldChange = z.object({
  /** Of an attribute of an object: as it was called then. */
  name: z.string(),
  attributeId: z.optional(id),
  attributeTypeCode: z.optional(z.string()),
  before: z.array(historyValue),
  after: z.array(historyValue),
});
export type FieldChange = z.infer<typeof fieldChange>;

export const historyEntry = z.object({
  id: z.string(),
  changedAt: z.string(),
  /** Null for a command of the operator. */
  userId: z.nullable(id),
  /** Null for whoever is no member any more. */
  userName: z.nullable(z.string()),
  via: z.enum(changeMeans),
  /** What the token or the app with it was called. */
  credentialName: z.optional(z.string()),
  isBulk: z.boolean(),
  kind: z.enum(changedKinds),
  action: z.enum(changeActions),
  subjectId: z.string(),
  /** What the subject was called then; null where it has no name. */
  label: z.nullable(z.string()),
  typeId: z.optional(id),
  siteId: z.optional(id),
  /** Whether the reader may not read the subject, so that nothing is said of it. */
  isWithheld: z.boolean(),
  changes: z.array(fieldChange),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** What was changed of an object, the newest first. */
export const listObjectHistory = endpoint('GET', '/object/{id}/history', 'read', {
  query: paging,
  reply: pageOf(historyEntry),
});

/** With `Z` or an offset, of the years that have changes. */
const moment = z.string().check(
  z.regex(/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:?\d\d)$/),
  z.refine((text) => !Number.isNaN(Date.parse(text))),
);

/** What was changed in the workspace, the newest first. */
export const listAudit = endpoint('GET', '/audit', 'audit', {
  query: z.extend(paging, {
    userId: z.optional(id),
    kind: z.optional(z.enum(changedKinds)),
    /** From this moment on. */
    from: z.optional(moment),
    /** Before this moment. */
    to: z.optional(moment),
  }),
  reply: pageOf(historyEntry),
});
