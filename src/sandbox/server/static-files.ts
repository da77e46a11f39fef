import { extname } from 'node:path';
import { send } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notModelled, notVisible } from '../jira/jira-error';
import type { Sandbox } from './sandbox';

export interface StaticDirectories {
  /** The UI Kit resources that `buildApp` made. */
  ui: string;
  /** The browser's part of the sandbox. */
  web: string;
}

/** The app's resources, and the sandbox's own page for every path that is nothing else. */
export function addStaticFiles(
  app: FastifyInstance,
  { manifest }: Sandbox,
  directories: StaticDirectories,
): void {
  app.get<{ Params: { resource: string; file: string }; Querystring: { version?: string } }>(
    '/sandbox/ui/:resource/:file',
    async (request, reply) => {
      const { resource, file } = request.params;
      const isKnown = manifest.resources.some(({ key }) => key === resource);
      const isFile = file === 'index.html' || file === `${resource}.js`;
      if (!isKnown || !isFile) throw notVisible(`The resource '${resource}/${file}'`);
      const place = { root: directories.ui, path: `/${resource}/${file}` };
      return sendFile(request, reply, place, request.query.version ? keptForAnHour : undefined);
    },
  );

  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request;
    const [pathname = '/'] = url.split(/[?#]/);
    const isPage = !/^\/(sandbox|rest)\//.test(pathname) && (method === 'GET' || method === 'HEAD');
    if (!isPage) throw notModelled(`${method} ${pathname}`);
    return sendPage(request, reply, { root: directories.web, path: pathname });
  });
}

/** The platform's addresses of an app's files name their version too, and browsers keep them. */
const keptForAnHour = 'private, max-age=3600';

interface Place {
  /** Nothing outside of it is sent. */
  root: string;
  path: string;
}

/** An address of the page may look like a file: `/browse/DEMO-1.x`. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, { root, path }: Place) {
  try {
    if (extname(path) !== '') return await sendFile(request, reply, { root, path });
  } catch (error) {
    if (path.startsWith('/assets/')) throw error;
  }
  return sendFile(request, reply, { root, path: '/index.html' });
}

/**
 * Of what has no version, the browser asks each time, and is told that its copy is still good: it
 * keeps what it compiled.
 * @throws {JiraError} 404
 */
async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { root, path }: Place,
  caching = 'no-cache',
) {
  const { type, statusCode, headers, stream } = await send(request.raw, path, {
    root,
    cacheControl: false,
    acceptRanges: false,
  });
  if (type !== 'file') throw notVisible('The page');
  return reply
    .code(statusCode)
    .headers({ ...headers, 'cache-control': caching })
    .send(stream);
}
