import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '../../api/error-body';
import type { Caller } from '../model/permissions/caller';

interface UserInfoContext {
  readonly authenticate: (authorizationHeader: string | undefined) => Promise<Caller | undefined>;
  readonly clock: () => Date;
}

/**
 * `/oauth/userinfo` answers `{sub, email}` to an OAuth access token and 401 to anything else, also
 * to a personal access token: those are for `/public/` only.
 * @see docs/service-api.md, "OAuth 2.0"
 */
export async function answerUserInfo(
  { authenticate, clock }: UserInfoContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  const caller = await authenticate(request.headers.authorization);
  if (caller?.via === 'oauth') {
    const profile = { sub: caller.userId, email: caller.email };
    response.writeHead(200, headers).end(JSON.stringify(profile));
    return;
  }
  const body: ErrorBody = {
    timestamp: clock().toISOString(),
    message: 'Call this address with a valid OAuth 2.0 access token.',
    path: '/oauth/userinfo',
  };
  response
    .writeHead(401, { ...headers, 'WWW-Authenticate': 'Bearer error="invalid_token"' })
    .end(JSON.stringify(body));
}
