import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectFailure, makeProject, manifestOf, platformAt, run } from './support/project';
import { sendForever } from './support/send-forever';
import { closeServer, listenLocally } from '../support/local-server';

const appId = '11111111-1111-4111-8111-111111111111';
const build = (last: number, version: string) => ({
  id: `22222222-2222-4222-8222-22222222222${last}`,
  version,
  bundleStatus: 'READY',
  isPromoted: false,
  serveUrl: 'http://localhost/',
  createdAt: '2026-01-02T03:04:05.000Z',
});
const [first, second] = [build(1, '1.0.0'), build(2, '2.0.0')];

let server: Server;
let folder: string;
let promoted: typeof first | null;
let isGone: boolean;
let isEndless: boolean;
let name: string;
let registerUrl: string | undefined;
/** What becomes of a promote. */
let answer: (response: ServerResponse) => void;

const page = (...result: unknown[]) =>
  JSON.stringify({ total: result.length, pageSize: 50, isLast: true, result });

beforeEach(async () => {
  promoted = first;
  isGone = false;
  name = 'Map';
  isEndless = false;
  registerUrl = undefined;
  server = createServer(({ method, url = '' }, response) => {
    if (isGone) response.destroy();
    else if (isEndless) sendForever(response);
    else if (method === 'POST') answer(response);
    else if (url.includes('/version')) response.end(page(second, first));
    else {
      const app = { id: appId, appKey: 'com.example.map', name, status: 'PROMOTED' };
      response.end(page({ ...app, registerUrl, latestVersion: second, promotedVersion: promoted }));
    }
  });
  const { url } = await listenLocally(server);
  const manifest = manifestOf('com.example.map', '2.0.0');
  folder = await makeProject(platformAt(url), { 'manifest.yaml': manifest });
});
afterEach(() => closeServer(server));

/** What a promote does whose answer is lost. */
const losesItsAnswer: typeof answer = (response) => {
  promoted = second;
  response.destroy();
};

test('a promote whose answer is lost succeeds where customers get the version', async () => {
  answer = losesItsAnswer;
  const { exitCode, out } = await run(folder, ['app', 'promote']);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/2\.0\.0 .* instead of 1\.0\.0/)]);
});

test('a promote of an app that isn’t registered says so, even where its answer is lost', async () => {
  registerUrl = 'https://service.example/account/apps';
  answer = (response) => response.destroy();
  const lost = await run(folder, ['app', 'promote']);
  expect(lost.error).toMatch(/Customers get nothing until you register the app\./);
  answer = losesItsAnswer;
  const { exitCode, out } = await run(folder, ['app', 'promote']);
  expect(exitCode).toBe(0);
  expect(out).toContain(`register the app at ${registerUrl}`);
});

test('a promote that did not arrive says what customers still get, and that it can be repeated', async () => {
  answer = (response) => response.destroy();
  const said = /Customers still get version 1\.0\.0\.[^]*promote command again to be sure/;
  await expectFailure(run(folder, ['app', 'promote']), 5, said);
});

test('a promote after which nothing can be reached says what may be', async () => {
  answer = (response) => {
    isGone = true;
    response.destroy();
  };
  const said = /Customers might already get version 2\.0\.0\.[^]*lways safe/;
  await expectFailure(run(folder, ['app', 'promote']), 5, said);
});

test('Ctrl+C during a promote says what may be', async () => {
  const stop = new AbortController();
  answer = () => stop.abort();
  const running = run(folder, ['app', 'promote'], { signal: stop.signal });
  await expectFailure(running, 130, /Canceled\.[^]*might already get version 2\.0\.0/);
});

test('a promote that is refused says why, and no more', async () => {
  answer = (response) => response.writeHead(400).end('{"message":"Not like this."}');
  const { exitCode, error } = await run(folder, ['app', 'promote']);
  expect([exitCode, error]).toEqual([6, '✗ Not like this.\n']);
});

test('an app’s name stays in its row and changes nothing of the terminal', async () => {
  name = 'Map\u001B[2J\u009B31m\u202E\u2028\r\nPaid  PROMOTED\tcom.example.bank';
  const { out } = await run(folder, ['app', 'list']);
  expect(out).toBe(
    [
      'Name                                Status    App key',
      'Map Paid PROMOTED com.example.bank  PROMOTED  com.example.map',
      '',
    ].join('\n'),
  );
  answer = (response) => response.destroy();
  expect((await run(folder, ['app', 'promote'])).error).not.toMatch(/\p{Bidi_Control}/u);
});

test('JSON holds an app’s name as it is, with escapes for what a terminal acts on', async () => {
  name = 'Map\u001B\u007F\u009B31m\u061C\u202E\u2066\u2028é日';
  const { out } = await run(folder, ['app', 'list', '--json']);
  expect(out).toContain('"Map\\u001b\\u007f\\u009b31m\\u061c\\u202e\\u2066\\u2028é日"');
  expect(JSON.parse(out)).toMatchObject([{ name }]);
});

test('an answer without an end is left after 4 MB', async () => {
  isEndless = true;
  const said = /^✗ http:\/\/127\.0\.0\.1:\d+ sent more than 4 MB in one answer, so/;
  await expectFailure(run(folder, ['app', 'list']), 5, said);
});
