import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../base/database/database';
import type { Account } from '../../accounts/account';
import { findSignedInAccount } from '../../accounts/browser-session';
import { redirect } from './respond';
import { signInAddress, signInAddressAfterForm } from './sign-in';
import type { SignInContext } from './sign-in';

/** What the pages about accounts are answered with. */
export interface AccountPageContext extends SignInContext {
  readonly database: Database;
  readonly clock: () => Date;
}

/** One request for such a page by the person who is signed in. */
export interface AccountVisit extends AccountPageContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly account: Account;
}

/** Who is signed in. If nobody is, it sends the browser to sign in and then to `path`, and returns undefined. */
export async function requireSignedInAccount(
  { server, database }: SignInContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Account | undefined> {
  const account = await findSignedInAccount(server, database, request);
  if (account === undefined) {
    const address = request.method === 'POST' ? signInAddressAfterForm(path) : signInAddress(path);
    redirect(response, address);
  }
  return account;
}
