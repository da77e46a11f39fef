import type { IncomingMessage } from 'node:http';

const longestForm = 16 * 1024;

/** A form that was not sent as this service's pages send it. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
  constructor(readonly status: 400 | 403 | 413 | 415) {
    super(`form refused with status ${status}`);
  }
}

/**
 * Reads a form that one of this service's own pages sent.
 * @throws {FormRefused} if another site sent it, or it is too long or not a form
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!isFromThisService(request)) throw new FormRefused(403);
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded') throw new FormRefused(415);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestForm) throw new FormRefused(413);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

/** Browsers name the page's origin with every form; programs need not. */
function isFromThisService(request: IncomingMessage): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
