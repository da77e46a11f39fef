import fastify from 'fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import mime from 'mime';
import * as z from 'zod';
import { appPlatformPathPrefix } from '../../api/app-platform';
import type {
  DeployedVersion,
  FinalizedBundle,
  PlatformApp,
  PromotedVersion,
} from '../../api/app-platform';
import { paging } from '../../api/page';
import type { Admission } from '../api/admission';
import { createErrorHandler } from '../base/http/error-reply';
import { Refusal, notFound } from '../base/refusals/refusal';
import { pageOfAll } from '../model/resources/page';
import { checkInput, describeSchemaError } from '../base/refusals/schema-violations';
import { storedId } from '../base/refusals/stored-id';
import { deployVersion, readApps, readVersions } from './apps';
import type { BundleDependencies } from './build-room';
import { createUpload, receiveBundle } from './bundle-uploads';
import { finalizeBundle, getServedFile, removeOldBuilds } from './bundles';
import { getServedVersion, promoteVersion } from './customers';
import { readManifest } from './read-manifest';

interface PlatformOptions extends Omit<BundleDependencies, 'serveUrlOf'> {
  readonly admission: Pick<Admission, 'admit' | 'callerOf'>;
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
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
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

const appPath = z.object({ appId: storedId });
const versionPath = z.object({ appId: storedId, versionId: storedId });

/** What developers and their command-line client call, with a personal access token. */
function answerDevelopers(api: FastifyInstance, dependencies: Dependencies): void {
  const { database, clock, admission, serveUrlOf, platformUrl, registerUrl } = dependencies;
  const ownerOf = (request: FastifyRequest) => admission.callerOf(request).userId;
  const versionOf = (request: FastifyRequest) => readIds(versionPath, request);
  readBodiesAsTheyAre(api);
  api.addHook('onRequest', async (request) => {
    await admission.admit(request);
    if (admission.callerOf(request).via !== 'token') {
      throw new Refusal(403, 'The app platform accepts only personal access tokens.');
    }
  });

  api.get('/app', async (request) => {
    const apps: PlatformApp[] = await readApps(database, ownerOf(request), dependencies);
    return pageOfAll(apps, readPaging(request));
  });
  api.post('/app', async (request): Promise<DeployedVersion> => {
    const manifest = readManifest(bodyOf(request));
    const deployed = await deployVersion(database, ownerOf(request), manifest, clock());
    await removeOldBuilds(dependencies, deployed.appId);
    return deployed;
  });
  api.get('/app/:appId/version', async (request) => {
    const { appId } = readIds(appPath, request);
    const versions = await readVersions(database, ownerOf(request), appId, serveUrlOf);
    return pageOfAll(versions, readPaging(request));
  });
  api.get('/app/:appId/served-version', (request) => {
    const { appId } = readIds(appPath, request);
    return getServedVersion(database, ownerOf(request), appId, serveUrlOf);
  });
  api.post('/app/:appId/version/:versionId/bundle/upload-url', async (request) => {
    const secret = await createUpload(dependencies, ownerOf(request), versionOf(request));
    return { presignedUrl: `${platformUrl}${uploadPath}/${secret}` };
  });
  api.post('/app/:appId/version/:versionId/bundle/finalize', (request): Promise<FinalizedBundle> =>
    finalizeBundle(dependencies, ownerOf(request), versionOf(request)),
  );
  api.post('/app/:appId/version/:versionId/promote', (request): Promise<PromotedVersion> =>
    promoteVersion(database, ownerOf(request), versionOf(request), registerUrl),
  );
}

/** A manifest is sent as it is, whatever its type is called. */
function readBodiesAsTheyAre(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function bodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** What no app or version can be named is not there: 404, not 400. */
function readIds<Ids>(path: z.ZodType<Ids>, { params }: FastifyRequest): Ids {
  const ids = path.safeParse(params);
  if (!ids.success) throw notFound('app');
  return ids.data;
}

function readPaging({ query }: FastifyRequest): z.output<typeof paging> {
  const range = checkInput(paging, query);
  if (!range.success) throw new Refusal(400, describeSchemaError(range.error));
  return range.data;
}

/** The secret in the address is the permission: no token is sent here, and none is looked at. */
function takeUploads(uploads: FastifyInstance, dependencies: Dependencies): void {
  uploads.removeAllContentTypeParsers();
  uploads.addContentTypeParser('*', (_request, _body, done) => done(null));
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
