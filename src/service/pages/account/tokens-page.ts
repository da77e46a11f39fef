import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { defaultDurationDays, newToken } from '../../../api/token';
import {
  createPersonalAccessToken,
  endOfToken,
  maximumTokens,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
  tooManyTokens,
} from '../../accounts/personal-access-tokens';
import type { OwnToken } from '../../accounts/personal-access-tokens';
import { html, renderTable } from '../../base/html/markup';
import type { Markup } from '../../base/html/markup';
import { renderDay } from '../../base/html/moment';
import { assertStorable } from '../../base/refusals/refused-values';
import { addressOf } from '../account-navigation';
import { accountPaths } from '../account-paths';
import { renderRemoval, sendAccountPage } from './account-page';
import type { Removal } from './account-page';
import { copyScript, renderCopyBox, renderField, renderForm, renderSelect } from './form-markup';
import type { FormProblem } from './form-markup';
import { attempt, checkTyped, FormRefusal, readId, readTexts } from './forms';
import { answerSignedInVisit, redirect } from './visit';
import type { SignedInVisit, Visit } from './visit';

const formKey = { cookieName: 'wds-tokens', path: accountPaths.tokens };

export function answerTokensPage(visit: Visit): Promise<FastifyReply> {
  return answerSignedInVisit(visit, formKey, (signedIn, form) =>
    form === undefined ? show(signedIn) : acceptForm(signedIn, form),
  );
}

async function acceptForm(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, account } = visit;
  const intent = form.get('intent');
  if (intent === 'create') return acceptCreation(visit, form);
  if (intent !== 'revoke') throw new FormRefusal('form_unreadable');
  const name = await revokePersonalAccessToken(database, { accountId: account.id }, readId(form));
  const removed = name === undefined ? noToken : `Token “${name}” was revoked.`;
  return show(visit, { status: 200, removed });
}

const noToken = 'Nothing was changed: this token was already revoked.';

async function acceptCreation(visit: SignedInVisit, form: URLSearchParams): Promise<FastifyReply> {
  const { database, account, clock } = visit;
  const typed = readTexts(form, ['name', 'access', 'workspace', 'duration']);
  const outcome = await attempt(() => readCreation(typed, visit.memberships));
  if ('problem' in outcome) {
    return show(visit, { status: 422, form: { ...typed, problem: outcome.problem } });
  }
  const { done: creation } = outcome;
  const now = clock();
  const id = readId(form);
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, {
      id,
      accountId: account.id,
      ...creation,
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
    return redirect(visit.reply, addressOf(visit));
  }
  return show(visit, {
    status: 422,
    form: { ...typed, problem: { field: 'name', message: tooManyTokens } },
  });
}

/** @throws Refusal 400 with violations. @throws {FormRefusal} for a workspace or a duration that the form doesn’t offer */
function readCreation(
  { name, access, workspace, duration }: TokenForm,
  memberships: SignedInVisit['memberships'],
) {
  const isPlace = workspace === '' || memberships.some(({ id }) => id === workspace);
  const isDuration = durations.some(({ value }) => value === duration);
  if (!isPlace || !isDuration) throw new FormRefusal('form_unreadable');
  assertStorable({ name }, 'WORKSPACE');
  const durationDays = duration === 'never' ? null : Number(duration);
  return checkTyped(newToken, { name, access, workspaceId: workspace || null, durationDays });
}

interface Shown {
  readonly status: number;
  readonly removed?: string;
  readonly form?: TokenForm;
  readonly created?: string;
}

