import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import mime from 'mime';
import * as z from 'zod';
import { appPlatformEndpoints as endpoints, appPlatformPathPrefix } from '../../api/app-platform';
import type { Admission } from '../api/admission';
import { createRoutes } from '../api/routes';
import type { Routes } from '../api/routes';
import { leaveBodiesUnread } from '../base/http/unread-bodies';
import { createErrorHandler } from '../base/http/error-reply';
import { Refusal, notFound } from '../base/refusals/refusal';
import { pageOfAll } from '../model/resources/page';
import { storedId } from '../base/refusals/stored-id';
import { deployVersion, readApps, readVersions } from './apps';
import type { BundleDependencies } from './build-room';
import { createUpload, receiveBundle } from './bundle-uploads';
import { finalizeBundle, getServedFile, removeOldBuilds } from './bundles';
import { getServedVersion, promoteVersion } from './customers';
import { readManifest } from './read-manifest';

interface PlatformOptions extends Omit<BundleDependencies, 'serveUrlOf'> {
  readonly admission: Admission;
  /** Without a path: where developers send their apps. */
  readonly platformUrl: string;
  /** Without a path: where bundles are served, on another host than anything that has cookies. */
  readonly bundleOrigin: string;
  /** The page on which developers register their apps. */
  readonly registerUrl: string;
}

const uploadPath = '/upload';
const bundlePath = '/bundle';

/**
 * Answers the app platform's calls, takes bundles at presigned addresses, and serves them. It
 * does not listen.
 * @see docs/app-platform.md
 */
export async function createPlatformApplication(
  options: PlatformOptions,
): Promise<FastifyInstance> {
  const { bundleOrigin } = options;
  const serveUrlOf = (versionId: string) => `${bundleOrigin}${bundlePath}/${versionId}/`;
  const dependencies = { ...options, serveUrlOf };
  const app = fastify({ logger: { level: 'error' } });
  app.setErrorHandler(
    createErrorHandler({
      clock: options.clock,
      apiPath: appPlatformPathPrefix,
      homeAddress: options.registerUrl,
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
  await app.ready();
  return app;
}

type Dependencies = PlatformOptions & BundleDependencies;

/** What developers and their command-line client call, with a personal access token. */
function answerDevelopers(api: FastifyInstance, dependencies: Dependencies): void {
  const { admission } = dependencies;
  readBodiesAsTheyAre(api);
  api.addHook('onRequest', async (request) => {
    await admission.admit(request);
    if (admission.callerOf(request).via !== 'token') {
      throw new Refusal(403, 'The app platform accepts only personal access tokens.');
    }
  });
  const routes = createRoutes(api, admission);
  answerApps(routes, dependencies);
  answerBundles(routes, dependencies);
  routes.refuseOtherMethods();
}

/** A manifest is sent as it is, whatever its type is called. */
function readBodiesAsTheyAre(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
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
    const secret = await createUpload(dependencies, caller.userId, ids);
    return { presignedUrl: `${platformUrl}${uploadPath}/${secret}` };
  });
  answer(endpoints.finalizeBundle, ({ caller, ids }) =>
    finalizeBundle(dependencies, caller.userId, ids),
  );
  answer(endpoints.promoteVersion, ({ caller, ids }) =>
    promoteVersion(database, caller.userId, ids, registerUrl),
  );
}

/** The secret in the address is the permission: no token is sent here, and none is looked at. */
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
      .type(mime.getType(path) ?? 'application/octet-stream')
      .send(file.read());
  });
}
