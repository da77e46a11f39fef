import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { publicPathPrefix } from '../../api/endpoint';
import type { Identity } from '../accounts/identity';
import { answerOAuth } from '../accounts/oauth-routes';
import { Refusal } from '../base/refusals/refusal';
import type { RequestLimits } from '../base/request-limits';
import type { LanguageModel } from '../api/assistant/language-model';
import { createAdmission } from '../api/admission';
import type { Admission } from '../api/admission';
import { answerAssistantChat } from '../api/assistant/assistant-chat';
import { answerContentFiles, takeContentUploads } from '../api/content-files';
import { answerAccountPages } from '../pages/account/account-pages';
import { tokenPagePath } from '../pages/account-paths';
import { createErrorHandler } from '../base/http/error-reply';
import type { ErrorHandler } from '../base/http/error-reply';
import { isNestedDeeperThan } from '../base/http/json-nesting';
import { answerDescription } from '../api/description/answer-description';
import { answerContentPages, answerObjectPage } from '../pages/object-page';
import { answerPublicApi } from '../api/public-api';
import type { PublicApiDependencies } from '../api/public-api';
import { createRoutes } from '../api/routes';
import { answerEmbedding } from '../pages/site/answer-embedding';
import { answerSitePage } from '../pages/site/answer-site-page';
import { answerAssets } from '../pages/site/assets';
import { renderAttribution } from './demo/attribution';
import { answerRequestUsagePage } from '../pages/request-usage-page';
import { answerHealthAndMetrics } from '../base/monitoring/health-and-metrics';
import { createLog } from '../base/monitoring/log';
import type { Log } from '../base/monitoring/log';
import { createMetrics } from '../base/monitoring/metrics';
import type { Metrics } from '../base/monitoring/metrics';
import { nameRoute, requestIdOf } from '../base/monitoring/observe-requests';

const maximumBodyBytes = 1024 * 1024;
const maximumBodyDepth = 50;

interface ApplicationOptions extends PublicApiDependencies {
  readonly identity: Identity;
  readonly requestLimits: RequestLimits;
  /** What answers the assistant's plain questions; it offers queries where this is absent. */
  readonly model?: LanguageModel;
  /** Where faults of its own are written; standard output if absent. */
  readonly log?: Log;
  readonly metrics?: Metrics;
}

/**
 * Everything the service answers. It does not listen, and logs faults of its own only.
 */
export async function createApplication(options: ApplicationOptions): Promise<FastifyInstance> {
  const { database, clock } = options;
  const { log = createLog({ level: 'error' }), metrics = createMetrics(database) } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const admission = createAdmission(options);
  const handleError = createErrorHandler({
    clock,
    apiPath: publicPathPrefix,
    homeAddress: tokenPagePath,
  });
  const app = fastify({
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    bodyLimit: maximumBodyBytes,
    genReqId: requestIdOf,
    frameworkErrors: refuseUnreadableAddress(admission, handleError),
  });
  readJsonOnly(app);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', (request, _reply, done) => {
    nameRoute(request.raw, request.routeOptions.url ?? 'none');
    done();
  });
  app.setNotFoundHandler(refuseUnknownAddress);
  app.register(
    (api, _prefix, done) => {
      serveApi(api, admission, options);
      done();
    },
    { prefix: publicPathPrefix },
  );
  answerOAuth(app, options);
  answerAccountPages(app, options);
  answerObjectPage(app, { ...options, renderAttribution });
  answerContentPages(app, options);
  takeContentUploads(app, options);
  answerRequestUsagePage(app, options);
  answerDescription(app, options.serviceUrl);
  const assets = await answerAssets(app);
  answerSitePage(app, options, assets);
  answerEmbedding(app, options, assets);
  for (const path of ['/', '/account']) {
    app.get(path, (_, reply) => reply.redirect(tokenPagePath, 303));
  }
  answerHealthAndMetrics(app, { database, metrics });
  await app.ready();
  return app;
}

/** Each request is admitted first, also to an address that is not there. */
function serveApi(api: FastifyInstance, admission: Admission, options: ApplicationOptions): void {
  api.addHook('onRequest', (request) => admission.admit(request));
  api.setNotFoundHandler(refuseUnknownAddress);
  const routes = createRoutes(api, admission);
  answerPublicApi(routes, options);
  answerContentFiles(api, admission, options);
  answerAssistantChat(api, admission, options);
  routes.refuseOtherMethods();
}

function refuseUnknownAddress(): never {
  throw new Refusal(404, 'There is nothing at this address.');
}

/** What no route can be looked up for has no hooks either, so that calls of the API are admitted here. */
function refuseUnreadableAddress(admission: Admission, handleError: ErrorHandler): ErrorHandler {
  return (error, request, reply) => {
    if (!request.url.startsWith(`${publicPathPrefix}/`)) {
      handleError(error, request, reply);
      return;
    }
    admission.admit(request).then(
      () => handleError(error, request, reply),
      (refusal: unknown) => handleError(refusal, request, reply),
    );
  };
}

/** An empty body is none, also where its Content-Type says JSON, as some clients send it. */
function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else if (isNestedDeeperThan(maximumBodyDepth, body)) done(nestedTooDeep());
      else void parseJson(request, body, done);
    },
  );
}

function nestedTooDeep(): Refusal {
  return new Refusal(400, `The body is nested too deeply: use at most ${maximumBodyDepth} levels.`);
}
