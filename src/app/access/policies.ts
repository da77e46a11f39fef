import type { PermissionProof, PermissionQuestion } from '../platform/proofs';
import type { Clock, Platform } from '../platform/platform';
import { adminErrorReply, pickingErrorReply } from './error-reply';
import { Problem } from '../replies/problem';
import type { Invocation } from './invocation';
import { createMinuteMemory } from './minute-memory';

/** What the person of an invocation may do in Jira. */
export interface Permissions {
  /** Returns undefined where Jira does not grant it, or nobody is signed in. */
  find(invocation: Invocation, question: PermissionQuestion): Promise<PermissionProof | undefined>;
  /** @throws {Problem} NOT_ALLOWED */
  get(invocation: Invocation, question: PermissionQuestion): Promise<PermissionProof>;
}

/**
 * Remembers what was granted in a project for a minute, by installation and account; never a refusal,
 * and never who administers Jira: that is asked on every call.
 */
export function createPermissions(platform: Platform, now: Clock): Permissions {
  const granted = createMinuteMemory<PermissionProof>(platform, now);

  async function find(invocation: Invocation, question: PermissionQuestion) {
    if (!invocation.accountId) return undefined;
    const known = granted.find(invocation.accountId, question);
    if (known) return known;
    const proof = await platform.asPerson.findPermission(question);
    if (proof && question.kind === 'project') granted.keep(proof, invocation.accountId, question);
    return proof;
  }

  return foundBy(find);
}

/** Asks Jira on every call, for what has to end with the permission. */
export function createUnrememberedPermissions({ asPerson }: Pick<Platform, 'asPerson'>) {
  return foundBy(async ({ accountId }, question) =>
    accountId ? asPerson.findPermission(question) : undefined,
  );
}

function foundBy(find: Permissions['find']): Permissions {
  return {
    find,
    async get(invocation, question) {
      const proof = await find(invocation, question);
      if (!proof) throw new Problem('NOT_ALLOWED');
      return proof;
    },
  };
}

export type Policy = (invocation: Invocation, permissions: Permissions) => Promise<boolean>;

/** Someone with a Jira license, in Jira itself; never on a page of the service portal. */
export const licensedPerson: Policy = (invocation) =>
  Promise.resolve(callerOf(invocation).kind === 'person');

/** Anyone on a page of the service portal, also people with a license. */
export const portalVisitor: Policy = (invocation) =>
  Promise.resolve(callerOf(invocation).kind === 'visitor');

/** Someone who may administer Jira. A refusal or no answer of Jira is a no. */
const jiraAdministrator: Policy = async (invocation, permissions) =>
  (await licensedPerson(invocation, permissions)) &&
  (await permissions.find(invocation, { kind: 'administerJira' })) !== undefined;

/** Someone who may see the project that they are in. */
export const projectMember: Policy = async (invocation, permissions) =>
  (await licensedPerson(invocation, permissions)) &&
  holdsInProject('BROWSE_PROJECTS', invocation, permissions);

/** Someone who may see the project that they are in and administers it, or all of Jira. */
export const projectAdministrator: Policy = async (invocation, permissions) =>
  (await projectMember(invocation, permissions)) && administersProject(invocation, permissions);

/** Whether a member of the project administers it, or all of Jira: both are asked at once. */
export const administersProject: Policy = async (invocation, permissions) => {
  const answers = await Promise.all([
    holdsInProject('ADMINISTER_PROJECTS', invocation, permissions),
    jiraAdministrator(invocation, permissions),
  ]);
  return answers.includes(true);
};

async function holdsInProject(
  permission: 'BROWSE_PROJECTS' | 'ADMINISTER_PROJECTS',
  invocation: Invocation,
  permissions: Permissions,
): Promise<boolean> {
  const projectId = invocation.extension.project?.id;
  const question = { kind: 'project', permission, projectId } as const;
  return (await permissions.find(invocation, question)) !== undefined;
}

/**
 * For functions that only Jira admins may call, who read what they can do themselves.
 * @param modules keys of the manifest's modules whose screens call them
 */
export function adminsOnly(modules: readonly string[]) {
  return { policy: jiraAdministrator, modules, explain: adminErrorReply };
}

/**
 * For functions that everyone who picks objects may call, with their own grant.
 * @param modules as for {@link adminsOnly}
 */
export function everyoneWhoPicks(modules: readonly string[]) {
  return { policy: licensedPerson, modules, explain: pickingErrorReply };
}

/** What an admin lets the service portal show of a field's objects. */
export type PortalUse = 'nothing' | 'labels' | 'attributes';

/** Pages of the service portal: the form of a request, and a request as its customer sees it. */
export type PortalPage = 'portal-request' | 'portal-view';

/** Someone on a page of the service portal, where the page decides what is answered, not a license. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly page: PortalPage;
  /** Undefined for those who aren't signed in: the app can't tell one from another. */
  readonly accountId: string | undefined;
  /** Whether Jira can be asked as this person; else nothing can be proven about them. */
  readonly canAskJira: boolean;
}

export type Caller =
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
