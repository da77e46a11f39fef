import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import mime from 'mime';
import * as z from 'zod';
import { appPlatformPathPrefix, appPlatformEndpoints as endpoints } from '../../api/app-platform';
import type { Identity } from '../accounts/identity';
import { createAdmission, onlyReads } from '../api/admission';
import type { Admission } from '../api/admission';
import { createRoutes } from '../api/routes';
import type { Routes } from '../api/routes';
import { createErrorHandler } from '../base/http/error-reply';
import { followRequests, createHttpServer, listen } from '../base/http/http-server';
import { leaveBodiesUnread, namesUtf8, otherEncoding } from '../base/http/request-bodies';
import { limitUnsentAnswers } from '../base/http/unsent-answers';
import type { UnsentAnswers } from '../base/http/unsent-answers';
import { Refusal, notFound } from '../base/refusals/refusal';
import { storedId } from '../base/refusals/storable-inputs';
import type { RequestLimits } from '../base/request-limits/request-limits';
import { pageOfAll } from '../model/resources/page';
import {
  deployVersion,
  readApps,
  readVersions,
  getServedVersion,
  promoteVersion,
  readManifest,
} from './apps';
import { createUpload, receiveBundle } from './bundle-uploads';
import type { BundleDependencies } from './bundle-uploads';
import { finalizeBundle, getServedFile, removeOldBuilds } from './bundles';
import { describeAppPlatform } from './describe-app-platform';

interface AppPlatformOptions extends Omit<BundleDependencies, 'serveUrlOf'> {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The origin that developers call; `http://127.0.0.1:<port>` if absent. */
  readonly baseUrl?: string | undefined;
  /** The origin of the bundles; `http://localhost:<port>` if absent. */
  readonly bundleUrl?: string | undefined;
  /** The page on which developers register their apps. */
  readonly registerUrl: string;
  readonly identity: Pick<Identity, 'authenticateIn'>;
  readonly requestLimits: RequestLimits;
  /** What the process has in memory of answers. */
  readonly unsentAnswers: UnsentAnswers;
}

/**
 * Starts the app platform on a port of its own; it answers when the promise is kept.
 * @returns its address without a path, such as `http://127.0.0.1:8082`, and what ends it
 */
export async function startAppPlatform(options: AppPlatformOptions) {
  const { host, baseUrl, bundleUrl, clock } = options;
  let answer: Parameters<typeof createHttpServer>[0] = (_request, response) => {
    response.writeHead(503, { 'retry-after': '1' }).end();
  };
  const server = createHttpServer((request, response) => answer(request, response), {
    clock,
    publicUrls: [baseUrl, bundleUrl],
    apiPath: appPlatformPathPrefix,
  });
  const endServer = followRequests(server);
  const port = await listen(server, host, options.port);
  const platformUrl = baseUrl ?? `http://127.0.0.1:${port}`;
  const bundleOrigin = bundleUrl ?? `http://localhost:${port}`;
  const application = await createPlatformApplication({
    ...options,
    admission: createAdmission(options),
    platformUrl,
    bundleOrigin,
    serveUrlOf: (versionId) => `${bundleOrigin}${bundlePath}/${versionId}/`,
  });
  answer = (request, response) => application.routing(request, response);
  return { url: platformUrl, close: endServer };
}

interface Dependencies
  extends BundleDependencies, Pick<AppPlatformOptions, 'registerUrl' | 'unsentAnswers'> {
  readonly admission: Admission;
  /** Without a path: where developers send their apps. */
  readonly platformUrl: string;
  /** Without a path: where bundles are served, on another host than anything that has cookies. */
  readonly bundleOrigin: string;
}

const uploadPath = '/upload';
const bundlePath = '/bundle';

/**
 * Answers the app platform's calls, takes bundles at presigned addresses, and serves them. It
 * does not listen.
 * @see docs/app-platform.md
 */
async function createPlatformApplication(dependencies: Dependencies): Promise<FastifyInstance> {
  const app = fastify({ logger: { level: 'error' } });
  limitUnsentAnswers(app, dependencies.unsentAnswers, onlyReads);
  app.setErrorHandler(
    createErrorHandler({
      clock: dependencies.clock,
      apiPath: appPlatformPathPrefix,
      homeAddress: dependencies.registerUrl,
    }),
  );
  app.setNotFoundHandler(() => {
    throw new Refusal(404, 'There is nothing at this address.');
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done(null, payload);
  });
  app.register(
    (api, _prefix, done) => {
      answerDevelopers(api, dependencies);
      done();
    },
    { prefix: appPlatformPathPrefix },
  );
  app.register((uploads, _prefix, done) => {
    takeUploads(uploads, dependencies);
    done();
  });
  serveBundles(app, dependencies);
  const description = describeAppPlatform(dependencies.platformUrl);
  // Without a token, as the description of the public API is answered.
  app.get(`${appPlatformPathPrefix}/openapi.json`, () => description);
  await app.ready();
  return app;
}

