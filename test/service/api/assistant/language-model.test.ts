import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ModelFailure, askModel } from '../../../../src/service/api/assistant/language-model';
import type { ModelPiece } from '../../../../src/service/api/assistant/language-model';
import { closeServer } from '../../../support/local-server';

/** A stand-in of the chat-completions API, over HTTP. */
let server: Server;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => closeServer(server));

const open = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
const data = (content: unknown) => `data: ${JSON.stringify(content)}\n\n`;
const delta = (content: object, finish?: string) =>
  data({ choices: [{ index: 0, delta: content, finish_reason: finish ?? null }] });
const done = 'data: [DONE]\n\n';

/** What arrived, and how it failed if it did. */
async function listen(signal = new AbortController().signal, onPiece = () => undefined as unknown) {
  const { port } = server.address() as AddressInfo;
  const model = { url: `http://127.0.0.1:${port}/v1/`, key: 'secret-key', model: 'm' };
  const pieces: ModelPiece[] = [];
  try {
    for await (const piece of askModel(model, [], [], signal)) {
      pieces.push(piece);
      onPiece();
    }
    return { pieces, failure: undefined };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { pieces, failure: error.message };
  }
}

const textOf = (pieces: readonly ModelPiece[]) =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');

describe('An answer of a language model', () => {
  test('is handed on while it is still being said', async () => {
    let finish = () => undefined as unknown;
    answer = (response) => {
      open(response).write(delta({ content: 'first' }));
      finish = () => response.end(delta({ content: ' last' }, 'stop') + done);
    };
    // Without its first piece it would never end.
    const { pieces, failure } = await listen(undefined, () => finish());
    expect([textOf(pieces), failure]).toEqual(['first last', undefined]);
  });

  test('may be split at any byte', async () => {
    answer = (response) => {
      open(response);
      for (const byte of Buffer.from(delta({ content: '日本 👩🏽‍💻' }) + done)) {
        response.write(Buffer.from([byte]));
      }
      response.end();
    };
    expect(textOf((await listen()).pieces)).toBe('日本 👩🏽‍💻');
  });

  test('asks for several tools whose arguments arrive bit by bit', async () => {
    const call = (index: number, id: string | undefined, given: string) => ({
      tool_calls: [
        {
          index,
          ...(id !== undefined && { id }),
          function: { ...(id !== undefined && { name: 'search_objects' }), arguments: given },
        },
      ],
    });
    answer = (response) =>
      open(response).end(
        delta(call(0, 'a', '{"que')) +
          delta(call(1, 'b', '')) +
          delta(call(0, undefined, 'ry":1}')) +
          delta(call(1, undefined, '{}'), 'tool_calls') +
          done,
      );
    const { pieces } = await listen();
    expect(pieces).toEqual([
      {
        kind: 'calls',
        calls: [
          {
            id: 'a',
            type: 'function',
            function: { name: 'search_objects', arguments: '{"query":1}' },
          },
          { id: 'b', type: 'function', function: { name: 'search_objects', arguments: '{}' } },
        ],
      },
    ]);
  });

  test('is complete once the model says why it stopped, also without [DONE]', async () => {
    answer = (response) => open(response).end(delta({ content: 'x' }, 'stop'));
    expect(await listen()).toMatchObject({ failure: undefined });
  });

  const half = delta({ content: 'half' });
  const faults: readonly (readonly [string, (response: ServerResponse) => void, string, RegExp])[] =
    [
      ['ends without saying so', (response) => open(response).end(half), 'half', /broke off/],
      [
        'is cut off',
        (response) => open(response).write(half, () => setImmediate(() => response.destroy())),
        'half',
        /broke off/,
      ],
      [
        'reaches the model’s limit',
        (response) => open(response).end(half + delta({}, 'length') + done),
        'half',
        /too long/,
      ],
      [
        'is an error in the middle',
        (response) => open(response).end(half + data({ error: { message: 'secret-key' } })),
        'half',
        /can’t be understood/,
      ],
      [
        'is a page of a proxy',
        (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
        '',
        /other than a language model/,
      ],
      [
        'is no stream',
        (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
        '',
        /other than a language model/,
      ],
      ['is refused', (response) => response.writeHead(429).end(), '', /status 429/],
      [
        'is a redirect',
        (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
        '',
        /can’t be reached/,
      ],
    ];

  test.each(faults)('that %s fails, and keeps what was said', async (_name, fault, kept, why) => {
    answer = fault;
    const { pieces, failure } = await listen();
    expect([textOf(pieces), failure]).toEqual([kept, expect.stringMatching(why)]);
    expect(failure).not.toMatch(/secret-key|127\.0/);
  });

  test('that nobody waits for any more ends', async () => {
    answer = (response) => open(response).write(half);
    const left = new AbortController();
    expect((await listen(left.signal, () => left.abort())).failure).toMatch(/broke off/);
  });

  test('that goes on and on ends after two minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    answer = (response) => open(response).write(half);
    const { failure } = await listen(undefined, () => vi.advanceTimersByTime(120_000));
    vi.useRealTimers();
    expect(failure).toMatch(/broke off/);
  }, 2_000);
});
