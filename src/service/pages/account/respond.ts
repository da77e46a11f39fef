import type { ServerResponse } from 'node:http';
import { pageHeaders } from '../../base/html/layout';
import type { PagePolicy } from '../../base/html/layout';

interface PageReply extends PagePolicy {
  readonly status: number;
  readonly page: string;
  readonly retryAfterSeconds?: number | undefined;
}

export function sendPage(response: ServerResponse, reply: PageReply): void {
  const { status, page, retryAfterSeconds } = reply;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  response.writeHead(status, pageHeaders(reply)).end(page);
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}
