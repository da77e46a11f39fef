import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../api/error-body';
import { Refusal } from '../refusal';
import { toStorable } from '../values/searchable-text';

/** What Fastify refuses by itself, in our words: its own texts name its internals. */
const refusedRequests: Partial<Record<string, readonly [number, string]>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'The body must be JSON: send Content-Type application/json.'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is too large: send at most 1 MB.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body is empty: send JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as Content-Length says.'],
  FST_ERR_BAD_URL: [400, 'The address of the request is not valid.'],
};

/**
 * Answers every error with the service's error body, and keeps what only concerns the service
 * (statements, stacks, causes) in its log.
 * @see spec, "Error body"
 */
export function answerErrors(app: FastifyInstance, clock: () => Date): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal === undefined) {
      request.log.error({ err: error }, 'A call failed inside the service.');
      return sendError(request, reply, 500, { message: 'The service failed to answer. Try again.' });
    }
    if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer');
    return sendError(request, reply, refusal.status, {
      message: refusal.message,
      ...refusal.detail,
    });
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, 404, { message: 'There is nothing at this address.' }),
  );

  function sendError(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    body: Omit<ErrorBody, 'timestamp' | 'path'>,
  ) {
    const [path = '/'] = request.url.split('?');
    const errorBody: ErrorBody = {
      timestamp: clock().toISOString(),
      ...body,
      message: toStorable(body.message),
      path,
    };
    return reply.code(status).send(errorBody);
  }
}

interface RefusedRequest {
  readonly status: number;
  readonly message: string;
  readonly detail?: Refusal['detail'];
}

function toRefusal(error: unknown): RefusedRequest | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const refused = refusedRequests[code];
  if (refused !== undefined) return { status: refused[0], message: refused[1] };
  const status = 'statusCode' in error ? error.statusCode : undefined;
  return status === 400 ? { status, message: 'The request is not valid.' } : undefined;
}
