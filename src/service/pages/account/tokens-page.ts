import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { defaultDurationDays, newToken, tokenAccess } from '../../../api/token';
import { visibleText } from '../../../api/visible-text';
import { endGrant, readGrants } from '../../accounts/oauth-storage';
import type { Grant } from '../../accounts/oauth-storage';
import {
  createPersonalAccessToken,
  endOfToken,
  maximumTokens,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
  tooManyTokens,
} from '../../accounts/personal-access-tokens';
import type { OwnToken, PersonalAccessToken } from '../../accounts/personal-access-tokens';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderDay } from '../../base/html/moment';
import { isStorable } from '../../base/refusals/storable-inputs';
import { renderAccountPage } from '../account-navigation';
import { tokenPagePath } from '../account-paths';
import {
  copyScript,
  renderCopyBox,
  renderDone,
  renderField,
  renderHiddenFields,
  renderProblem,
  renderRemoval,
  renderSelect,
} from './form-markup';
import type { FormProblem } from './form-markup';
import { FormRefusal, issueFormKey, readId } from './forms';
import { answerSignedInVisit, redirect, sendPage } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-tokens', path: tokenPagePath };

/** The page on which people create and revoke their tokens, and end what apps may do for them. */
export function answerTokensPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, account, identity } = visit;
  switch (form.get('intent') ?? '') {
    case 'create':
      return acceptCreation(visit, form);
    case 'revoke': {
      const name = await revokePersonalAccessToken(
        database,
        { accountId: account.id },
        readId(form),
      );
      const removed = name === undefined ? noToken : `Token ${name} was revoked.`;
      return show(visit, { status: 200, removed });
    }
    case 'disconnect': {
      const clientId = await endGrant(database, account.id, form.get('id') ?? '');
      const removed =
        clientId === undefined
          ? noGrant
          : `The connection to ${identity.appNameOf(clientId)} was ended.`;
      return show(visit, { status: 200, removed });
    }
    default:
      throw new FormRefusal('form_unreadable');
  }
}

const noToken = 'Nothing was changed: this token was already revoked.';
const noGrant = 'Nothing was changed: this connection had already ended.';

async function acceptCreation(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, account, clock } = visit;
  const typed = {
    name: form.get('name') ?? '',
    access: form.get('access') ?? '',
    workspace: form.get('workspace') ?? '',
    duration: form.get('duration') ?? '',
  };
  const creation = readCreation(typed, visit.memberships);
  if (typeof creation === 'string') {
    return show(visit, { status: 422, form: { ...typed, problem: problemWithName(creation) } });
  }
  const now = clock();
  const id = readId(form);
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, {
      id,
      accountId: account.id,
      name: creation.name,
      access: creation.access,
      workspaceId: creation.workspaceId,
      createdAt: now,
      expiresAt: endOfToken(now, creation.durationDays ?? null),
    }),
  );
  if (token !== undefined) return show(visit, { status: 201, created: token });
  return explainNoToken(visit, typed, id);
}

/** A form that is sent again, as a reload does, creates nothing again. */
async function explainNoToken(
  visit: SignedInVisit,
  typed: TokenForm,
  id: string,
): Promise<FastifyReply> {
  const tokens = await readPersonalAccessTokens(visit.database, {
    accountId: visit.account.id,
  });
  if (tokens.length < maximumTokens || tokens.some((token) => token.id === id)) {
    return redirect(visit.reply, tokenPagePath);
  }
  return show(visit, { status: 422, form: { ...typed, problem: problemWithName(tooManyTokens) } });
}

/** What to create, or what is wrong with the name. */
function readCreation(
  { name, access, workspace, duration }: TokenForm,
  memberships: SignedInVisit['memberships'],
) {
  const durationDays = durations.find(({ value }) => value === duration)?.days;
  const isKnown = workspace === '' || memberships.some(({ id }) => id === workspace);
  if (durationDays === undefined || !tokenAccess.safeParse(access).success || !isKnown) {
    throw new FormRefusal('form_unreadable');
  }
  const workspaceId = workspace === '' ? null : workspace;
  const creation = newToken.safeParse({ name, access, workspaceId, durationDays });
  if (visibleText(name) === '') return 'Enter a name.';
  if (!creation.success) return 'The name is too long: use at most 100 characters.';
  if (!isStorable(name)) return 'The name has a character that can’t be stored. Remove it.';
  return creation.data;
}

function problemWithName(message: string): FormProblem {
  return { field: 'name', message };
}

interface Shown {
  readonly status: number;
  readonly removed?: string;
  readonly form?: TokenForm;
  readonly created?: string;
}

async function show(
  visit: SignedInVisit,
  { status, ...shown }: Shown = { status: 200 },
): Promise<FastifyReply> {
  const { database, reply, account, clock, identity } = visit;
  const now = clock();
  const page = renderTokensPage({
    action: tokenPagePath,
    formKey: issueFormKey(formKey, visit),
    newId: randomUUID(),
    visit,
    now,
    tokens: await readPersonalAccessTokens(database, { accountId: account.id }),
    grants: await readGrants(database, account.id, now),
    appNameOf: (clientId) => identity.appNameOf(clientId),
    ...shown,
  });
  return sendPage(reply, { status, page, ...(shown.created && { script: copyScript }) });
}

/** What a token can do. */
const accesses = [
  { value: 'read', name: 'Only read' },
  { value: 'write', name: 'Read and write' },
] as const;

/** How long a token can last. */
const durations = [
  { value: '1-week', name: '1 week', days: 7 },
  { value: '1-month', name: '1 month', days: 30 },
  { value: '3-months', name: '3 months', days: 90 },
  { value: '1-year', name: '1 year', days: 365 },
  { value: 'no-end', name: 'No expiration', days: null },
] as const;

