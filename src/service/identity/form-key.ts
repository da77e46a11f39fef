import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { FormRefused, readForm } from './form';

/** Ties a form to the browser that asked for it: the cookie's copy travels in the form. */
interface FormKey {
  readonly cookieName: string;
  /** The address of the form's page, and of where it is sent. */
  readonly path: string;
}

/** The key that the form carries in its field `formKey`. */
export function issueFormKey(
  { cookieName, path }: FormKey,
  server: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): string {
  const { cookies } = server.createContext(request, response);
  const formKey = cookies.get(cookieName) ?? randomBytes(16).toString('base64url');
  cookies.set(cookieName, formKey, { httpOnly: true, sameSite: 'strict', path });
  return formKey;
}

/** @throws {FormRefused} if the form did not come from the page as this browser got it */
export async function readKeyedForm(
  { cookieName }: FormKey,
  server: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams> {
  const form = await readForm(request);
  const formKey = server.createContext(request, response).cookies.get(cookieName);
  if (formKey === undefined || formKey !== form.get('formKey'))
    throw new FormRefused('form_foreign');
  return form;
}
