import type { IncomingMessage, RequestListener } from 'node:http';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { publicPathPrefix } from '../../api/endpoint';
import type { OAuthClient } from '../accounts/authorization-server';
import { createIdentity } from '../accounts/identity';
import type { Identity } from '../accounts/identity';
import { answerOAuth } from '../accounts/oauth-routes';
import { createAdmission, onlyReads } from '../api/admission';
import type { Admission } from '../api/admission';
import { answerAssistantChat } from '../api/assistant/answer-chat';
import type { LanguageModel } from '../api/assistant/language-model';
import { answerContentFiles, takeContentUploads } from '../api/content-files';
import { answerDescription } from '../api/description/describe-api';
import { answerPublicApi } from '../api/public-api';
import type { PublicApiDependencies } from '../api/public-api';
import { createRoutes } from '../api/routes';
import { answerThumbnails } from '../api/thumbnails';
import { askAs } from '../base/database/turns';
import type { ThumbnailMaker } from '../base/files/thumbnail-maker';
import { createErrorHandler, pathOf } from '../base/http/error-reply';
import type { ErrorHandler } from '../base/http/error-reply';
import { maximumBodyBytes, readJsonOnly } from '../base/http/request-bodies';
import { UnsentAnswers, limitUnsentAnswers } from '../base/http/unsent-answers';
import { answerHealthAndMetrics, createMetrics } from '../base/monitoring/health-and-metrics';
import type { Metrics } from '../base/monitoring/health-and-metrics';
import { createLog, describeFault } from '../base/monitoring/log';
import type { Log } from '../base/monitoring/log';
import { nameRoute, requestIdOf, observeRequest } from '../base/monitoring/observe-requests';
import { Refusal } from '../base/refusals/refusal';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { accountPaths } from '../pages/account-paths';
import { answerAccountPages } from '../pages/account/account-pages';
import { answerContentPages, answerObjectPage } from '../pages/object-page';
import { answerEmbedding } from '../pages/site/answer-embedding';
import { answerSitePage } from '../pages/site/answer-site-page';
import { answerAssets } from '../pages/site/assets';
import { renderAttribution } from './demo/geography';

interface ApplicationOptions extends PublicApiDependencies {
  readonly identity: Identity;
  readonly requestLimits: RequestLimits;
  readonly thumbnailMaker: ThumbnailMaker;
  /** What answers the assistant's plain questions; it offers queries where this is absent. */
  readonly model?: LanguageModel | undefined;
  /** Where faults of its own are written; standard output if absent. */
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** What it has in memory of answers; its own if absent. */
  readonly unsentAnswers?: UnsentAnswers;
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
    homeAddress: accountPaths.tokens,
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
  limitUnsentAnswers(app, options.unsentAnswers ?? new UnsentAnswers(), onlyReads);
  app.setErrorHandler(handleError);
  app.addHook('onRequest', (request, _reply, done) => {
    nameRoute(request.raw, request.routeOptions.url ?? 'none');
    const isOfApi = `${pathOf(request.url)}/`.startsWith(`${publicPathPrefix}/`);
    if (!isOfApi) refuseUnknownAddressOf(request);
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
  answerThumbnails(app, options);
  answerDescription(app, options.serviceUrl);
  const assets = await answerAssets(app);
  answerSitePage(app, options, assets);
  answerEmbedding(app, options, assets);
  for (const path of ['/', '/account']) {
    app.get(path, (_, reply) => reply.redirect(accountPaths.tokens, 303));
  }
  answerHealthAndMetrics(app, { ...options, metrics });
  await app.ready();
  return app;
}

/** Each request is admitted first, also to an address that is not there. */
function serveApi(api: FastifyInstance, admission: Admission, options: ApplicationOptions): void {
  api.addHook('onRequest', async (request) => {
    await admission.admit(request);
    refuseUnknownAddressOf(request);
  });
  api.addHook('onRoute', ({ url, config }) => {
    if (config?.entrance === undefined) throw new Error(`${url} doesn't say who may enter.`);
  });
  api.setNotFoundHandler(refuseUnknownAddress);
  const routes = createRoutes(api, admission);
  answerPublicApi(routes, options);
  answerContentFiles(api, admission, options);
  answerAssistantChat(api, admission, options);
  routes.refuseOtherMethods();
}

/** Before its body is read: anyone may send one, which takes memory until it has arrived. */
function refuseUnknownAddressOf({ is404 }: FastifyRequest): void {
  if (is404) refuseUnknownAddress();
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

interface ListenerOptions extends Omit<ApplicationOptions, 'identity'> {
  /** The apps that people may let read for them. */
  readonly clients: readonly OAuthClient[];
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What answers the service's requests. */
export async function createListener(
  options: ListenerOptions,
): Promise<{ identity: Identity; listener: RequestListener }> {
  const { database, serviceUrl, clients, clock, log } = options;
  const identity = createIdentity({
    database,
    issuer: serviceUrl,
    clients,
    clock,
    reportError: (error, request) => {
      const requestId = request && requestIdOf(request);
      log.error({ ...describeFault(error), requestId }, 'The authorization server failed.');
    },
  });
  const application = await createApplication({ ...options, identity });
  const scheme = new URL(serviceUrl).protocol.slice(0, -1);
  return {
    identity,
    listener: (request, response) => {
      observeRequest(request, response, options);
      sayHowItWasReached(request, scheme);
      askAs(keyOf(request), () => application.routing(request, response));
    },
  };
}

/**
 * Until it is known who calls, all of one address count as one: whoever makes up tokens and cookies
 * would otherwise always be somebody new, whose turn comes before everyone else's.
 */
export function keyOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return `address ${socket.remoteAddress ?? ''}`;
}

/** Only our own settings say how the service was reached: anybody can send these headers. */
function sayHowItWasReached({ headers }: IncomingMessage, scheme: string): void {
  delete headers['x-forwarded-host'];
  headers['x-forwarded-proto'] = scheme;
}