/** What was typed, and what is wrong with it. */
interface TokenForm {
  readonly name: string;
  readonly access: string;
  /** An id; empty for all. */
  readonly workspace: string;
  readonly duration: string;
  readonly problem?: FormProblem;
}

interface TokensPage {
  /** Where the forms are sent. */
  readonly action: string;
  /** Sent along with every form, unseen. */
  readonly formKey: string;
  /** The id that a token created with this page gets. */
  readonly newId: string;
  readonly visit: SignedInVisit;
  readonly now: Date;
  readonly tokens: readonly OwnToken[];
  readonly grants: readonly Grant[];
  readonly appNameOf: (clientId: string) => string;
  readonly form?: TokenForm | undefined;
  /** Shown this once. */
  readonly created?: string | undefined;
  /** What was taken away just now, as a sentence. */
  readonly removed?: string | undefined;
}

function renderTokensPage(page: TokensPage): string {
  const hasProblem = page.form?.problem !== undefined;
  return renderAccountPage(
    { ...page.visit, path: tokenPagePath, title: 'Access tokens', hasProblem },
    html`<p>
        With a personal access token, a program acts here as you, as far as the token allows. Treat
        it like a password.
      </p>
      ${page.removed && renderDone(page.removed)} ${page.created && renderCreated(page.created)}
      <h2>New token</h2>
      ${renderForm(page)}
      <h2>Your tokens</h2>
      ${renderTokens(page)}
      <h2>Connected apps</h2>
      ${renderGrants(page)}`,
  );
}

function renderCreated(token: string): Markup {
  return html`<section class="notice" aria-labelledby="created">
    <h2 id="created">Copy your new token now</h2>
    <p>You won’t be able to see it again.</p>
    ${renderCopyBox('New token', token)}
  </section>`;
}

function renderForm({ action, formKey, newId, visit, form }: TokensPage): Markup {
  const { name, access, workspace, duration, problem } = form ?? emptyForm;
  const places = [
    { value: '', name: 'All your workspaces' },
    ...visit.memberships.map((each) => ({ value: each.id, name: each.name })),
  ];
  return html`<form method="post" action="${action}" novalidate>
    ${renderHiddenFields({ formKey, id: newId })} ${renderProblem(problem)}
    ${renderField({ name: 'name', label: 'Name', autocomplete: 'off', value: name }, problem)}
    ${renderSelect({ name: 'access', label: 'What it can do', help: accessHelp, options: accesses, value: access })}
    ${renderSelect({ name: 'workspace', label: 'Where', help: placeHelp, options: places, value: workspace })}
    ${renderSelect({ name: 'duration', label: 'Duration', options: durations, value: duration })}
    <div class="actions">
      <button class="primary" type="submit" name="intent" value="create">Create token</button>
    </div>
  </form>`;
}

const emptyForm: TokenForm = {
  name: '',
  access: 'read',
  workspace: '',
  duration: durations.find(({ days }) => days === defaultDurationDays)?.value ?? '',
};

const accessHelp =
  'A token that can only read is enough for exports, reports and the app in Jira. Programs that change objects, and wds, need one that can write.';
const placeHelp =
  '“All your workspaces” includes those that you join later. Deploying apps needs a token for all your workspaces.';

function renderTokens(page: TokensPage): Markup {
  if (page.tokens.length === 0) return html`<p class="subtle">You have no tokens.</p>`;
  return renderTable(
    ['Name', 'Ends with', 'Access', 'Created', 'Expires', 'Last used', 'Action'],
    page.tokens.map((token) => renderToken(page, token)),
  );
}

function renderToken(page: TokensPage, token: OwnToken) {
  const { id, name, lastFour, createdAt, lastUsedAt } = token;
  const consequence = 'Programs that use it will lose access.';
  return [
    name,
    html`<code>${lastFour}</code>`,
    renderAccess(page, token),
    renderDay(createdAt),
    renderEnd(token, page.now),
    lastUsedAt === null ? 'Not yet' : renderDay(lastUsedAt),
    renderRemoval({ ...page, id, intent: 'revoke', verb: 'Revoke', name, consequence }),
  ];
}

function renderAccess({ visit }: TokensPage, { access, workspaceId, blockedIn }: OwnToken): Markup {
  const place =
    workspaceId === null
      ? 'All workspaces'
      : (visit.memberships.find(({ id }) => id === workspaceId)?.name ??
        'A workspace that you left');
  return html`${accesses.find(({ value }) => value === access)?.name}
    <p class="subtle">${place}</p>
    ${blockedIn.length > 0 ? html`<p class="problem">An administrator blocked it in ${blockedIn.join(', ')}.</p>` : undefined}`;
}

function renderEnd({ expiresAt }: PersonalAccessToken, now: Date): Markup {
  if (expiresAt === null) return html`Never`;
  return html`${expiresAt <= now ? html`<span class="ended">Expired</span> ` : undefined}
  ${renderDay(expiresAt)}`;
}

function renderGrants(page: TokensPage): Markup {
  if (page.grants.length === 0) return html`<p class="subtle">No apps are connected.</p>`;
  return renderTable(
    ['App', 'Connected', 'Action'],
    page.grants.map((grant) => renderGrant(page, grant)),
  );
}

function renderGrant(page: TokensPage, { id, clientId, grantedAt }: Grant) {
  const name = page.appNameOf(clientId);
  const consequence = 'This connection stops working. Other connections of the app stay.';
  const removal = { ...page, id, intent: 'disconnect', verb: 'Disconnect', name, consequence };
  return [name, renderDay(grantedAt), renderRemoval(removal)];
}
