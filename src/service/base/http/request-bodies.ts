import type { FastifyInstance } from 'fastify';

/** Leaves the bodies of requests, of whatever type, for the routes of `app` to read from the request itself. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
}

/** Whether arrays and objects stand in each other more than `maximum` deep; text may hold brackets. */
export function isNestedDeeperThan(maximum: number, json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') isText = !isText;
    else if (isText) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maximum) return true;
  }
  return false;
}
