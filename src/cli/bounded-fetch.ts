import { fetch as fetchWith } from 'undici';
import type { Dispatcher } from 'undici';
import { createClient, errorBodyOf, fetchTransport } from '../api/client';
import { CommandFailure } from './failure';
import { printableRefusal } from './printable';
import { createProxy } from './proxy';
import type { Environment } from './proxy';

/** Many times what a page of a list takes, or the longest answer of a language model. */
const maximumAnswerBytes = 4 * 1024 * 1024;

/**
 * Returns a `fetch` that goes through the proxy of the environment, if there is one. An answer that is longer
 * than the limit breaks off while it is read, with a `CommandFailure` that says so, so that a server can't fill
 * the memory.
 * @throws {CommandFailure} `project` for a proxy that can't be one
 */
export function createBoundedFetch(environment: Environment): typeof fetch {
  const proxy = createProxy(environment);
  return async (input, init) => {
    const answer =
      proxy === undefined
        ? await fetch(input, init)
        : await fetchThroughProxy(proxy, new Request(input, init));
    if (answer.body === null) return answer;
    const { origin } = new URL(input instanceof Request ? input.url : input);
    return new Response(answer.body.pipeThrough(limitTo(maximumAnswerBytes, origin)), answer);
  };
}

async function fetchThroughProxy(proxy: Dispatcher, request: Request): Promise<Response> {
  const { url, method, headers, redirect, signal } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  const options = { method, headers: [...headers], body, redirect, signal, dispatcher: proxy };
  const answer = await fetchWith(url, options).catch((cause: unknown) => {
    throw signal.aborted ? cause : unreachable(new URL(url), cause);
  });
  const { status, statusText } = answer;
  const received = answer.body === null ? null : streamOf(answer.body);
  return new Response(received, { status, statusText, headers: [...answer.headers] });
}

function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: async () => {
      await iterator.return?.();
    },
  });
}

function unreachable({ origin }: URL, cause: unknown): CommandFailure {
  return new CommandFailure(
    'unavailable',
    `${origin} can’t be reached. HTTPS_PROXY names a proxy: check its address and your connection, then try again.`,
    { cause },
  );
}

/** The public API with a token. @throws {ServiceError} `cannotSend` for a token that can't be sent */
export function createServiceClient(url: string, token: string, environment: Environment) {
  return createClient({
    transport: fetchTransport(url, { token, fetch: createBoundedFetch(environment) }),
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
