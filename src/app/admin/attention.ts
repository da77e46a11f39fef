import type { PageFormats } from '../object-display/formats';
import type { AdminField, Facts, TokenCheck } from './admin-contract';
import type { QueryStateKind, ShownQuery } from './shown-queries';
import { isUsable, tokenStateOf } from './token-state';

/** Something that an admin has to do something about. What isn't set up yet isn't. */
export interface Attention {
  /** `error` where something doesn't work any more. */
  readonly tone: 'error' | 'warning';
  readonly title: string;
  readonly about: string;
}

interface TokenAttention extends Attention {
  /** In a word or two. */
  readonly state: string;
}

const stopped = 'Stored queries are no longer refreshed, and new queries wait. Replace the token.';

const texts = {
  expired: 'Expired',
  expiredTitle: 'The access token has expired',
  refused: 'Refused',
  refusedTitle: 'The service doesn’t accept the access token',
  refusedAbout: `It expired or was revoked. ${stopped}`,
  blocked: 'Blocked',
  blockedTitle: (workspaces: string) => `The access token is blocked in ${workspaces}`,
  blockedAbout:
    'Searches on its objects fail. Ask an administrator of the workspace to unblock the token, or replace it.',
  reachesNone: 'No workspace',
  reachesNoneTitle: 'The access token reaches no workspace',
  reachesNoneAbout:
    'Its owner isn’t a member of any workspace that it’s for, so searches fail. Ask an administrator of the workspace to add the owner, or replace the token.',
  unreadable: 'Can’t read all',
  unreadableTitle: 'The access token can’t read every field',
  endsSoon: 'Expires soon',
  endsSoonTitle: (when: string) => `The access token expires ${when}`,
  endsSoonAbout: 'Replace it before then, so that stored queries stay fresh.',
  endsSoonForCustomers: (fieldNames: string) =>
    `Replace it before then, so that stored queries stay fresh and customers can keep choosing in: ${fieldNames}.`,
  serviceTitle: 'The service is unavailable',
  notSaved: 'Not saved',
  notSavedTitle: 'The service portal needs an access token',

  runTitle: 'The last refresh didn’t finish',
  runAbout: 'Stored results stay as they are until the next refresh.',
  queriesTitle: (count: string, isOne: boolean) =>
    isOne ? '1 stored query needs attention' : `${count} stored queries need attention`,
};

/** What a token means that can't read the objects of these fields, saved or not. */
export function unreadableText(fieldNames: readonly string[]): string {
  return `It can’t read the workspace or type of: ${fieldNames.join(', ')}. Searches on these fields fail or find less. Give the token’s owner access in the service, or save a token from someone who has access.`;
}

export const accessLost: Attention = {
  tone: 'warning',
  title: 'The access token can no longer read some fields',
  about:
    'Its owner lost access, or an administrator blocked the token. Stored results on these fields stay for 7 days after they were last refreshed, and new searches fail. Restore the access, or save another token.',
};

export const leftAlone: Attention = {
  tone: 'warning',
  title: 'Searches with workspaceObjects() don’t find some values',
  about: 'The tab Searches lists the work items that hold them.',
};

const customerTexts = {
  allOf: (fieldNames: string) =>
    `On the service portal, customers can’t choose anything in: ${fieldNames}.`,
  unreadableOf: (fieldNames: string) =>
    `On the service portal, customers can’t choose objects that the token can’t read in: ${fieldNames}.`,
  allOfUnknown:
    'On the service portal, customers can’t choose anything in fields that are open to them.',
};

type Fields = readonly AdminField[] | undefined;

function openNames(fields: Fields = []): string[] {
  return fields.filter(({ isOpenToCustomers }) => isOpenToCustomers).map(({ name }) => name);
}

/**
 * What customers can't do without any token; undefined where no field is open to them.
 * @param fields undefined where they aren't known
 */
export function findLossWithoutToken(fields: Fields): string | undefined {
  if (!fields) return customerTexts.allOfUnknown;
  const names = openNames(fields);
  return names.length > 0 ? customerTexts.allOf(names.join(', ')) : undefined;
}

/** What customers can't do with a token that can't read the objects of these fields in every context. */
export function findLossOfUnreadable(
  unreadable: readonly string[],
  fields: Fields,
): string | undefined {
  const names = openNames(fields).filter((name) => unreadable.includes(name));
  return names.length > 0 ? customerTexts.unreadableOf(names.join(', ')) : undefined;
}

/** What customers can't do now; undefined where nothing is known that they can't. */
export function findCustomerLoss(
  { token, isTokenRefused, now }: Facts,
  check: TokenCheck | undefined,
  fields: Fields,
): string | undefined {
  const isWorking = token !== null && isUsable(tokenStateOf(token, now)) && !isTokenRefused;
  if (!isWorking || token.reachesAny === false) return findLossWithoutToken(fields ?? []);
  return findLossOfUnreadable(listUnreadable(check), fields);
}

