import fastify from 'fastify';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Administration } from '../../service';
import { JiraError } from '../jira/jira-error';
import { addBackgroundRoutes } from './background-routes';
import { addBridgeRoutes } from './bridge-routes';
import { getCaller } from './caller';
import { addConsentRoutes } from './consent-routes';
import { addControlRoutes } from './control-routes';
import { addProfileRoutes } from './profile-routes';
import { refuseForeignCalls } from './same-origin';
import type { Sandbox } from './sandbox';
import { addStaticFiles } from './static-files';
import type { StaticDirectories } from './static-files';

interface TrackerOptions {
  sandbox: Sandbox;
  administration: Administration;
  directories: StaticDirectories;
}

/** More than the largest body that any part of the tracker takes; the parts have limits of their own. */
const bodyLimitBytes = 6_000_000;

/** The tracker's HTTP side: Jira's REST API, the bridge of the app's pages, the control calls. */
export async function createTracker(options: TrackerOptions): Promise<FastifyInstance> {
  const { sandbox, administration, directories } = options;
  const app = fastify({ bodyLimit: bodyLimitBytes });
  app.setErrorHandler(answerError);
  takeEmptyBodies(app);
  refuseForeignCalls(app, sandbox.siteUrl);
  addJiraRoutes(app, sandbox);
  addBridgeRoutes(app, sandbox);
  addProfileRoutes(app, sandbox);
  addControlRoutes(app, sandbox, administration);
  addBackgroundRoutes(app, sandbox);
  addConsentRoutes(app, sandbox);
  addStaticFiles(app, sandbox, directories);
  await app.ready();
  return app;
}

/** Scripts send their content type with every call, also with one that has no body. */
function takeEmptyBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body.toString(), done);
  });
}

/** Jira's REST API as its own screens and scripts use it: no scopes, the person of the header. */
function addJiraRoutes(app: FastifyInstance, { jira }: Sandbox): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { accountId } = getCaller(request);
    const { pathname, searchParams } = new URL(request.url, 'http://sandbox.invalid');
    const {
      status,
      body,
      headers = {},
    } = await jira.handle({
      method: request.method,
      path: pathname,
      query: searchParams,
      body: request.body ?? undefined,
      caller: { kind: 'person', accountId },
    });
    return reply.code(status).headers(headers).send(body);
  };
  app.all('/rest/api/3/*', answer);
  app.all('/rest/servicedeskapi/*', answer);
}

function answerError(
  error: FastifyError | JiraError,
  _: unknown,
  reply: { code(status: number): { send(body: unknown): unknown } },
): void {
  if (error instanceof JiraError) {
    reply.code(error.status).send(error.body);
    return;
  }
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  const message = status >= 500 ? 'The sandbox failed; its console says why.' : error.message;
  reply.code(status).send({ errorMessages: [message], errors: {} });
}
