import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../api/error-body';
import {
  DatabaseBusy,
  DatabaseEnded,
  DatabaseUnavailable,
  StatementCancelled,
} from '../database/database';
import { isDiskFull } from '../database/full-disk';
import { renderErrorPage } from '../html/error-page';
import { pageHeaders } from '../html/layout';
import { describeFault } from '../monitoring/log';
import { Refusal, RetryLater } from '../refusals/refusal';
import { toStorable } from '../refusals/storable-inputs';
import { invalidJson } from './request-bodies';
import { NoRoomForAnswer } from './unsent-answers';

/** What Fastify refuses by itself, in our words: its own texts name its internals. */
const refusedRequests: Partial<Record<string, readonly [number, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'The body must be JSON: send Content-Type application/json.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large: send at most 1 MB.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty: send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, invalidJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The length of the body doesn’t match Content-Length.'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'There is nothing at this address.'],
  FST_ERR_BAD_URL: [400, 'The request’s address isn’t valid.'],
};

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

interface ErrorReplies {
  readonly clock: () => Date;
  /** Everything below this path is for programs. */
  readonly apiPath: string;
  /** The page at which people can go on from an error. */
  readonly homeAddress: string;
}

/**
 * Returns what answers every error, and keeps what only concerns the service (statements, stacks,
 * causes) in its log. Programs get the service's error body, people in a browser get a page.
 * @see docs/service-api.md, "Errors"
 */
export function createErrorHandler({ clock, apiPath, homeAddress }: ErrorReplies): ErrorHandler {
  return (error, request, reply) => {
    if (isForPage(request, apiPath)) {
      sendErrorPage(error, request, reply, homeAddress);
      return;
    }
    const { message, detail } = beginErrorReply(error, request, reply);
    const body: ErrorBody = {
      timestamp: clock().toISOString(),
      message: toStorable(message),
      path: pathOf(request.url),
      ...detail,
    };
    void reply.send(body);
  };
}

/** Answers an error with a page, also to a form. @param homeAddress where people can go on, if anywhere */
export function sendErrorPage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  homeAddress?: string,
): void {
  const { status, message } = beginErrorReply(error, request, reply);
  const page = renderErrorPage({
    ...pageErrorOf(status, message),
    ...(homeAddress !== undefined && { homeAddress }),
  });
  void reply.headers(pageHeaders()).send(page);
}

/** Logs a fault of the service, sets the status and its headers, and returns what the body should say. */
export function beginErrorReply(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): RefusedRequest {
  const refused = findRefusal(error);
  if (refused === undefined || ownFaults.includes(refused)) {
    request.log.error(describeFault(error), 'A call failed inside the service.');
  }
  if (error instanceof RetryLater) void reply.header('retry-after', error.retryAfterSeconds);
  if (refused?.status === 503) void reply.header('retry-after', busyRetryAfterSeconds);
  const answer = refused ?? internalFault;
  if (answer.status === 401) void reply.headers(challenge(request.headers));
  void reply.code(answer.status);
  return answer;
}

/** How a 401 asks for a token; it says that the token is at fault only where one was sent. @see RFC 6750, section 3.1 */
export function challenge({ authorization = '' }: IncomingMessage['headers']) {
  const isSent = /^Bearer +\S/i.test(authorization.trim());
  return { 'www-authenticate': isSent ? 'Bearer error="invalid_token"' : 'Bearer' };
}

/** Whether a person opened an address that isn't for programs: these take whatever comes. */
export function isForPage(
  {
    method,
    url = '/',
    headers: { accept = '' },
  }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  apiPath: string,
): boolean {
  const path = pathOf(url);
  const isOfApi = path === apiPath || path.startsWith(`${apiPath}/`);
  return (method === 'GET' || method === 'HEAD') && accept.includes('text/html') && !isOfApi;
}

/** Without the query. */
export function pathOf(url: string): string {
  return url.split('?')[0] ?? '/';
}

function pageErrorOf(status: number, message: string) {
  if (status >= 500) return { error: 'server_error', text: message };
  return { error: status === 404 ? 'not_found' : 'bad_address' };
}

interface RefusedRequest {
  readonly status: number;
  readonly message: string;
  readonly detail?: Refusal['detail'];
}

const internalFault: RefusedRequest = {
  status: 500,
  message: 'The service failed to answer. Try again.',
};

const busyRetryAfterSeconds = 5;
const busy: RefusedRequest = {
  status: 503,
  message: 'The service is busy. Wait a few seconds, then try again.',
};

const unavailable: RefusedRequest = {
  status: 503,
  message: 'The service can’t reach its database right now. Wait a few seconds, then try again.',
};

const full: RefusedRequest = {
  status: 503,
  message: 'The service has run out of disk space, so nothing was changed. Tell whoever runs it.',
};

/** What whoever runs the service has to know of. */
const ownFaults: readonly RefusedRequest[] = [unavailable, full];

function findRefusal(error: unknown): RefusedRequest | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseBusy || error instanceof StatementCancelled) return busy;
  if (error instanceof NoRoomForAnswer) return busy;
  if (error instanceof DatabaseUnavailable || error instanceof DatabaseEnded) return unavailable;
  if (isDiskFull(error)) return full;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const refused = refusedRequests[code];
  if (refused !== undefined) return { status: refused[0], message: refused[1] };
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return status === 400 ? { status, message: 'The request is not valid.' } : undefined;
}
