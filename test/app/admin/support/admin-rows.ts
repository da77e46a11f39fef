import type {
  Facts,
  Health,
  StoredRow,
  TokenCheck,
  WaitingRow,
} from '../../../../src/app/admin/admin-contract';

export const dayMs = 24 * 60 * 60 * 1000;

/** Without a token, a refresh or anything else. */
export const facts: Facts = {
  now: Date.parse('2026-03-31T12:00:00Z'),
  serviceOrigin: 'https://wds.example.com',
  token: null,
  isTokenRefused: false,
  personRunsAllowed: true,
  run: null,
  lastRun: null,
  dailyRequestedAt: null,
};

export const token = {
  name: 'Jira searches',
  ownerName: 'Ada Admin',
  ownerEmail: 'admin@example.com',
  lastFour: 'wxyz',
  expiresAt: null,
  setAt: facts.now - dayMs,
};

/** What the service answers to the admin and to the token, as far as `tokenFacts` doesn't say otherwise. */
export function health(tokenFacts: Partial<TokenCheck> = {}): Health {
  const tokenCheck = { kind: 'works', ...token, ...tokenFacts } as TokenCheck;
  const account = { kind: 'works', name: 'Ada Admin', email: 'admin@example.com' } as const;
  return { account, token: tokenCheck };
}

/** The service refuses the token, or it can't be asked about. */
export function failedToken(message: string, isRefused = false): Health {
  return { ...health(), token: { kind: 'fails', message, isRefused } };
}

export const field = {
  fieldId: 'customfield_10010',
  name: 'Asset',
  contextCount: 1,
  configuredCount: 1,
  configurationDigest: 'a-digest',
  isOpenToCustomers: false,
  issueCount: 12,
};

/** One that a token computed an hour ago. */
export function stored(row: Partial<StoredRow> = {}): StoredRow {
  return {
    hash: 'a'.repeat(64),
    query: 'Status = "In repair"',
    fieldId: field.fieldId,
    fieldName: field.name,
    writtenAs: [field.name],
    credential: 'token',
    computedAt: facts.now - 3_600_000,
    objectCount: 7,
    configurationDigest: field.configurationDigest,
    rightAt: row.computedAt ?? facts.now - 3_600_000,
    isLeftOut: false,
    ...row,
  };
}

/** One that somebody asked for two hours ago. */
export function waiting(row: Partial<WaitingRow> = {}): WaitingRow {
  const { hash, query, fieldId, fieldName, writtenAs } = stored();
  const askedAt = facts.now - 7_200_000;
  return { hash, query, fieldId, fieldName, writtenAs, askedAt, isRun: false, ...row };
}

export const run = {
  kind: 'demand',
  phase: 'queries',
  startedAt: facts.now - 60_000,
  ...{ total: 100, done: 34, written: 3, unchanged: 30, failed: 1, skipped: 0, expired: 0 },
  ...{ waiting: 0, notAsked: 0, unseen: 0, unlisted: 0, repaired: 0 },
  ...{ leftAlone: 0, accessLost: 0, isCutOff: false },
  leftAloneKeys: [] as string[],
  leftAloneFields: [] as string[],
} as const;