/** What developers and their command-line client call, with a personal access token. */
function answerDevelopers(api: FastifyInstance, dependencies: Dependencies): void {
  const { admission } = dependencies;
  readBodiesAsTheyAre(api);
  api.addHook('onRequest', async (request) => {
    await admission.admit(request);
    const { via, onlyWorkspaceId } = admission.callerOf(request);
    if (via !== 'token') {
      throw new Refusal(403, 'The app platform accepts only personal access tokens.');
    }
    if (onlyWorkspaceId !== null) throw new Refusal(403, beyondWorkspace);
  });
  const routes = createRoutes(api, admission);
  answerApps(routes, dependencies);
  answerBundles(routes, dependencies);
  routes.refuseOtherMethods();
}

const beyondWorkspace =
  'Apps belong to no workspace, and this token is for one workspace. Use a token for all your workspaces.';

/** A manifest is sent as it is, whatever its type is called. */
function readBodiesAsTheyAre(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, body, done) => {
    if (namesUtf8(headers['content-type'])) done(null, body);
    else done(otherEncoding());
  });
  api.addHook('preHandler', (request, _reply, done) => {
    request.body ??= Buffer.alloc(0);
    done();
  });
}

function answerApps({ answer }: Routes, dependencies: Dependencies): void {
  const { database, clock, serveUrlOf } = dependencies;
  answer(endpoints.listApps, async ({ caller, query }) =>
    pageOfAll(await readApps(database, caller.userId, dependencies), query),
  );
  answer(endpoints.deployVersion, async ({ caller, body }) => {
    const deployed = await deployVersion(database, caller.userId, readManifest(body), clock());
    await removeOldBuilds(dependencies, deployed.appId);
    return deployed;
  });
  answer(endpoints.listVersions, async ({ caller, ids, query }) =>
    pageOfAll(await readVersions(database, caller.userId, ids.appId, serveUrlOf), query),
  );
  answer(endpoints.getServedVersion, ({ caller, ids }) =>
    getServedVersion(database, caller.userId, ids.appId, serveUrlOf),
  );
}

function answerBundles({ answer }: Routes, dependencies: Dependencies): void {
  const { database, platformUrl, registerUrl } = dependencies;
  answer(endpoints.createBundleUpload, async ({ caller, ids }) => {
    const secret = await createUpload(dependencies, caller, ids);
    return { presignedUrl: `${platformUrl}${uploadPath}/${secret}` };
  });
  answer(endpoints.finalizeBundle, ({ caller, ids }) =>
    finalizeBundle(dependencies, caller.userId, ids),
  );
  answer(endpoints.promoteVersion, ({ caller, ids }) =>
    promoteVersion(database, caller.userId, ids, registerUrl),
  );
}

/** No token is sent here: the secret in the address stands for the one that asked for it. */
function takeUploads(uploads: FastifyInstance, dependencies: Dependencies): void {
  leaveBodiesUnread(uploads);
  uploads.put<{ Params: { secret: string } }>(`${uploadPath}/:secret`, async (request, reply) => {
    await receiveBundle(dependencies, request.params.secret, request.raw);
    return reply.code(200).send();
  });
}

/**
 * Documents of a bundle get an origin that nothing else has: no script of an app reads what
 * belongs to another app, or to the service.
 */
const bundlePolicy = 'sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads';
const yearSeconds = 365 * 24 * 60 * 60;

/** The address holds the id of the version, which only those know who were told. */
function serveBundles(app: FastifyInstance, dependencies: Dependencies): void {
  const { host } = new URL(dependencies.bundleOrigin);
  const bundleFilePath = z.object({ versionId: storedId, '*': z.string() });
  app.get(`${bundlePath}/:versionId/*`, async (request, reply) => {
    const parameters = bundleFilePath.safeParse(request.params);
    if (request.host !== host || !parameters.success) throw notFound('file');
    const { versionId, '*': rest } = parameters.data;
    const path = rest === '' ? 'index.html' : rest;
    const file = await getServedFile(dependencies, versionId, path);
    return reply
      .header('content-security-policy', bundlePolicy)
      .header('access-control-allow-origin', '*')
      .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
      .header('content-length', file.size)
      .type(contentTypeOf(path))
      .send(file.read());
  });
}

/** Text apart from `text/*`, which has its media type end in one of these. */
const textSubtypes = /[/+](json|xml|javascript)$/;

/** By the ending of a path. Text is UTF-8, whatever a browser would take it for. */
function contentTypeOf(path: string): string {
  const type = mime.getType(path) ?? 'application/octet-stream';
  const isText = type.startsWith('text/') || textSubtypes.test(type);
  return isText ? `${type}; charset=utf-8` : type;
}
