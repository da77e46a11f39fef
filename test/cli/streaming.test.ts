import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chatRequest } from '../../src/api/assistant';
import type { ChatMessage } from '../../src/api/assistant';
import { askAssistant, latestMessages } from '../../src/cli/assistant/ask-assistant';
import { keepConversation, newConversation } from '../../src/cli/assistant/chat';
import { productionConfiguration } from '../../src/cli/configuration/configuration';
import { keys, openSession } from './support/open-session';
import type { OpenSession } from './support/open-session';
import { makeProject } from './support/project';
import { sendForever } from './support/send-forever';
import { listenLocally } from '../support/local-server';

type Answer = (response: ServerResponse) => void;

let server: Server;
let session: OpenSession;
let answer: Answer;
let isCutOff = false;
let asked: string[] = [];
let folder: string;

beforeEach(async () => {
  isCutOff = false;
  asked = [];
  server = createServer((request, response) => {
    response.on('close', () => (isCutOff ||= !response.writableFinished));
    void text(request).then((body) => {
      asked.push(body);
      answer(response);
    });
  });
  const { url } = await listenLocally(server);
  const owner = { token: 'canary-token', tokenOrigins: [url], userId: 'u', workspaceId: 'w' };
  folder = await makeProject({ ...productionConfiguration, serviceUrl: url, ...owner });
  session = await openSession(folder);
  await session.submit('/nova');
});
afterEach(() => {
  session.close();
  server.close();
  server.closeAllConnections();
});

const stream = { 'content-type': 'text/event-stream' };
const streamed =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, stream).end(text);
const frame = (kind: string, data: object) => `event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;

function ask(): void {
  session.type('hello?');
  session.type(keys.enter);
}

const turns = (count: number, content: string): ChatMessage[] =>
  Array.from({ length: count }, (): ChatMessage[] => [
    { role: 'user', content },
    { role: 'assistant', content },
  ]).flat();

test('of a conversation the latest part is sent that fits, from a question on', () => {
  expect(latestMessages(turns(50, 'x'))).toHaveLength(100);
  const sent = latestMessages([...turns(20, 'é'.repeat(8_000)), { role: 'user', content: 'last' }]);
  expect(Buffer.byteLength(JSON.stringify(sent))).toBeLessThan(256 * 1024);
  expect(sent).toHaveLength(17);
  expect([sent[0]?.role, sent.at(-1)?.content]).toEqual(['user', 'last']);
});

test('an environment’s token that the service refuses is named', async () => {
  answer = (response) => response.writeHead(401).end();
  const { port } = server.address() as AddressInfo;
  const access = {
    url: new URL(`http://127.0.0.1:${port}`),
    token: { value: 'canary-token', source: 'environment' },
    workspaceId: 'w',
    environment: {},
  } as const;
  const { signal } = new AbortController();
  await expect(askAssistant(access, turns(1, 'x'), signal).next()).rejects.toThrow(
    'The service doesn’t accept the token in WDS_TOKEN. Correct it or unset it.',
  );
});

describe('An answer', () => {
  test('is shown as it arrives, and Ctrl+C cancels it: what arrived stays, and the chat goes on', async () => {
    answer = (response) => {
      response.writeHead(200, stream);
      response.write(frame('step', { text: 'Thinking' }) + frame('text', { text: 'Half an ' }));
    };
    ask();
    await session.waitFor(/Half an[^]*Thinking… \(Ctrl\+C cancels\)/);
    session.type(keys.interrupt);
    await session.waitFor(/Half an\s+Canceled\./);
    expect(session.prompt()).toBe('nova ›');
    await expect.poll(() => isCutOff).toBe(true);
    expect(session.hasQuit()).toBe(false);
  });

  test('may be split at any byte', async () => {
    answer = (response) => {
      response.writeHead(200, stream);
      const bytes = Buffer.from(frame('text', { text: 'wide 日本 👩🏽‍💻' }) + frame('done', {}));
      for (const byte of bytes) response.write(Buffer.from([byte]));
      response.end();
    };
    ask();
    await session.waitFor(/wide 日本 👩🏽‍💻/);
  });

  test('changes nothing of the terminal', async () => {
    const text = '\u001B[2Jgone \u001B]0;owned\u0007';
    answer = streamed(frame('text', { text }) + frame('done', {}));
    ask();
    await session.waitFor(/^gone/m);
    expect(session.screen()).not.toContain('owned');
  });

  test('to a long conversation is asked for with its latest part, and the person is told once', async () => {
    const conversation = newConversation({ userId: 'u', workspaceId: 'w' });
    await keepConversation(folder, { ...conversation, messages: turns(60, 'x') });
    await session.submit('/resume');
    await session.waitFor(/Which conversation/);
    session.type(keys.enter);
    await expect.poll(session.isIdle).toBe(true);
    answer = streamed(frame('text', { text: 'Yes.' }) + frame('done', {}));
    await session.submit('again?');
    await session.submit('and again?');
    expect(asked).toHaveLength(2);
    for (const body of asked) {
      const sent = chatRequest.parse(JSON.parse(body)).messages;
      expect([sent[0]?.role, sent.at(-1)?.content]).toEqual([
        'user',
        expect.stringMatching(/again\?$/),
      ]);
    }
    expect(session.screen().match(/sees only its latest part/g)).toHaveLength(1);
  });

  const endless =
    (piece?: string, status = 200): Answer =>
    (response) =>
      sendForever(response.writeHead(status, stream), piece);

  const faults: readonly (readonly [string, Answer, RegExp])[] = [
    [
      'a page of a proxy',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      /other than the assistant/,
    ],
    [
      'a token that is not accepted',
      (response) => response.writeHead(401).end(),
      /doesn’t accept the access token/,
    ],
    [
      'a refusal',
      (response) => response.writeHead(400).end('{"message":"Name the workspace."}'),
      /Name the workspace/,
    ],
    [
      'a connection that breaks off',
      (response) => {
        response.writeHead(200, stream).write(frame('text', { text: 'x' }));
        setImmediate(() => response.destroy());
      },
      /before the answer was complete/,
    ],
    ['an end too early', streamed(frame('text', { text: 'x' })), /before the answer was complete/],
    [
      'an event that is nonsense',
      streamed('event: text\ndata: {{{\n\n'),
      /before the answer was complete/,
    ],
    [
      'an error of the assistant',
      streamed(frame('error', { message: 'Unknown\nat\u200Btribute.\nColour = 1\n^' })),
      /✗ Unknown attribute\.\nColour = 1\n\^/,
    ],
    [
      'steps without an end',
      endless(frame('step', { text: 'x'.repeat(100_000) })),
      /sent more than 4 MB in one answer/,
    ],
    [
      'words without an end',
      endless(frame('text', { text: 'word '.repeat(10_000) })),
      /has more than 100,000 characters, so the rest was left out/,
    ],
    [
      'one word without an end',
      endless(frame('text', { text: 'x'.repeat(50_000) })),
      /has more than 100,000 characters, so the rest was left out/,
    ],
    ['an event without an end', endless('x'.repeat(100_000)), /sent more than 4 MB in one answer/],
    ['a refusal without an end', endless(undefined, 400), /sent more than 4 MB in one answer/],
    [
      'a redirect',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      /other than the assistant/,
    ],
  ];

  test.each(faults)(
    'that fails with %s is explained, then all goes on',
    async (_name, fault, seen) => {
      answer = fault;
      ask();
      await session.waitFor(seen);
      await expect.poll(session.isIdle).toBe(true);
      expect(session.prompt()).toBe('nova ›');
      expect(session.screen()).not.toContain('canary-token');
    },
  );
});
