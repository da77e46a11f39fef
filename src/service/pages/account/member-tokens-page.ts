import type { FastifyReply } from 'fastify';
import { blockToken, unblockToken } from '../../../api/token';
import type { MemberToken } from '../../../api/token';
import { readMemberTokens, setTokenBlock } from '../../accounts/member-tokens';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderDay } from '../../base/html/moment';
import { assertPermitted } from '../../model/permissions/workspace-view';
import { accountPaths } from '../account-paths';
import { renderRemoval, sendAccountPage } from './account-page';
import type { Removal } from './account-page';
import { renderButton } from './form-markup';
import { attempt, FormRefusal, readId } from './forms';
import { listEntries, renderListing } from './listing';
import { answerWorkspaceVisit } from './visit';
import type { Visit, WorkspaceVisit } from './visit';

const formKey = { cookieName: 'wds-member-tokens', path: accountPaths.memberTokens };

/** The page on which administrators see which tokens of members reach their workspace, and block them there. */
export function answerMemberTokensPage(visit: Visit): Promise<FastifyReply> {
  return answerWorkspaceVisit(visit, { formKey, title: 'Members’ tokens', show, acceptForm });
}

async function acceptForm(visit: WorkspaceVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, view, clock } = visit;
  const intent = form.get('intent');
  if (intent !== 'block' && intent !== 'unblock') throw new FormRefusal('form_unreadable');
  const isBlocked = intent === 'block';
  assertPermitted(view, (isBlocked ? blockToken : unblockToken).permission);
  const change = {
    workspaceId: view.workspaceId,
    caller: view.caller,
    id: readId(form),
    isBlocked,
  };
  const outcome = await attempt(() => setTokenBlock(database, { ...change, now: clock() }));
  if ('problem' in outcome) {
    return show(visit, outcome.status === 404 ? gone : outcome.problem.message);
  }
  const state = isBlocked ? 'is now blocked here' : 'works here again';
  return show(visit, `Token “${outcome.done}” ${state}.`);
}

const gone = 'Nothing was changed: this token no longer reaches the workspace.';

async function show(visit: WorkspaceVisit, message?: string): Promise<FastifyReply> {
  const { database, workspace, clock } = visit;
  const place = { workspaceId: workspace.id, now: clock() };
  const tokens = await readMemberTokens(database, place);
  const content = html`<p>
      With these tokens, programs can read and change data of this workspace on behalf of its
      members. If you block a token, it stops working here, but not in other workspaces. Only its
      owner can revoke it.
    </p>
    ${renderTokens(visit, tokens)}`;
  const title = `Members’ tokens in ${workspace.name}`;
  const removals = tokens.map((token) => blockOf(visit, token));
  return sendAccountPage(visit, { title, message, removals }, content);
}

function renderTokens(visit: WorkspaceVisit, tokens: readonly MemberToken[]): Markup {
  const listing = listEntries(
    visit,
    tokens,
    ({ name, owner, lastFour }) => `${owner.name} ${owner.email} ${name} ${lastFour}`,
  );
  const table = renderTable(
    ['Owner', 'Token', 'Access', 'Last used', 'Expires', 'Action'],
    listing.entries.map((token) => renderToken(visit, token)),
    'No token reaches this workspace.',
  );
  return renderListing(visit, listing, 'tokens', table);
}

function renderToken(visit: WorkspaceVisit, token: MemberToken) {
  const { name, owner, lastFour, access, workspaceId, lastUsedAt, expiresAt } = token;
  return [
    html`${owner.name}
      <p class="subtle">${owner.email}</p>`,
    html`<span class="long">${name}</span>
      <p class="subtle">ends in <code>…${lastFour}</code></p>`,
    html`${access === 'read' ? 'Only read' : 'Read and write'}
      <p class="subtle">${workspaceId === null ? 'All workspaces' : 'Only this one'}</p>`,
    lastUsedAt === null ? 'Not yet' : renderDay(new Date(lastUsedAt)),
    expiresAt === null ? 'Never' : renderDay(new Date(expiresAt)),
    token.isBlocked ? renderBlocked(visit, token) : renderRemoval(visit, blockOf(visit, token)),
  ];
}

function blockOf({ workspace }: WorkspaceVisit, token: MemberToken): Removal {
  const consequence = `Programs that use it lose access to ${workspace.name}. You can unblock it later.`;
  return { id: token.id, intent: 'block', verb: 'Block', name: nameOf(token), consequence };
}

/** Members may give their tokens the same name. */
function nameOf({ name, owner, lastFour }: MemberToken): string {
  return `“${name}” of ${owner.name}, ending in …${lastFour}`;
}

function renderBlocked(visit: WorkspaceVisit, token: MemberToken): Markup {
  const sending = { hidden: { id: token.id }, intent: 'unblock', label: 'Unblock' };
  return html`<p class="ended">Blocked</p>
    ${renderButton(visit, sending, `Unblock ${nameOf(token)}`)}`;
}
