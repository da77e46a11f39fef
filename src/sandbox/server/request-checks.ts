import type { FastifyRequest, FastifyInstance } from 'fastify';
import * as z from 'zod';
import { accounts, findAccount } from '../jira/accounts';
import type { Account } from '../jira/accounts';
import { invalid, JiraError } from '../jira/jira-error';

/**
 * Returns the person that a call is made as, by its header `X-Sandbox-User`.
 * @throws {JiraError} 401
 */
export function getCaller({ headers }: FastifyRequest): Account {
  const name = headers['x-sandbox-user'];
  const account = typeof name === 'string' ? findAccount(name) : undefined;
  if (account) return account;
  throw new JiraError(401, [`Send the header X-Sandbox-User with one of: ${accountNames()}.`]);
}

/** @throws {JiraError} 400 if nobody has this short name. */
export function getAccount(name: string): Account {
  const account = findAccount(name);
  if (!account) throw invalid(`There is no account "${name}", only: ${accountNames()}.`);
  return account;
}

function accountNames(): string {
  return accounts.map(({ account }) => account).join(', ');
}

/** Returns the checked body of a call. @throws {JiraError} 400 naming what is wrong with it. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.infer<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalid(z.prettifyError(result.error));
  return result.data;
}

/**
 * Keeps other web pages from driving the sandbox: calls must name this machine (a rebound host
 * name does not), and a browser may change something only from the sandbox's own pages.
 */
export function refuseForeignCalls(app: FastifyInstance, siteUrl: string): void {
  const { port, host } = new URL(siteUrl);
  const hosts = [host, `localhost:${port}`, `[::1]:${port}`];
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('content-security-policy', "frame-ancestors 'self'");
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    next(refusalOf(request, hosts));
  });
}

/** A link to it connects an account, so it may not be followed from elsewhere. */
const consentStart = '/sandbox/oauth/start';

function refusalOf(
  { headers, method, url }: FastifyRequest,
  hosts: readonly string[],
): JiraError | undefined {
  const { host = '', origin } = headers;
  if (!hosts.includes(host)) {
    return new JiraError(403, [`The sandbox does not answer to the host name "${host}".`]);
  }
  const site = headers['sec-fetch-site'];
  if (url.startsWith(consentStart) && site === 'cross-site') return foreign();
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isForeign =
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  return isForeign ? foreign() : undefined;
}

function foreign(): JiraError {
  return new JiraError(403, ['Only pages of the sandbox itself may change something here.']);
}
