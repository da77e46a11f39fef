import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal';

export const maximumBodyBytes = 1024 * 1024;
const maximumBodyDepth = 50;

/** An empty body is none, also where its Content-Type says JSON, as some clients send it. */
export function readJsonOnly(app: FastifyInstance): void {
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

/** Whether arrays and objects stand in each other more than `maximum` deep; text may hold brackets. */
function isNestedDeeperThan(maximum: number, json: string): boolean {
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

/** Leaves the bodies of requests, of whatever type, for the routes of `app` to read from the request itself. */
export function leaveBodiesUnread(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
}