function listUnreadable(check: TokenCheck | undefined): readonly string[] {
  return check?.kind === 'works' ? (check.unreadableFields ?? []) : [];
}

/** What keeps the app from using its token everywhere; undefined where nothing does, and without a token. */
export function findTokenFault(
  facts: Facts,
  check: TokenCheck | undefined,
  fields: Fields,
): TokenAttention | undefined {
  const { token, isTokenRefused, now } = facts;
  if (!token) return undefined;
  const loss = findCustomerLoss(facts, check, fields);
  const { blockedIn = [], reachesAny = true } = token;
  const fault = (state: string, title: string, about: string): TokenAttention => ({
    ...{ tone: 'error', state, title },
    about: [about, ...(loss === undefined ? [] : [loss])].join(' '),
  });
  if (tokenStateOf(token, now).kind === 'expired') {
    return fault(texts.expired, texts.expiredTitle, stopped);
  }
  if (isTokenRefused) return fault(texts.refused, texts.refusedTitle, texts.refusedAbout);
  if (blockedIn.length > 0) {
    const workspaces = blockedIn.map((name) => `“${name}”`).join(', ');
    return fault(texts.blocked, texts.blockedTitle(workspaces), texts.blockedAbout);
  }
  if (!reachesAny) {
    return fault(texts.reachesNone, texts.reachesNoneTitle, texts.reachesNoneAbout);
  }
  const unreadable = listUnreadable(check);
  if (unreadable.length === 0) return undefined;
  return {
    ...fault(texts.unreadable, texts.unreadableTitle, unreadableText(unreadable)),
    tone: 'warning',
  };
}

export function findTokenAttention(
  facts: Facts,
  check: TokenCheck | undefined,
  fields: Fields,
  { distance }: PageFormats,
): TokenAttention | undefined {
  const fault = findTokenFault(facts, check, fields);
  const state = tokenStateOf(facts.token, facts.now);
  if (fault) return fault;
  if (state.kind === 'missing') return missingToken(findCustomerLoss(facts, check, fields));
  if (state.kind !== 'endsSoon') return undefined;
  const names = openNames(fields);
  const title = texts.endsSoonTitle(distance(state.endsAt - facts.now));
  const about =
    names.length > 0 ? texts.endsSoonForCustomers(names.join(', ')) : texts.endsSoonAbout;
  return { tone: 'warning', state: texts.endsSoon, title, about };
}

/**
 * Says what it means that the service doesn't answer; undefined where it does. What customers can't do is told once: if
 * the token is at fault too, beside the token.
 */
export function findServiceAttention(
  serviceTrouble: string | undefined,
  ofToken: Attention | undefined,
  fields: Fields,
): Attention | undefined {
  if (serviceTrouble === undefined) return undefined;
  const loss = ofToken?.tone === 'error' ? undefined : findLossWithoutToken(fields ?? []);
  const about = [serviceTrouble, ...(loss === undefined ? [] : [loss])].join(' ');
  return { tone: 'error', title: texts.serviceTitle, about };
}

/** Searches can do without a token, so it is missing only where customers need it. */
function missingToken(about: string | undefined): TokenAttention | undefined {
  return about === undefined
    ? undefined
    : { tone: 'error', state: texts.notSaved, title: texts.notSavedTitle, about };
}

/** The states of queries that get better only if an admin does something, with their words in a sentence. */
const attentionStates = {
  expired: 'expired',
  expiring: 'about to expire',
  refused: 'without a result',
  failed: 'failed',
  fieldGone: 'on fields that are gone',
} as const satisfies Partial<Record<QueryStateKind, string>>;

function needsAttention({ state }: ShownQuery): boolean {
  return state.kind in attentionStates;
}

export function listSearchAttention(
  { run }: Facts,
  queries: readonly ShownQuery[],
  { number }: PageFormats,
): Attention[] {
  const found: Attention[] = [];
  if (run?.phase === 'failed') {
    const about = run.message ?? texts.runAbout;
    found.push({ tone: 'error', title: texts.runTitle, about });
  }
  if (run?.phase === 'done' && run.accessLost > 0) found.push(accessLost);
  if (run?.phase === 'done' && run.leftAlone > 0) found.push(leftAlone);
  const parts = Object.entries(attentionStates).flatMap(([kind, words]) => {
    const { length } = queries.filter(({ state }) => state.kind === kind);
    return length > 0 ? [`${number(length)} ${words}`] : [];
  });
  const { length } = queries.filter(needsAttention);
  if (length > 0) {
    const title = texts.queriesTitle(number(length), length === 1);
    found.push({ tone: 'warning', title, about: `${parts.join(', ')}.` });
  }
  return found;
}
