import type { PageFormats } from '../object-display/formats';
import type { Facts, TokenCheck } from './admin-contract';
import type { QueryStateKind, ShownQuery } from './shown-queries';
import { tokenStateOf } from './token-state';

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

/** What keeps the app from using its token everywhere; undefined where nothing does, and without a token. */
export function findTokenFault(
  { token, isTokenRefused, now }: Facts,
  check: TokenCheck | undefined,
): TokenAttention | undefined {
  if (!token) return undefined;
  const { blockedIn = [], reachesAny = true } = token;
  const fault = (state: string, title: string, about: string): TokenAttention => ({
    ...{ tone: 'error', state, title, about },
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
  const unreadable = check?.kind === 'works' ? (check.unreadableFields ?? []) : [];
  if (unreadable.length === 0) return undefined;
  return {
    ...fault(texts.unreadable, texts.unreadableTitle, unreadableText(unreadable)),
    tone: 'warning',
  };
}

export function findTokenAttention(
  facts: Facts,
  check: TokenCheck | undefined,
  { distance }: PageFormats,
): TokenAttention | undefined {
  const fault = findTokenFault(facts, check);
  const state = tokenStateOf(facts.token, facts.now);
  if (fault || state.kind !== 'endsSoon') return fault;
  const title = texts.endsSoonTitle(distance(state.endsAt - facts.now));
  return { tone: 'warning', state: texts.endsSoon, title, about: texts.endsSoonAbout };
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
