import type { IncomingMessage } from 'node:http';

const longestForm = 16 * 1024;

/** The reason for which the pages have a text, and the status of the answer. */
const refusals = {
  form_unreadable: 400,
  form_foreign: 403,
  form_of_other_account: 403,
  not_allowed: 403,
  form_too_long: 413,
  form_of_other_type: 415,
} as const;

/** A form that was not sent as this service's pages send it, or not by someone who may. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
  readonly status: number;

  constructor(readonly reason: keyof typeof refusals) {
    super(`form refused: ${reason}`);
    this.status = refusals[reason];
  }
}

/**
 * Reads a form that one of this service's own pages sent.
 * @throws {FormRefused} if another site sent it, or it is too long or not a form
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!isFromThisService(request)) throw new FormRefused('form_foreign');
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/x-www-form-urlencoded')
    throw new FormRefused('form_of_other_type');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestForm) throw new FormRefused('form_too_long');
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
