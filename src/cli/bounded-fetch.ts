import { createClient, errorBodyOf, fetchTransport } from '../api/client';
import { CommandFailure } from './failure';
import { printableRefusal } from './printable';

/** Many times what a page of a list takes, or the longest answer of a language model. */
const maximumAnswerBytes = 4 * 1024 * 1024;

/**
 * As `fetch`; an answer that is longer than the limit breaks off while it is read, with a
 * `CommandFailure` that says so, so that a server can't fill the memory.
 */
export async function fetchBounded(
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const answer = await fetch(url, init);
  if (answer.body === null) return answer;
  const { origin } = new URL(answer.url);
  return new Response(answer.body.pipeThrough(limitTo(maximumAnswerBytes, origin)), answer);
}

/** The public API with a token. @throws {ServiceError} `cannotSend` for a token that can't be sent */
export function createServiceClient(url: string, token: string) {
  return createClient({
    transport: fetchTransport(url, { token, fetch: fetchBounded }),
    isPassedThrough: (error) => error instanceof CommandFailure,
  });
}

function limitTo(limitBytes: number, origin: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) controller.enqueue(chunk);
      else controller.error(tooLong(limitBytes, origin));
    },
  });
}

function tooLong(limitBytes: number, origin: string): CommandFailure {
  return new CommandFailure(
    'unavailable',
    `${origin} sent more than ${limitBytes / 1024 / 1024} MB in one answer, so the rest wasn’t read. Check the address, then try again.`,
  );
}

/** The reason in an error reply, fit for a terminal; undefined if there is none to be seen. */
export function reasonIn(text: string): string | undefined {
  const reason = printableRefusal(errorBodyOf(text)?.message ?? '');
  return reason === '' ? undefined : reason;
}
