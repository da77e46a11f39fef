import type { FastifyInstance, FastifyRequest } from 'fastify';
import { JiraError } from '../jira/jira-error';

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
