import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invitationPath, resetPath } from '../../accounts/password-links';
import { renderErrorPage } from '../../base/html/error-page';
import { sendErrorPage } from '../../base/http/error-reply';
import { leaveBodiesUnread } from '../../base/http/request-bodies';
import { accountPaths } from '../account-paths';
import { answerAccessPage } from './access-page';
import { answerInteraction } from './authorization-pages';
import { answerConnectedAppsPage } from './connected-apps-page';
import { answerDeletedObjectsPage } from './deleted-objects-page';
import { answerDevelopedAppsPage } from './developed-apps-page';
import { FormRefusal } from './forms';
import { answerMemberTokensPage } from './member-tokens-page';
import { answerPasswordLink, answerPasswordPage } from './password-page';
import { answerHistoryPage } from './history-page';
import { answerGroupsPage } from './groups-page';
import { answerPeoplePage } from './people-page';
import { answerSeeAsPage } from './see-as-page';
import { answerSignIn, answerSignOut } from './sign-in-page';
import { answerTokensPage } from './tokens-page';
import { answerUsagePage } from './usage-page';
import { sendPage } from './visit';
import type { AccountPageDependencies, Visit } from './visit';
import { answerWorkspacesPage } from './workspaces-page';

const answers: Readonly<Record<string, (visit: Visit) => Promise<FastifyReply>>> = {
  [accountPaths.signIn]: answerSignIn,
  [accountPaths.signOut]: answerSignOut,
  [accountPaths.tokens]: answerTokensPage,
  [accountPaths.connectedApps]: answerConnectedAppsPage,
  [accountPaths.usage]: answerUsagePage,
  [accountPaths.apps]: answerDevelopedAppsPage,
  [accountPaths.people]: answerPeoplePage,
  [accountPaths.groups]: answerGroupsPage,
  [accountPaths.access]: answerAccessPage,
  [accountPaths.seeAs]: answerSeeAsPage,
  [accountPaths.memberTokens]: answerMemberTokensPage,
  [accountPaths.deleted]: answerDeletedObjectsPage,
  [accountPaths.password]: answerPasswordPage,
  [accountPaths.workspaces]: answerWorkspacesPage,
  [`${invitationPath}/:id`]: answerPasswordLink,
  [`${resetPath}/:id`]: answerPasswordLink,
  [accountPaths.history]: answerHistoryPage,
  '/oauth/interaction/:id': answerInteraction,
};

/** Answers the pages on which people sign in, allow apps, and see and change what belongs to their account. */
export function answerAccountPages(
  app: FastifyInstance,
  dependencies: AccountPageDependencies,
): void {
  app.register((pages, _options, done) => {
    // Whose form it is decides before its body is read.
    leaveBodiesUnread(pages);
    pages.setErrorHandler(answerError);
    for (const [url, answer] of Object.entries(answers)) {
      pages.all(url, async (request, reply) => {
        const server = await dependencies.identity.getServer();
        return answer({ ...dependencies, server, request, reply });
      });
    }
    done();
  });
  app.register(
    (oauth, _options, done) => {
      leaveBodiesUnread(oauth);
      oauth.setNotFoundHandler((_, reply) =>
        sendError(reply, 404, { error: 'not_found', homeAddress: accountPaths.tokens }),
      );
      done();
    },
    { prefix: '/oauth' },
  );
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof FormRefusal) {
    sendError(reply, error.status, { error: error.reason });
  } else if (error instanceof Error && error.name === 'SessionNotFound') {
    sendError(reply, 400, { error: 'invalid_request', name: error.name });
  } else if (isOfNoMediaType(error)) {
    answerError(new FormRefusal('form_of_other_type'), request, reply);
  } else {
    sendErrorPage(error, request, reply);
  }
}

/** Fastify refuses a `Content-Type` that names no type before any page is asked. */
function isOfNoMediaType(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  );
}

function sendError(
  reply: FastifyReply,
  status: number,
  error: Parameters<typeof renderErrorPage>[0],
): FastifyReply {
  return sendPage(reply, { status, page: renderErrorPage(error) });
}
