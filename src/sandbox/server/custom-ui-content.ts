import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { send } from '@fastify/send';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { CSPInjectionService, CSPProcessingService } from '@forge/csp';
import { load } from 'cheerio';
import { customUiResources } from '../forge/modules';
import { originsOf, resolvePermittedAddress } from '../forge/origins';
import { JiraError, notVisible } from '../jira/jira-error';
import type { Sandbox } from './sandbox';
import type { ExternalAddress, Manifest } from '../forge/manifest';
import type { OriginMap } from '../forge/origins';

interface ContentDirectories {
  /** The Custom UI resources that `buildApp` made. */
  customUi: string;
  /** What the platform puts into each of their pages. */
  platform: string;
}

/** Where the platform's own files are beside the app's: no resource has this name. */
const platformPath = '/~platform';

/**
 * Serves the app's Custom UI on an origin of its own, as Atlassian's content network does: each
 * page with the platform's script before its own, each file with the policy of the manifest.
 */
export async function createCustomUiContent(
  sandbox: Sandbox,
  directories: ContentDirectories,
): Promise<FastifyInstance> {
  const app = fastify();
  const { host } = new URL(sandbox.customUiUrl);
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-cache');
    const isForeign = request.headers.host !== host;
    next(
      isForeign ? new JiraError(403, ['The app’s content isn’t at this host name.']) : undefined,
    );
  });
  app.get<{ Params: { '*': string } }>(`${platformPath}/*`, (request, reply) =>
    sendFile(reply, { root: directories.platform, path: `/${request.params['*']}` }),
  );
  app.get<{ Params: { resource: string; '*': string } }>('/:resource/*', (request, reply) => {
    const { resource, '*': path } = request.params;
    const isKnown = customUiResources(sandbox.manifest).some(({ key }) => key === resource);
    if (!isKnown) throw notVisible(`The resource '${resource}'`);
    const root = join(directories.customUi, resource);
    return sendContent(reply, sandbox, { root, path: `/${path}` });
  });
  app.setNotFoundHandler(() => {
    throw notVisible('The file');
  });
  app.setErrorHandler((error, _, reply) => {
    const known = error instanceof JiraError ? error : undefined;
    if (!known) console.error(error);
    reply
      .code(known?.status ?? 500)
      .type('text/plain')
      .send(known?.message ?? 'The sandbox failed.');
  });
  await app.ready();
  return app;
}

interface File {
  /** No file outside of it is sent. */
  root: string;
  path: string;
}

async function sendContent(reply: FastifyReply, sandbox: Sandbox, file: File) {
  const { manifest, siteUrl, serviceUrl } = sandbox;
  const page = await readPage(file.root);
  const origins = originsOf(manifest, serviceUrl);
  const policy = contentSecurityPolicyOf(manifest, { page, siteUrl, origins });
  reply.header('content-security-policy', policy);
  if (file.path !== '/index.html') return sendFile(reply, file);
  return reply.type('text/html; charset=utf-8').send(withPlatformScript(page, siteUrl));
}

/** @throws {JiraError} 404 if the resource was not built */
async function readPage(root: string): Promise<string> {
  return readFile(join(root, 'index.html'), 'utf8').catch(() => {
    throw notVisible('The page');
  });
}

function withPlatformScript(page: string, siteUrl: string): string {
  const script = `<script src="${platformPath}/bridge.js" data-site="${siteUrl}"></script>`;
  return page.replace(/<head(\s[^>]*)?>/i, (head) => head + script);
}

/**
 * Of what has no version, the browser asks each time, and is told that its copy is still good: it
 * keeps what it compiled.
 * @throws {JiraError} 404
 */
export async function sendFile(reply: FastifyReply, { root, path }: File, caching = 'no-cache') {
  const options = { root, cacheControl: false, acceptRanges: false };
  const file = await send(reply.request.raw, path, options);
  if (file.type !== 'file') throw notVisible('The file');
  const headers = { ...file.headers, 'cache-control': caching };
  return reply.code(file.statusCode).headers(headers).send(file.stream);
}

interface ContentPlace {
  /** The page of a Custom UI resource: the policy names the inline scripts that it was built with. */
  page: string;
  siteUrl: string;
  origins: OriginMap;
}

const processing = new CSPProcessingService({ info: console.warn }, load);
const injection = new CSPInjectionService();

/**
 * Returns the policy that the platform itself would send with a Custom UI resource, by its own
 * package: with this machine's addresses, and without reports to Atlassian.
 */
export function contentSecurityPolicyOf(
  { permissions: { content, external } }: Manifest,
  { page, siteUrl, origins }: ContentPlace,
): string {
  const resolve = (address: ExternalAddress) => resolvePermittedAddress(address, origins);
  const frames = external.frames.map(resolve);
  const images = external.images.map(resolve);
  const existingCSPDetails = processing.getCspDetails(page, {
    scopes: [],
    external: { frames, images },
    ...(content && { content }),
  });
  return injection
    .getInjectableCSP({ existingCSPDetails, microsEnv: 'prod', hostname: siteUrl })
    .filter((directive) => !directive.startsWith('report-uri '))
    .join('; ');
}
