import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { packBundle } from '../../src/cli/apps/bundle';
import {
  deployable,
  expectFailure,
  makeFolder,
  makeProject,
  manifestOf,
  platformAt,
  run,
} from './support/project';
import { sendForever } from './support/send-forever';
import { closeServer, listenLocally } from '../support/local-server';

type Fault = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
let url: string;
let folder: string;
/** What arrived: method, path, authorization. */
let calls: string[];
let bodies: Buffer[];
let fault: { at: number; answer: Fault } | undefined;
const secretPath = '/upload/presigned-canary';
const token = 'token-canary';
const manifest = manifestOf('com.example.map');

beforeEach(async () => {
  calls = [];
  bodies = [];
  fault = undefined;
  server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'none'}`);
    const number = calls.length;
    if (fault?.at === number) {
      fault.answer(response, request);
      return;
    }
    void buffer(request).then((body) => {
      bodies.push(body);
      const reply = replies()[number - 1];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  ({ url } = await listenLocally(server));
  folder = await makeProject(platformAt(url, token), deployable({ 'manifest.yaml': manifest }));
});
afterEach(() => closeServer(server));

const appId = '11111111-1111-4111-8111-111111111111';
const versionId = '22222222-2222-4222-8222-222222222222';
const base = `/external/v1/app-platform/app/${appId}/version/${versionId}`;
const replies = () => [
  { id: versionId, appId, version: '1.0.0' },
  { presignedUrl: url + secretPath },
  {},
  { bundleLocation: 'x', bundleStatus: 'READY', serveUrl: `${url}/bundle/` },
];

test('a deploy makes the four calls in their order, the token on three of them, the manifest byte for byte', async () => {
  expect((await run(folder, ['app', 'deploy'])).exitCode).toBe(0);
  expect(calls).toEqual([
    `POST /external/v1/app-platform/app Bearer ${token}`,
    `POST ${base}/bundle/upload-url Bearer ${token}`,
    `PUT ${secretPath} none`,
    `POST ${base}/bundle/finalize Bearer ${token}`,
  ]);
  expect(bodies[0]?.toString()).toBe(manifest);
  expect(bodies[2]?.subarray(0, 2).toString()).toBe('PK');
});

const json = { 'content-type': 'application/json' };
const elsewhere = { location: 'http://127.0.0.1:9/' };
const answering =
  (status: number, body?: object): Fault =>
  (response) =>
    response.writeHead(status, json).end(body && JSON.stringify(body));
const faults: readonly (readonly [name: string, answer: Fault, exitCode: number])[] = [
  ['the connection is cut', (response) => response.destroy(), 5],
  [
    'the connection is cut in the middle',
    (response, request) =>
      request.once('data', () => response.destroy()).on('end', () => response.destroy()),
    5,
  ],
  ['the service fails', (response) => response.writeHead(503).end('<html>busy'), 5],
  ['the token is revoked', answering(401, { message: 'no' }), 3],
  ['it is refused', answering(400, { message: 'Not\r\nlike\u200B\u2060\uFEFF this.' }), 6],
  ['a proxy answers with a page', (response) => response.writeHead(200).end('<html>Sign in'), 5],
  ['the answer has another shape', answering(200, { id: 1 }), 5],
  ['it is redirected', (response) => response.writeHead(302, elsewhere).end(), 5],
  ['the answer has no end', (response) => sendForever(response.writeHead(200, json)), 5],
  ['a refusal has no end', (response) => sendForever(response.writeHead(400, json)), 5],
  ['there were too many requests', (response) => response.writeHead(429).end(), 6],
];
const apiSteps = [1, 2, 4] as const;
const cases = faults.flatMap(([name, answer, exitCode]) =>
  apiSteps.map((at) => ({ at, name, answer, exitCode })),
);

function truthAfter(at: (typeof apiSteps)[number], isTransient: boolean): RegExp {
  if (at === 4 && isTransient) {
    return /you might already get it\. Your customers still get the same build as before/;
  }
  if (at === 1 && !isTransient) return /\nNothing changed on the server\.\n$/;
  return /you and your customers get the same build as before/;
}

describe('A deploy that stops', () => {
  test.each(cases)(
    'at step $at because $name says where, what is true now, and how to go on',
    async ({ at, answer, exitCode }) => {
      fault = { at, answer };
      const stopped = await run(folder, ['app', 'deploy']);
      expect(stopped.exitCode).toBe(exitCode);
      expect(stopped.error).toMatch(new RegExp(`The deployment stopped at step ${at} of 4, `));
      const isTransient = exitCode === 5;
      expect(stopped.error).toMatch(truthAfter(at, isTransient));
      const advice = '\nRun the deploy command again. That’s always safe.\n';
      expect(stopped.error.includes(advice)).toBe(isTransient);
      expect(stopped.error).not.toMatch(/canary|[\u200B\u2060\uFEFF]/);
      if (exitCode === 6) expect(stopped.error).toMatch(/Not like this\.\n|too many requests/);
      expect(calls.length).toBe(at);
    },
  );

  test.each<[string, number, Fault]>([
    ['is cut off', 5, (response) => response.destroy()],
    ['is refused', 6, (response) => response.writeHead(403).end('presigned-canary')],
    ['is refused without an end', 6, (response) => sendForever(response.writeHead(403))],
    ['is redirected', 6, (response) => response.writeHead(307, elsewhere).end()],
  ])('since its upload %s names no address in doing so', async (_name, exitCode, answer) => {
    fault = { at: 3, answer };
    const stopped = await run(folder, ['app', 'deploy']);
    expect(stopped.exitCode).toBe(exitCode);
    expect(stopped.error).toMatch(
      /step 3 of 4, uploading the bundle[^]*Run the deploy command again/,
    );
    expect(stopped.error + stopped.out).not.toMatch(/canary/);
  });

  test.each([400, 413])(
    'since its upload is refused with %i shows the reason, and doesn’t ask to send it again',
    async (status) => {
      const body = {
        timestamp: '',
        path: secretPath,
        message: 'There is\nno\u200B \u001B[2J\uFEFFroom.',
      };
      fault = { at: 3, answer: answering(status, body) };
      const { exitCode, error } = await run(folder, ['app', 'deploy']);
      expect(exitCode).toBe(6);
      expect(error).toMatch(/step 3 of 4.*The storage refused the upload: There is no room\.\n/);
      expect(error).not.toMatch(/Run the deploy command again|canary/);
    },
  );

  test('since the bundle cannot be served says why', async () => {
    const problem = 'It has\n\u001B[2Ja\u2060 link.';
    const failed = { bundleLocation: 'x', bundleStatus: 'FAILED', serveUrl: null, problem };
    fault = { at: 4, answer: answering(200, failed) };
    await expectFailure(run(folder, ['app', 'deploy']), 6, /step 4 of 4[^]*It has a link\./);
  });

  test('since nothing listens says that nothing can be reached', async () => {
    server.close();
    server.closeAllConnections();
    await expectFailure(run(folder, ['app', 'deploy']), 5, /can’t be reached/);
  });

  test.each([1, 2, 3, 4])('at Ctrl+C in step %i ends at once with 130', async (at) => {
    const stop = new AbortController();
    fault = { at, answer: () => stop.abort() };
    const running = run(folder, ['app', 'deploy'], { signal: stop.signal });
    await expectFailure(running, 130, new RegExp(`step ${at} of 4.*Canceled`));
  });

  test('at an upload address without encryption sends nothing there', async () => {
    const presignedUrl = 'http://storage.example/presigned-canary';
    fault = { at: 2, answer: answering(200, { presignedUrl }) };
    const { exitCode, error } = await run(folder, ['app', 'deploy']);
    expect([exitCode, calls.length]).toEqual([4, 2]);
    expect(error).not.toMatch(/canary/);
  });
});

describe('A build folder', () => {
  test('packs the same bytes for the same files, in whatever order and at whatever time they were written', async () => {
    const one = await makeFolder({ 'index.html': 'x', 'b.js': '1', 'a/c.js': '2', 'ä.txt': '3' });
    const other = await makeFolder({ 'ä.txt': '3', 'a/c.js': '2', 'b.js': '1', 'index.html': 'x' });
    const { signal } = new AbortController();
    const digestOf = async (folder: string) =>
      (await packBundle({ folder, included: [], signal })).digest;
    expect(await digestOf(one)).toBe(await digestOf(other));
  });

  test('is canceled while it packs', async () => {
    const folder = await makeFolder({ 'index.html': Buffer.alloc(8_000_000, 'x') });
    const stop = new AbortController();
    const packing = packBundle({ folder, included: [], signal: stop.signal }, () => stop.abort());
    await expect(packing).rejects.toMatchObject({ code: 'interrupted' });
  });
});
