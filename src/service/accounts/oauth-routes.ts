import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../api/error-body';
import { beginErrorReply, challenge } from '../base/http/error-reply';
import { leaveBodiesUnread } from '../base/http/request-bodies';
import type { Identity } from './identity';

interface OAuthDependencies {
  readonly identity: Identity;
  readonly clock: () => Date;
}

/**
 * Answers OAuth 2.0: the library answers `/oauth/{authorize,token,revoke}` by itself, from the bare
 * request.
 */
export function answerOAuth(app: FastifyInstance, dependencies: OAuthDependencies): void {
  app.register((oauth, _options, done) => {
    leaveBodiesUnread(oauth);
    const answer = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
      const server = await dependencies.identity.getServer();
      reply.hijack();
      await server.callback()(raw, reply.raw);
    };
    for (const path of ['authorize', 'authorize/:id']) oauth.all(`/oauth/${path}`, answer);
    for (const path of ['token', 'revoke']) {
      oauth.all(`/oauth/${path}`, { errorHandler: answerTokenError }, answer);
    }
    answerUserInfo(oauth, dependencies);
    done();
  });
}

/**
 * Answers what fails before the library is asked, in the words of OAuth 2.0.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
function answerTokenError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = beginErrorReply(error, request, reply);
  void reply.header('cache-control', 'no-store');
  if (status >= 500) {
    void reply.send({ error: status === 503 ? 'temporarily_unavailable' : 'server_error' });
  } else {
    void reply.code(400).send({
      error: 'invalid_request',
      error_description: 'Send the parameters as application/x-www-form-urlencoded.',
    });
  }
}

/**
 * `/oauth/userinfo` answers `{sub, email}` to an OAuth access token and 401 to anything else, also
 * to a personal access token: those are for `/public/` only.
 * @see docs/service-api.md, "OAuth 2.0"
 */
function answerUserInfo(oauth: FastifyInstance, { identity, clock }: OAuthDependencies): void {
  const path = '/oauth/userinfo';
  oauth.all(path, async ({ headers }, reply) => {
    void reply.header('cache-control', 'no-store');
    const bearer = await identity.authenticateIn(headers.authorization, null);
    if (bearer?.caller.via === 'oauth') {
      return reply.send({ sub: bearer.caller.userId, email: bearer.caller.email });
    }
    const body: ErrorBody = {
      timestamp: clock().toISOString(),
      message: 'Call this address with a valid OAuth 2.0 access token.',
      path,
    };
    return reply.code(401).headers(challenge(headers)).send(body);
  });
}
