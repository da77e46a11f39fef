import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notModelled, notVisible } from '../jira/jira-error';
import type { Sandbox } from './sandbox';

export interface StaticDirectories {
  /** The UI Kit resources that `buildApp` made. */
  ui: string;
  /** The browser's part of the sandbox. */
  web: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The app's resources, and the sandbox's own page for every path that is nothing else. */
export function addStaticFiles(
  app: FastifyInstance,
  { manifest }: Sandbox,
  directories: StaticDirectories,
): void {
  app.get<{ Params: { resource: string; file: string } }>(
    '/sandbox/ui/:resource/:file',
    async ({ params: { resource, file } }, reply) => {
      const isKnown = manifest.resources.some(({ key }) => key === resource);
      const isFile = file === 'index.html' || file === `${resource}.js`;
      if (!isKnown || !isFile) throw notVisible(`The resource '${resource}/${file}'`);
      return sendFile(reply, join(directories.ui, resource, file));
    },
  );

  app.setNotFoundHandler(async ({ method, url }, reply) => {
    const [pathname = '/'] = url.split(/[?#]/);
    const isPage = !/^\/(sandbox|rest)\//.test(pathname) && (method === 'GET' || method === 'HEAD');
    if (!isPage) throw notModelled(`${method} ${pathname}`);
    return sendPage(reply, directories.web, pathname);
  });
}

async function sendPage(reply: FastifyReply, directory: string, pathname: string) {
  const path = normalize(join(directory, pathname));
  const isInside = path.startsWith(directory + sep);
  const isAsset = pathname.startsWith('/assets/');
  try {
    if (isInside && extname(path) !== '') return await sendFile(reply, path);
  } catch (error) {
    if (isAsset) throw error;
  }
  return sendFile(reply, join(directory, 'index.html'));
}

/** @throws {JiraError} 404 */
async function sendFile(reply: FastifyReply, path: string): Promise<FastifyReply> {
  const content = await readFile(path).catch(() => {
    throw notVisible(`The page`);
  });
  const type = contentTypes[extname(path)] ?? 'application/octet-stream';
  return reply.code(200).type(type).header('cache-control', 'no-cache').send(content);
}
