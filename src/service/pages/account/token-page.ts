import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { newToken } from '../../../api/token';
import { visibleText } from '../../../api/visible-text';
import { storedId } from '../../base/refusals/stored-id';
import { isStorable } from '../../model/values/searchable-text';
import { requireSignedInAccount } from './account-page';
import type { AccountPageContext, AccountVisit } from './account-page';
import { tokenPagePath } from '../account-paths';
import { FormRefused } from './form';
import { issueFormKey, readKeyedForm } from './form-key';
import { endGrant, readGrants } from '../../accounts/grant';
import { copyScript } from './copy-script';
import { durations, renderTokensPage } from './views/tokens-page';
import type { TokenForm } from './views/tokens-page';
import {
  createPersonalAccessToken,
  endOfToken,
  maximumTokens,
  readPersonalAccessTokens,
  revokePersonalAccessToken,
  tooManyTokens,
} from '../../accounts/personal-access-token';
import { readAdministered } from '../../accounts/people';
import { redirect, sendPage } from './respond';

const formKey = { cookieName: 'wds-tokens', path: tokenPagePath };

interface TokenPageContext extends AccountPageContext {
  readonly appNameOf: (clientId: string) => string;
}

type Visit = TokenPageContext & AccountVisit;

/** The page on which people create and revoke their tokens, and end what apps may do for them. */
export async function answerTokenPage(
  context: TokenPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const account = await requireSignedInAccount(context, tokenPagePath, request, response);
  if (account === undefined) return;
  const visit: Visit = { ...context, request, response, account };
  if (request.method === 'POST') await acceptForm(visit);
  else await show(visit);
}

async function acceptForm(visit: Visit): Promise<void> {
  const { database, account, appNameOf } = visit;
  const form = await readKeyedForm(formKey, visit);
  switch (form.get('intent') ?? '') {
    case 'create':
      await acceptCreation(visit, form);
      return;
    case 'revoke': {
      const name = await revokePersonalAccessToken(database, account.id, readId(form));
      const removed = name === undefined ? noToken : `Token ${name} was revoked.`;
      await show(visit, { status: 200, removed });
      return;
    }
    case 'disconnect': {
      const clientId = await endGrant(database, account.id, form.get('id') ?? '');
      const removed =
        clientId === undefined ? noGrant : `The connection to ${appNameOf(clientId)} was ended.`;
      await show(visit, { status: 200, removed });
      return;
    }
    default:
      throw new FormRefused('form_unreadable');
  }
}

const noToken = 'Nothing was changed: this token was already revoked.';
const noGrant = 'Nothing was changed: this connection had already ended.';

async function acceptCreation(visit: Visit, form: URLSearchParams): Promise<void> {
  const { database, account, clock } = visit;
  const typed = { name: form.get('name') ?? '', duration: form.get('duration') ?? '' };
  const creation = readCreation(typed);
  if (typeof creation === 'string') {
    await show(visit, { status: 422, form: { ...typed, problem: creation } });
    return;
  }
  const now = clock();
  const id = readId(form);
  const token = await database.transaction((transaction) =>
    createPersonalAccessToken(transaction, {
      id,
      accountId: account.id,
      name: creation.name,
      createdAt: now,
      expiresAt: endOfToken(now, creation.durationDays),
    }),
  );
  if (token !== undefined) await show(visit, { status: 201, created: { id, token } });
  else await explainNoToken(visit, typed, id);
}

/** A form that is sent again, as a reload does, creates nothing again. */
async function explainNoToken(visit: Visit, typed: TokenForm, id: string): Promise<void> {
  const tokens = await readPersonalAccessTokens(visit.database, visit.account.id);
  if (tokens.length < maximumTokens || tokens.some((token) => token.id === id)) {
    redirect(visit.response, tokenPagePath);
    return;
  }
  await show(visit, { status: 422, form: { ...typed, problem: tooManyTokens } });
}

/** What to create, or what is wrong with the name. */
function readCreation({ name, duration }: TokenForm) {
  const durationDays = durations.find(({ value }) => value === duration)?.days;
  if (durationDays === undefined) throw new FormRefused('form_unreadable');
  const creation = newToken.safeParse({ name, durationDays });
  if (visibleText(name) === '') return 'Enter a name.';
  if (!creation.success) return 'The name is too long: use at most 100 characters.';
  if (!isStorable(name)) return 'The name has a character that can’t be stored. Remove it.';
  return creation.data;
}

function readId(form: URLSearchParams): string {
  const id = storedId.safeParse(form.get('id'));
  if (!id.success) throw new FormRefused('form_unreadable');
  return id.data;
}

interface Shown {
  readonly status: number;
  readonly removed?: string;
  readonly form?: TokenForm;
  readonly created?: { readonly id: string; readonly token: string };
}

async function show(visit: Visit, { status, ...shown }: Shown = { status: 200 }) {
  const { database, response, account, clock, appNameOf } = visit;
  const now = clock();
  const page = renderTokensPage({
    action: tokenPagePath,
    formKey: issueFormKey(formKey, visit),
    newId: randomUUID(),
    account,
    isAdministrator: (await readAdministered(database, account.id)).length > 0,
    now,
    tokens: await readPersonalAccessTokens(database, account.id),
    grants: await readGrants(database, account.id, now),
    appNameOf,
    ...shown,
  });
  sendPage(response, { status, page, ...(shown.created && { script: copyScript }) });
}
