import { isUtf8 } from 'node:buffer';
import { MIMEType } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusals/refusal';

export const maximumBodyBytes = 1024 * 1024;
const maximumBodyDepth = 50;

/** An empty body is none, also where its Content-Type says JSON, as some clients send it. */
export function readJsonOnly(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (!namesUtf8(request.headers['content-type'])) done(otherEncoding());
      else if (!isUtf8(bytes)) done(new Refusal(400, invalidJson));
      else {
        const body = withoutMark(bytes.toString('utf8'));
        if (body === '') done(null, undefined);
        else if (isNestedDeeperThan(maximumBodyDepth, body)) done(nestedTooDeep());
        else void parseJson(request, body, done);
      }
    },
  );
}

export const invalidJson = 'The body is not valid JSON.';

const namesOfUtf8: readonly string[] = ['utf-8', 'utf8', 'us-ascii'];

/** Whether a body may be UTF-8 by its Content-Type: where that names no encoding, too. US-ASCII is a part of UTF-8. */
export function namesUtf8(contentType = ''): boolean {
  return namesOfUtf8.includes(findCharset(contentType)?.toLowerCase() ?? 'utf-8');
}

function findCharset(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get('charset') ?? undefined;
  } catch {
    // What names no type names no encoding either.
    return undefined;
  }
}

export function otherEncoding(): Refusal {
  return new Refusal(415, 'Send the body in UTF-8: charset=utf-8.');
}

/** Some editors begin a text with a byte order mark. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
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
