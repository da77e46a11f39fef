import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { Account } from '../../accounts/account';
import { FormRefused, readForm } from './form';

/** Ties a form to the browser and the account that asked for it: both travel in the form. */
interface FormKey {
  readonly cookieName: string;
  /** The address of the form's page, and of where it is sent. */
  readonly path: string;
}

interface FormVisit {
  readonly server: Provider;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Whose form it is: the browser may get another account while the form is open. None before a sign-in. */
  readonly account: Account | undefined;
}

/** The key that the form carries in its field `formKey`. */
export function issueFormKey(
  { cookieName, path }: FormKey,
  { server, request, response, account }: FormVisit,
): string {
  const { cookies } = server.createContext(request, response);
  const browserKey = cookies.get(cookieName) ?? randomBytes(16).toString('base64url');
  cookies.set(cookieName, browserKey, { httpOnly: true, sameSite: 'strict', path });
  return account === undefined ? browserKey : `${browserKey}.${account.id}`;
}

/** @throws {FormRefused} if the form did not come from the page as this browser got it for this account */
export async function readKeyedForm(
  { cookieName }: FormKey,
  { server, request, response, account }: FormVisit,
): Promise<URLSearchParams> {
  const form = await readForm(request);
  const browserKey = server.createContext(request, response).cookies.get(cookieName);
  const [sentKey, sentAccountId] = (form.get('formKey') ?? '').split('.');
  if (browserKey === undefined || browserKey !== sentKey) throw new FormRefused('form_foreign');
  if (account?.id !== sentAccountId) throw new FormRefused('form_of_other_account');
  return form;
}
