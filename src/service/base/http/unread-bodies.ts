import type { FastifyInstance } from 'fastify';

/** Leaves the bodies of requests, of whatever type, for the routes of `app` to read from the request itself. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
}