async function show(
  visit: SignedInVisit,
  { status, removed, form, created }: Shown = { status: 200 },
): Promise<FastifyReply> {
  const { database, account } = visit;
  const tokens = await readPersonalAccessTokens(database, { accountId: account.id });
  const page = {
    title: 'Access tokens',
    status,
    message: removed,
    problem: form?.problem,
    removals: tokens.map(revocationOf),
    script: created && copyScript,
  };
  const content = html`<p>
      With an access token, a program can read and change data on your behalf, as far as the token
      allows. Treat it like a password.
    </p>
    ${created && renderCreated(created)}
    <h2>New token</h2>
    ${renderCreation(visit, form)}
    <h2>Your tokens</h2>
    ${renderTable(
      ['Name', 'Ends in', 'Access', 'Created', 'Expires', 'Last used', 'Action'],
      tokens.map((token) => renderToken(visit, token)),
      'You have no tokens.',
    )}`;
  return sendAccountPage(visit, page, content);
}

/** What a token can do. */
const accesses = [
  { value: 'read', name: 'Only read' },
  { value: 'write', name: 'Read and write' },
] as const;

const durations = [
  { value: '7', name: '1 week' },
  { value: '30', name: '1 month' },
  { value: '90', name: '3 months' },
  { value: '365', name: '1 year' },
  { value: 'never', name: 'No expiration' },
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

function renderCreated(token: string): Markup {
  return html`<section class="notice" aria-labelledby="created">
    <h2 id="created">Copy your new token now</h2>
    <p>You won’t be able to see it again.</p>
    ${renderCopyBox('New token', token)}
  </section>`;
}

function renderCreation(visit: SignedInVisit, form = emptyForm): Markup {
  const { name, access, workspace, duration, problem } = form;
  const places = [
    { value: '', name: 'All your workspaces' },
    ...visit.memberships.map((each) => ({ value: each.id, name: each.name })),
  ];
  return renderForm(
    visit,
    {
      hidden: { id: randomUUID() },
      problem,
      intent: 'create',
      label: 'Create token',
      kind: 'primary',
    },
    html`${renderField({ name: 'name', label: 'Name', value: name }, problem)}
    ${renderSelect({ name: 'access', label: 'What it can do', help: accessHelp, options: accesses, value: access })}
    ${renderSelect({ name: 'workspace', label: 'Where', help: placeHelp, options: places, value: workspace })}
    ${renderSelect({ name: 'duration', label: 'Duration', options: durations, value: duration })}`,
  );
}

const emptyForm: TokenForm = {
  name: '',
  access: 'read',
  workspace: '',
  duration: String(defaultDurationDays),
};

const accessHelp =
  'A token that can only read is enough for exports, reports and the app in Jira. Programs that change objects, and wds, need one that can write.';
const placeHelp =
  '“All your workspaces” includes those that you join later. Deploying apps needs a token for all your workspaces.';

function renderToken(visit: SignedInVisit, token: OwnToken) {
  const { name, lastFour, createdAt, lastUsedAt } = token;
  return [
    name,
    html`<code>…${lastFour}</code>`,
    renderAccess(visit, token),
    renderDay(new Date(createdAt)),
    renderEnd(token, visit.clock()),
    lastUsedAt === null ? 'Not yet' : renderDay(new Date(lastUsedAt)),
    renderRemoval(visit, revocationOf(token)),
  ];
}

function revocationOf({ id, name }: OwnToken): Removal {
  const consequence = 'Programs that use it will lose access.';
  return { id, intent: 'revoke', verb: 'Revoke', name: `“${name}”`, consequence };
}

function renderAccess(
  { memberships }: SignedInVisit,
  { access, workspaceId, blockedIn }: OwnToken,
): Markup {
  const place =
    workspaceId === null
      ? 'All workspaces'
      : (memberships.find(({ id }) => id === workspaceId)?.name ?? 'A workspace that you left');
  return html`${accesses.find(({ value }) => value === access)?.name}
    <p class="subtle">${place}</p>
    ${blockedIn.length > 0 ? html`<p class="problem">An administrator blocked it in ${blockedIn.join(', ')}.</p>` : undefined}`;
}

function renderEnd({ expiresAt }: OwnToken, now: Date): Markup {
  if (expiresAt === null) return html`Never`;
  const end = new Date(expiresAt);
  return html`${end <= now ? html`<span class="ended">Expired</span> ` : undefined}
  ${renderDay(end)}`;
}
