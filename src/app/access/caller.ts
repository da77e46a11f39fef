import { createHash } from 'node:crypto';
import type { Invocation } from './invocation';

/** What an admin lets the service portal show of a field's objects. */
export type PortalUse = 'nothing' | 'labels' | 'attributes';

/** Pages of the service portal: the form of a request, and a request as its customer sees it. */
type PortalPage = 'portal-request' | 'portal-view';

/** Someone on a page of the service portal, where the page decides what is answered, not a license. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly page: PortalPage;
  /** Undefined for those who aren't signed in: the app can't tell one from another. */
  readonly accountId: string | undefined;
  /** Whether Jira can be asked as this person; else nothing can be proven about them. */
  readonly canAskJira: boolean;
}

type Caller =
  | { readonly kind: 'person'; readonly accountId: string }
  | Visitor
  | { readonly kind: 'nobody' };

/** With whose rights a caller is answered, if at all. */
type AnswerSource =
  | { readonly kind: 'ownGrant' }
  | { readonly kind: 'adminToken'; readonly shows: Exclude<PortalUse, 'nothing'> }
  | { readonly kind: 'storedLabels'; readonly because: 'portalUseIsOff' | 'noToken' }
  | { readonly kind: 'refused' };

interface AccountType {
  readonly isLicensed: boolean;
  readonly isSignedIn: boolean;
  readonly canAskJira: boolean;
}

/**
 * A type that isn't here is nobody's. The platform lets a function ask Jira only as people with a
 * license and as customers.
 * @see https://developer.atlassian.com/platform/forge/access-to-forge-apps-for-unlicensed-users/
 */
const accountTypes: ReadonlyMap<string, AccountType> = new Map([
  ['licensed', { isLicensed: true, isSignedIn: true, canAskJira: true }],
  ['customer', { isLicensed: false, isSignedIn: true, canAskJira: true }],
  ['unlicensed', { isLicensed: false, isSignedIn: true, canAskJira: false }],
  ['anonymous', { isLicensed: false, isSignedIn: false, canAskJira: false }],
]);

const portalPages: readonly string[] = ['portal-request', 'portal-view'] satisfies PortalPage[];

/** The platform gives people without an account this id. */
const anonymousAccountId = 'unidentified';

/**
 * Decides for the whole app who calls. Whatever is unknown or missing is nobody's call.
 * @see docs/decisions/0015-who-is-answered-how.md
 */
export function callerOf({ accountId, accountType, extension }: Invocation): Caller {
  const type = accountTypes.get(accountType ?? '');
  if (!type) return { kind: 'nobody' };
  const ownId = accountId === anonymousAccountId || accountId === '' ? undefined : accountId;
  if (type.isSignedIn && ownId === undefined) return { kind: 'nobody' };

  const page = pageOf(extension);
  if (page === undefined) {
    if (!type.isLicensed || ownId === undefined) return { kind: 'nobody' };
    return { kind: 'person', accountId: ownId };
  }
  if (!isPortalPage(page)) return { kind: 'nobody' };
  const visitorId = type.isSignedIn ? ownId : undefined;
  return { kind: 'visitor', page, accountId: visitorId, canAskJira: type.canAskJira };
}

/** Returns what stands for an account in the storage, where accounts leave no trace. */
export function accountDigest(accountId: string): string {
  return createHash('sha256').update(accountId).digest('hex').slice(0, 16);
}

/** Any page of a portal, also one that this version doesn't know; undefined elsewhere. */
function pageOf({ experience, renderContext }: Invocation['extension']): string | undefined {
  return [experience, renderContext].find((page) => page?.startsWith('portal'));
}

function isPortalPage(page: string): page is PortalPage {
  return portalPages.includes(page);
}

/** What an admin decided about a field: what the portal may show of it, and whether there is a token. */
interface Decided {
  /** Undefined where an admin hasn't decided yet: as `nothing`. */
  readonly portal: PortalUse | undefined;
  readonly hasToken: boolean;
}

/** Decides for the whole app how a caller is answered. */
export function answerSourceOf(
  { kind }: Pick<Caller, 'kind'>,
  { portal = 'nothing', hasToken }: Decided,
): AnswerSource {
  switch (kind) {
    case 'person':
      return { kind: 'ownGrant' };
    case 'nobody':
      return { kind: 'refused' };
    case 'visitor':
      if (portal === 'nothing') return { kind: 'storedLabels', because: 'portalUseIsOff' };
      if (!hasToken) return { kind: 'storedLabels', because: 'noToken' };
      return { kind: 'adminToken', shows: portal };
  }
}
