import type { IncomingMessage, ServerResponse } from 'node:http';
import { readDevelopedApps } from '../../app-platform/apps';
import { registerApp } from '../../app-platform/customers';
import { storedId } from '../../base/refusals/stored-id';
import { requireSignedInAccount } from './account-page';
import type { AccountPageContext, AccountVisit } from './account-page';
import { appPagePath } from '../account-paths';
import { FormRefused } from './form';
import { issueFormKey, readKeyedForm } from './form-key';
import { renderAppsPage } from './views/apps-page';
import { sendPage } from './respond';

const formKey = { cookieName: 'wds-apps', path: appPagePath };

/** The page on which developers see the apps that they deployed, and register them. */
export async function answerAppPage(
  context: AccountPageContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const account = await requireSignedInAccount(context, appPagePath, request, response);
  if (account === undefined) return;
  const visit: AccountVisit = { ...context, request, response, account };
  const registered = request.method === 'POST' ? await acceptRegistration(visit) : undefined;
  const page = renderAppsPage({
    action: appPagePath,
    formKey: issueFormKey(formKey, visit),
    account,
    apps: await readDevelopedApps(context.database, account.id),
    registered,
  });
  sendPage(response, { status: 200, page });
}

/** @returns the name of the app. @throws {FormRefused} for an app of someone else */
async function acceptRegistration(visit: AccountVisit): Promise<string> {
  const { database, clock, account } = visit;
  const form = await readKeyedForm(formKey, visit);
  const id = storedId.safeParse(form.get('id'));
  if (form.get('intent') !== 'register' || !id.success) throw new FormRefused('form_unreadable');
  const name = await registerApp(database, account.id, id.data, clock());
  if (name === undefined) throw new FormRefused('not_allowed');
  return name;
}
