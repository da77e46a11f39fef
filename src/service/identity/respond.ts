import type { ServerResponse } from 'node:http';
import { pageHeaders } from './pages/layout';

export interface PageReply {
  readonly status: number;
  readonly page: string;
  /** Origins that the page's form may lead to besides this service. */
  readonly formTargets?: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
}

export function sendPage(response: ServerResponse, reply: PageReply): void {
  const { status, page, formTargets, retryAfterSeconds } = reply;
  if (retryAfterSeconds !== undefined) response.setHeader('Retry-After', retryAfterSeconds);
  response.writeHead(status, pageHeaders(formTargets)).end(page);
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}
