import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { OAuthRefusal } from '../forge/oauth-client';
import type { AuthorizationRequest } from '../forge/oauth-client';
import { invalid } from '../jira/jira-error';
import { getAccount, parseBody } from './request-checks';
import type { Sandbox } from './sandbox';

/** Where the service sends the browser back to; in production a page of id.atlassian.com. */
export const redirectPath = '/outboundAuth/finish';

const startQuery = z.object({ provider: z.string(), account: z.string() });
const finishQuery = z.object({
  state: z.string(),
  code: z.string().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});

interface PendingConsent {
  request: AuthorizationRequest;
  account: string;
}

/** The platform's side of consent: out to the service, and back with a grant. */
export function addConsentRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const pending = new LRUCache<string, PendingConsent>({ max: 100, ttl: 15 * 60_000 });

  app.get('/sandbox/oauth/start', (request, reply) => {
    const { provider, account } = parseBody(startQuery, request.query);
    if (provider !== sandbox.provider.key) throw invalid(`There is no provider "${provider}".`);
    getAccount(account);
    const authorization = sandbox.oauth.beginAuthorization(sandbox.siteUrl + redirectPath);
    pending.set(authorization.state, { request: authorization, account });
    return reply.redirect(authorization.address.href);
  });

  app.get(redirectPath, async (request, reply) => {
    const { state, code, error, error_description } = parseBody(finishQuery, request.query);
    const consent = pending.get(state);
    pending.delete(state);
    if (!consent) {
      return sendPage(reply, 400, 'This page has expired', 'Go back to Jira and connect again.');
    }
    if (code === undefined) {
      const reason = error_description ?? error ?? 'The service gave no reason.';
      return sendPage(reply, 400, 'Your account wasn’t connected', reason);
    }
    return finish(sandbox, reply, consent, code);
  });
}

async function finish(
  sandbox: Sandbox,
  reply: FastifyReply,
  { request, account }: PendingConsent,
  code: string,
): Promise<FastifyReply> {
  try {
    const grant = await sandbox.oauth.finishAuthorization(request, code);
    await sandbox.grants.set(getAccount(account).accountId, grant);
    return await sendPage(reply, 200, `Connected as ${grant.displayName}`);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return sendPage(reply, 502, 'Your account wasn’t connected', error.message);
  }
}

/** Tells the window that opened it, and closes where the browser lets it. */
function sendPage(reply: FastifyReply, status: number, title: string, text = ''): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const whenConnected = `
    window.opener?.postMessage({ type: 'sandbox-oauth-finished' }, location.origin);
    window.close();`;
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; frame-ancestors 'none'`,
    ).send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${escapeHtml(title)}</title>
    <style nonce="${nonce}">
      :root {
        color-scheme: light dark;
        color: light-dark(#292a2e, #cecfd2);
        background: light-dark(#f8f8f8, #18191a);
        font: 14px/20px ui-sans-serif, system-ui, sans-serif;
      }
      body {
        box-sizing: border-box;
        width: calc(100% - 32px);
        max-width: 400px;
        margin: 20vh auto;
        padding: 24px;
        border: 1px solid light-dark(#dddee1, #3d3f43);
        border-radius: 8px;
        background: light-dark(#ffffff, #242528);
        overflow-wrap: anywhere;
      }
      h1 { margin: 0 0 8px; font-size: 20px; line-height: 24px; font-weight: 600; }
      p { margin: 0; }
    </style>
  </head>
  <body>
    <h1>${escapeHtml(title)}</h1>
    ${text && `<p>${escapeHtml(text)}</p>`}
    <p>You can close this window.</p>
    ${status === 200 ? `<script nonce="${nonce}">${whenConnected}</script>` : ''}
  </body>
</html>
`);
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEscapes[character] ?? '');
}
