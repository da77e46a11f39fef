import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContent } from '../../../../src/api/content';
import { startDemoService } from '../../../support/demo-service';
import { demoWorkspaceId, type Service } from '../../../../src/service';
import { sendJson } from '../../../support/send-json';
import { countReplies, statusOf } from '../../../contract/raw-http';

let folder: string;
let service: Service;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unread-'));
  const rateLimits = { perToken: 40, perWorkspace: Infinity };
  service = await startDemoService({
    platform: { port: 0 },
    dataDirectory: folder,
    rateLimits,
    clients: [{ clientId: 'jira', clientSecret: 'x'.repeat(32), name: 'Jira', redirectUris: [] }],
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** What a request says beside its address, and how it is answered before its body has been read. */
interface EarlyAnswer {
  readonly what: string;
  readonly request: string;
  readonly status: number;
  readonly headers?: readonly string[];
  /** How long the body is: 300 kB where absent. */
  readonly bodyBytes?: number;
  readonly isOfPlatform?: boolean;
}

const form = 'Content-Type: application/x-www-form-urlencoded';
const json = 'Content-Type: application/json';
const text = 'Content-Type: text/plain';
const workspace = `wds-workspace-id: ${demoWorkspaceId('IT')}`;
const tokenOf = (account: string) => `Authorization: Bearer demo-${account}-token`;
const platform = '/external/v1/app-platform';

const earlyAnswers: readonly EarlyAnswer[] = [
  { what: 'a form that is too long', request: 'POST /oauth/sign-in', status: 413, headers: [form] },
  { what: 'a form of another type', request: 'POST /oauth/sign-in', status: 415, headers: [text] },
  {
    what: 'a form of another site',
    request: 'POST /oauth/sign-in',
    status: 403,
    headers: [form, 'Origin: https://elsewhere.example'],
  },
  {
    what: 'a form of nobody',
    request: 'POST /account/people',
    status: 303,
    headers: [form],
  },
  {
    what: 'a form for an unknown authorization',
    request: 'POST /oauth/interaction/nothing',
    status: 413,
    headers: [form],
  },
  { what: 'a call without a token', request: 'POST /public/v1/type', status: 401, headers: [json] },
  {
    what: 'a call with a workspace that isn’t there',
    request: 'POST /public/v1/type',
    status: 400,
    headers: [json, tokenOf('admin')],
  },
  {
    what: 'a call that the role forbids',
    request: 'POST /public/v1/type',
    status: 403,
    headers: [json, workspace, tokenOf('member')],
  },
  {
    what: 'a call of an app platform’s developer without a token',
    request: `POST ${platform}/app`,
    status: 401,
    isOfPlatform: true,
  },
  {
    what: 'JSON that is too long',
    request: 'POST /public/v1/type',
    status: 413,
    headers: [json, workspace, tokenOf('admin')],
    bodyBytes: 2_000_000,
  },
  {
    what: 'a body that isn’t JSON',
    request: 'POST /public/v1/type',
    status: 415,
    headers: [text, workspace, tokenOf('admin')],
  },
  {
    what: 'an address that isn’t there',
    request: 'POST /nothing',
    status: 404,
  },
  {
    what: 'JSON to an address that isn’t there',
    request: 'POST /nothing',
    status: 404,
    headers: [json],
  },
  {
    what: 'JSON to an address of the API that isn’t there',
    request: 'POST /public/v1/nothing',
    status: 404,
    headers: [json, workspace, tokenOf('admin')],
  },
  {
    what: 'JSON that is too long for the session of an embedded page',
    request: 'POST /embed/session',
    status: 413,
    headers: [json],
  },
  {
    what: 'JSON that is too long for the content of an embedded page',
    request: 'POST /embed/content',
    status: 413,
    headers: [json],
  },
  {
    what: 'a token that has no requests left',
    request: 'POST /public/v1/type',
    status: 429,
    headers: [json, workspace, tokenOf('lead')],
  },
  {
    what: 'a call that expects something unknown',
    request: 'POST /public/v1/type',
    status: 417,
    headers: [json, 'Expect: something'],
  },
  { what: 'a read with a body', request: 'GET /health', status: 200, headers: [json] },
  {
    what: 'a call of OAuth that is too long',
    request: 'POST /oauth/token',
    status: 400,
    headers: [form],
  },
  { what: 'a call of OAuth that is no form', request: 'POST /oauth/revoke', status: 400 },
  { what: 'a call of OAuth without a token', request: 'POST /oauth/userinfo', status: 401 },
  { what: 'a file that nobody awaits', request: 'PUT /upload/nothing', status: 404 },
  {
    what: 'a bundle that nobody awaits',
    request: 'PUT /upload/nothing',
    status: 404,
    isOfPlatform: true,
  },
  {
    what: 'a bundle that is too long',
    request: 'PUT /upload/nothing',
    status: 413,
    bodyBytes: 200_000_000,
    isOfPlatform: true,
  },
  {
    what: 'a manifest that is too long',
    request: `POST ${platform}/app`,
    status: 413,
    headers: [tokenOf('admin')],
    bodyBytes: 2_000_000,
    isOfPlatform: true,
  },
  { what: 'a page of a bundle', request: 'POST /bundle/a/b', status: 404, isOfPlatform: true },
  {
    what: 'another host name',
    request: 'POST /public/v1/type',
    status: 421,
    headers: ['Host: elsewhere.example'],
  },
];

/** Collects what arrives at a connection. */
class Connection {
  received = '';
  isEnded = false;
  readonly #socket: Socket;

  constructor(readonly url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => (this.received += chunk));
    this.#socket.on('end', () => (this.isEnded = true));
    this.#socket.on('error', () => (this.isEnded = true));
  }

  send(bytes: string): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Whether the reply that arrived says that the connection ends with it. */
  get saysLast(): boolean {
    return /^connection: close\r$/im.test(this.received);
  }

  close(): void {
    this.#socket.destroy();
  }
}

function headOf({ request, headers = [] }: EarlyAnswer, url: string, bodyBytes: number): string {
  const host = headers.some((line) => line.startsWith('Host:'))
    ? []
    : [`Host: ${new URL(url).host}`];
  const lines = [`${request} HTTP/1.1`, ...host, ...headers, `Content-Length: ${bodyBytes}`];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Proxies send the requests of many people through one connection. */
async function expectFreeForOthers(connection: Connection): Promise<void> {
  const replies = connection.saysLast ? 1 : 2;
  connection.send(`GET /health HTTP/1.1\r\nHost: ${new URL(connection.url).host}\r\n\r\n`);
  await expect
    .poll(() => connection.isEnded || countReplies(connection.received) === 2, { timeout: 4_000 })
    .toBe(true);
  expect(countReplies(connection.received)).toBe(replies);
  connection.close();
}

describe('an answer before the body was read keeps nobody else on the connection waiting', () => {
  beforeAll(async () => {
    const address = `${service.url}/public/v1/user/me`;
    for (let count = 0; count < 40; count += 1) {
      await sendJson('GET', address, { token: 'demo-lead-token' });
    }
  });

  async function send(answer: EarlyAnswer, share: number): Promise<Connection> {
    const url = (answer.isOfPlatform === true ? service.platformUrl : service.url) ?? '';
    const { bodyBytes = 300_000 } = answer;
    const connection = new Connection(url);
    const sent = 'x'.repeat(Math.min(bodyBytes, 2_000_000) * share);
    connection.send(headOf(answer, url, bodyBytes) + sent);
    await expect.poll(() => countReplies(connection.received)).toBe(1);
    expect(statusOf(connection.received), connection.received).toBe(answer.status);
    return connection;
  }

  test.each(earlyAnswers)('$what, whose body is there', async (answer) => {
    await expectFreeForOthers(await send(answer, 1));
  });

  test.each(earlyAnswers)('$what, whose body is still coming', async (answer) => {
    const connection = await send(answer, 0.5);
    expect(connection.saysLast).toBe(true);
    await expect.poll(() => connection.isEnded).toBe(true);
    connection.close();
  });

  test('and arrives whole at a client that reads it after it has sent everything', async () => {
    const bytes = 20_000_000;
    const answer = { what: 'a file', request: 'PUT /upload/nothing', status: 404 };
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const piece = 'x'.repeat(100_000);
    socket.write(headOf(answer, service.url, bytes));
    for (let sent = 0; sent < bytes; sent += piece.length) {
      await new Promise((resolve) => socket.write(piece, resolve));
    }
    expect(statusOf(await readText(socket))).toBe(404);
  });

  test('and the connection stays where the whole request was there', async () => {
    const [answer] = earlyAnswers.filter(({ status }) => status === 401);
    const connection = await send({ ...answer!, bodyBytes: 100 }, 1);
    expect(connection.saysLast).toBe(false);
    await expectFreeForOthers(connection);
  });
});

test('a file that can’t be kept keeps nobody else on the connection waiting', async () => {
  const announced = { fileName: 'a.txt', fileSize: 3_000_000, contentType: 'text/plain' };
  const { body } = await sendJson('POST', `${service.url}/public/v1/content`, {
    token: 'demo-admin-token',
    workspaceId: demoWorkspaceId('IT'),
    body: announced,
  });
  const { presignedUrl } = createContent.reply!.parse(body);
  await rm(join(folder, 'files', '.incoming'), { recursive: true });
  const request = `PUT ${new URL(presignedUrl).pathname}`;
  const headers = [text, 'Content-Disposition: attachment; filename=a.txt'];
  const connection = new Connection(service.url);
  const what = 'a file that can’t be kept';
  const head = headOf({ what, request, status: 500, headers }, service.url, announced.fileSize);
  connection.send(head + 'x'.repeat(announced.fileSize));
  await expect.poll(() => statusOf(connection.received)).toBe(500);
  await expectFreeForOthers(connection);
});
