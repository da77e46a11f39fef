import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleUpload, deployedVersion, finalizedBundle } from '../../../../src/api/app-platform';
import { createContent } from '../../../../src/api/content';
import { createToken } from '../../../../src/api/token';
import { demoWorkspaceId, type Service } from '../../../../src/service';
import { startDemoService } from '../../../support/demo-service';
import { sendJson } from '../../../support/send-json';
import { packZip } from '../../app-platform/pack-zip';
import { manifestOf, newKey } from '../../app-platform/use-platform';

let service: Service;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  service = await startDemoService({
    platform: { port: 0 },
    dataDirectory: folder,
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** A file that the service awaits. */
interface Awaited {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  /** Whether the service has all of it, once it has arrived. */
  isWhole(): Promise<boolean>;
}

const adminToken = 'demo-admin-token';

async function post(url: string, rawBody?: string, token = adminToken): Promise<unknown> {
  const sent = { token, workspaceId: demoWorkspaceId('IT'), rawBody };
  const { status, body } = await sendJson('POST', url, sent);
  expect(status).toBe(200);
  return body;
}

async function awaitContent(token = adminToken): Promise<Awaited> {
  const bytes = Buffer.alloc(300_000, 'x');
  const file = { fileName: 'a.txt', fileSize: bytes.length, contentType: 'text/plain' };
  const announced = await post(`${service.url}/public/v1/content`, JSON.stringify(file), token);
  const { presignedUrl } = createContent.reply!.parse(announced);
  const headers = {
    'content-type': 'text/plain',
    'content-disposition': 'attachment; filename=a.txt',
  };
  const isWhole = async () => (await sizesUnder('contents')).includes(bytes.length);
  return { url: presignedUrl, headers, bytes, isWhole };
}

async function awaitBundle(token = adminToken): Promise<Awaited> {
  const base = `${service.platformUrl}/external/v1/app-platform/app`;
  const deployed = await post(base, manifestOf(newKey()));
  const { id, appId } = deployedVersion.parse(deployed);
  const bundle = `${base}/${appId}/version/${id}/bundle`;
  const { presignedUrl } = bundleUpload.parse(await post(`${bundle}/upload-url`, undefined, token));
  const bytes = await packZip({
    'index.html': 'x',
    'a.txt': randomBytes(100_000).toString('base64'),
  });
  const isWhole = async () =>
    finalizedBundle.parse(await post(`${bundle}/finalize`)).bundleStatus === 'READY';
  return { url: presignedUrl, headers: {}, bytes, isWhole };
}

const kinds = [
  { kind: 'a file', open: awaitContent, isLengthSaid: true },
  { kind: 'the bundle of an app', open: awaitBundle, isLengthSaid: true },
  { kind: 'a bundle of a length that nobody said', open: awaitBundle, isLengthSaid: false },
];

/** The files of the store below a place, by their sizes. */
async function sizesUnder(place: string): Promise<number[]> {
  const root = join(folder, 'files', place);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
}

/** Sends the first bytes, and no more. */
async function begin(
  { url, headers, bytes }: Awaited,
  count: number,
  isLengthSaid: boolean,
): Promise<ClientRequest> {
  const length = isLengthSaid
    ? { 'content-length': String(bytes.length) }
    : { 'transfer-encoding': 'chunked' };
  const sending = request(url, { method: 'PUT', headers: { ...headers, ...length } });
  sending.on('error', () => undefined);
  sending.flushHeaders();
  if (count > 0) sending.write(bytes.subarray(0, count));
  await expect.poll(() => sizesUnder('.incoming')).toContain(count);
  return sending;
}

const sendWhole = async ({ url, headers, bytes }: Awaited) =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status;

test.each(kinds)(
  'An upload of $kind is refused at its end if the token behind it was revoked meanwhile',
  async ({ open, isLengthSaid }) => {
    const before = await sizesUnder('.');
    const address = `${service.url}/public/v1/token`;
    const created = createToken.reply!.parse(await post(address, '{"name":"For one upload"}'));
    const awaited = await open(created.token);
    const sending = await begin(awaited, 1_000, isLengthSaid);
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    await sendJson('DELETE', `${address}/${created.id}`, { token: adminToken });
    sending.end(awaited.bytes.subarray(1_000));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(404);
    await expect.poll(() => sizesUnder('.')).toEqual(before);
  },
);

describe.each(kinds)('An upload of $kind that is cut off', ({ open, isLengthSaid }) => {
  test.each([
    ['before its first byte', () => 0],
    ['in the middle', (length: number) => Math.floor(length / 2)],
    ['before its last byte', (length: number) => length - 1],
  ])('%s leaves nothing behind, and can be sent again', async (_, countOf) => {
    const before = await sizesUnder('.');
    const awaited = await open();
    const sending = await begin(awaited, countOf(awaited.bytes.length), isLengthSaid);
    sending.destroy();
    await expect.poll(() => sizesUnder('.')).toEqual(before);
    await expect.poll(() => sendWhole(awaited)).toBe(200);
    expect(await awaited.isWhole()).toBe(true);
  });

  test('keeps others from sending to the same address until then', async () => {
    const awaited = await open();
    const sending = await begin(awaited, 1_000, isLengthSaid);
    const others = await Promise.all([1, 2, 3].map(() => sendWhole(awaited)));
    expect(others).toEqual([429, 429, 429]);
    expect(await sizesUnder('.incoming')).toEqual([1_000]);
    sending.destroy();
    await expect.poll(() => sendWhole(awaited)).toBe(200);
    expect(await awaited.isWhole()).toBe(true);
  });
});
