import type { IncomingMessage, ServerResponse } from 'node:http';
import { readDevelopedApps } from '../app-platform/apps';
import { registerApp } from '../app-platform/customers';
import { storedId } from '../stored-id';
import type { Account } from './account';
import { requireSignedInAccount } from './account-page';
import type { AccountPageContext } from './account-page';
import { appPagePath } from './account-paths';
import { FormRefused } from './form';
import { issueFormKey, readKeyedForm } from './form-key';
import { renderAppsPage } from './pages/apps-page';
import { sendPage } from './respond';

const formKey = { cookieName: 'wds-apps', path: appPagePath };

/** The page on which developers see the apps that they deployed, and register them. */
export async function answerAppPage(
  context: AccountPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { server, database } = context;
  const account = await requireSignedInAccount(context, appPagePath, request, response);
  if (account === undefined) return;
  const registered =
    request.method === 'POST'
      ? await acceptRegistration(context, account, request, response)
      : undefined;
  const page = renderAppsPage({
    action: appPagePath,
    formKey: issueFormKey({ ...formKey, accountId: account.id }, server, request, response),
    account,
    apps: await readDevelopedApps(database, account.id),
    registered,
  });
  sendPage(response, { status: 200, page });
}

/** @returns the name of the app. @throws {FormRefused} for an app of someone else */
async function acceptRegistration(
  { server, database, clock }: AccountPageContext,
  account: Account,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string> {
  const form = await readKeyedForm(
    { ...formKey, accountId: account.id },
    server,
    request,
    response,
  );
  const id = storedId.safeParse(form.get('id'));
  if (form.get('intent') !== 'register' || !id.success) throw new FormRefused('form_unreadable');
  const name = await registerApp(database, account.id, id.data, clock());
  if (name === undefined) throw new FormRefused('not_allowed');
  return name;
}
