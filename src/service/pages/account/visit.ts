import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { findSignedInAccount } from '../../accounts/browser-session';
import type { Identity } from '../../accounts/identity';
import type { Account } from '../../accounts/people';
import type { WorkspaceDependencies } from '../../accounts/workspaces';
import { pageHeaders } from '../../base/html/layout';
import type { PagePolicy } from '../../base/html/layout';
import { readMemberships } from '../../model/resources/members';
import type { Membership } from '../../model/resources/members';
import { signInAddress, signInAddressAfterForm } from '../account-paths';
import { assertFormKey, FormRefusal, issueFormKey, readForm } from './forms';
import type { FormKey } from './forms';

/** What the pages about accounts are answered with. */
export interface AccountPageDependencies extends WorkspaceDependencies {
  readonly identity: Identity;
}

/** One request for such a page. */
export interface Visit extends AccountPageDependencies {
  readonly server: Provider;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** One request by the person who is signed in. */
export interface SignedInVisit extends Visit {
  readonly account: Account;
  readonly memberships: readonly Membership[];
  readonly path: string;
  /** Of the page's address. */
  readonly parameters: URLSearchParams;
  /** Sent along with every form, unseen; absent on a page without forms. */
  readonly formKey?: string;
  /** The one that the page is about, where it is about one. */
  readonly workspace?: Membership;
}

/**
 * Answers whoever is signed in in the browser, with what they sent if they sent a form. Anyone else signs in first,
 * and comes back. Who is signed in and what they are counts as it is once the whole form is there.
 */
export async function answerSignedInVisit(
  visit: Visit,
  formKey: FormKey | undefined,
  answer: (visit: SignedInVisit, form: URLSearchParams | undefined) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { server, database, request, reply } = visit;
  const { raw, method, url } = request;
  const isForm = method === 'POST';
  let account = await findSignedInAccount(server, database, raw);
  let form: URLSearchParams | undefined;
  if (isForm && account !== undefined) {
    if (formKey === undefined) throw new FormRefusal('not_allowed');
    form = await readForm(raw, formKey.maximumBytes);
    account = await findSignedInAccount(server, database, raw);
  }
  if (account === undefined) {
    return redirect(reply, isForm ? signInAddressAfterForm(url) : signInAddress(url));
  }
  if (form !== undefined && formKey !== undefined)
    assertFormKey(formKey, { ...visit, account }, form);
  const memberships = await readMemberships(database, { userId: account.id });
  const { pathname, searchParams: parameters } = new URL(url, server.issuer);
  // As the router read it: `%70eople` is `people`.
  const path = decodeURIComponent(pathname);
  const signedIn = { ...visit, account, memberships, path, parameters };
  const key = formKey && { formKey: issueFormKey(formKey, signedIn) };
  return answer({ ...signedIn, ...key }, form);
}

export interface PageReply extends PagePolicy {
  readonly status: number;
  readonly page: string;
  readonly retryAfterSeconds?: number | undefined;
}

export function sendPage(reply: FastifyReply, answer: PageReply): FastifyReply {
  const { status, page, retryAfterSeconds } = answer;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).headers(pageHeaders(answer)).send(page);
}

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(location, 303);
}
