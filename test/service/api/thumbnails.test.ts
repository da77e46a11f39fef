import { beforeEach, describe, expect, test } from 'vitest';
import type { ValueDetails } from '../../../src/api/object';
import { matchObjectIds, printQuery } from '../../../src/query';
import {
  demoAccounts,
  demoAttributeId,
  demoObjectId,
  demoTypeId,
  demoWorkspaceId,
} from '../../../src/service';
import { clientWith } from '../../support/api-client';
import { endGrant } from '../../../src/service/accounts/oauth-storage';
import { hashSecret } from '../../../src/service/base/database/secret-hash';
import { seedDemo } from '../../../src/service/run/demo/seed';
import { callDemo, demoClient } from '../../support/demo-service';
import { duringTests } from '../../support/during-tests';
import { serveApplication } from '../../support/serve-application';
import { openTestDatabase } from '../../support/test-database';
import { lookAt, makePicture } from '../base/files/pictures';

const perToken = 50;
const service = duringTests(startService);
let now = new Date('2026-11-20T12:00:00.000Z');
const clock = () => now;

async function startService() {
  const database = await openTestDatabase();
  await seedDemo(database, { demo: 'small', clock });
  const limits = { perToken, perWorkspace: 1_000 };
  const served = await serveApplication(database, { clock, limits });
  const close = async () => {
    await served.close();
    await database.close();
  };
  return { ...served, database, close };
}

const pass = (ms: number) => (now = new Date(now.getTime() + ms));
// Each test may make all its calls.
beforeEach(() => void pass(300_001));

const laptop = demoObjectId('IT', 'Laptop', 'LT-0002');
const laptopType = demoTypeId('IT', 'Laptop');
const photo = demoAttributeId('IT', 'Laptop', 'Photo');
const picture = makePicture('.png', { width: 400, height: 100 });

const call = (...given: [method: string, path: string, options?: Parameters<typeof callDemo>[3]]) =>
  callDemo(service, ...given);

/** Gives the laptop a photo. */
async function hold(bytes = picture, contentType = 'image/png') {
  const { files, objects } = demoClient(service);
  const fileName = 'photo.png';
  const { presignedUrl, contentKey } = await files.announce({
    fileName,
    fileSize: bytes.length,
    contentType,
  });
  const headers = {
    'content-disposition': `attachment; filename=${fileName}`,
    'content-type': contentType,
  };
  expect((await fetch(presignedUrl, { method: 'PUT', body: bytes, headers })).ok).toBe(true);
  await objects.update(laptop, { attributes: [{ attributeId: photo, values: [contentKey] }] });
}

/** What a search says of the photo. */
async function readPhoto(
  token = 'demo-admin-token',
  options = { prefersThumbnails: true },
): Promise<ValueDetails | undefined> {
  const { objects } = clientWith(service.url, token).inWorkspace(demoWorkspaceId('IT'));
  const query = printQuery(matchObjectIds([laptop]));
  const search = { query, typeId: laptopType, attributeIds: [photo] };
  const { result } = await objects.search(search, options);
  return result[0]?.attributes[0]?.values[0]?.details;
}

async function getAddress(token?: string): Promise<string> {
  return (await readPhoto(token))?.thumbnailUrl ?? '';
}

async function load(address: string) {
  const response = await fetch(address);
  const { status, headers } = response;
  return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe('The address of a thumbnail', () => {
  test('comes with a search that asks for it, and shows the picture without a token', async () => {
    await hold();
    expect(await readPhoto(undefined, { prefersThumbnails: false })).not.toHaveProperty(
      'thumbnailUrl',
    );
    const { status, headers, bytes } = await load(await getAddress());
    expect(status).toBe(200);
    expect(lookAt(bytes)).toMatchObject({ size: [96, 96], picture: { width: 96, height: 24 } });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expect((await load(await getAddress())).bytes).toEqual(bytes);
  });

  test.each([
    ['an SVG', 'image/svg+xml'],
    ['a document', 'application/pdf'],
  ])('is not given for %s', async (_what, contentType) => {
    await hold(picture, contentType);
    expect(await getAddress()).toBe('');
  });

  test('is not given any more for a file that has turned out to be no picture', async () => {
    await hold(new Uint8Array(Buffer.from('<!doctype html><script>alert(1)</script>')));
    const address = await getAddress();
    expect((await load(address)).status).toBe(404);
    expect(await getAddress()).toBe('');
  });

  test('lasts a minute, also if the clock is set back', async () => {
    await hold();
    const address = await getAddress();
    pass(59_000);
    expect((await load(address)).status).toBe(200);
    pass(1_000);
    expect((await load(address)).status).toBe(404);
    pass(-3_600_000);
    expect((await load(address)).status).toBe(404);
    pass(3_600_000);
  });

  test('has nothing secret in it, and shows nothing if any of it is changed', async () => {
    await hold();
    const { searchParams } = new URL(await getAddress());
    const [claims = '', signature = ''] = searchParams.get('signed')!.split('.');
    const said = Buffer.from(claims, 'base64url').toString();
    expect(said).not.toContain('demo-admin-token');
    const member = demoAccounts.find(({ account }) => account === 'member')!;
    const admin = demoAccounts.find(({ account }) => account === 'admin')!;
    const forged = Buffer.from(said.replace(admin.id, member.id)).toString('base64url');
    expect(forged).not.toBe(claims);
    const other = signature.startsWith('A') ? 'B' : 'A';
    const attempts = [
      '',
      '?signed=',
      '?signed=.',
      `?signed=${claims}`,
      `?signed=${claims}.`,
      `?signed=${forged}.${signature}`,
      `?signed=${claims}.${other}${signature.slice(1)}`,
      `?signed=${claims}.${signature}&signed=${claims}.${signature}`,
      `?signed=${'x'.repeat(3_000)}`,
    ];
    for (const attempt of attempts) {
      const { status, bytes } = await load(`${service.url}/thumbnail${attempt}`);
      expect([attempt, status, bytes.length]).toEqual([attempt, 404, 0]);
    }
  });
});

const { id: leadId, name, email } = demoAccounts.find(({ account }) => account === 'lead')!;
const lead = { name, email };
const admins = { userIds: [demoAccounts[0]!.id], groupIds: [] };
const everyone = { everyone: true };
const setReaders = (principals: object) =>
  call('PUT', `/type/${laptopType}/access`, { body: { read: principals, write: principals } });
const changeLead = (method: string, path: string, body?: object) =>
  call(method, `/user/${leadId}${path}`, { body });

interface Loss {
  readonly end: (tokenId: string) => Promise<unknown>;
  readonly restore?: () => Promise<unknown>;
}

const losses: readonly (readonly [string, Loss])[] = [
  ['the file is no value any more', { end: () => hold() }],
  ['the attribute is cleared', { end: () => clear() }],
  ['the type is hidden', { end: () => setReaders(admins), restore: () => setReaders(everyone) }],
  ['the token is revoked', { end: (id) => call('DELETE', `/token/${id}`, { account: 'lead' }) }],
  ['the token is blocked in the workspace', { end: (id) => call('PUT', `/token/${id}/block`) }],
  [
    'the object is deleted',
    {
      end: () => call('DELETE', `/object/${laptop}`),
      restore: () => call('POST', `/object/${laptop}/restore`),
    },
  ],
  [
    'the person is no member any more',
    {
      end: () => changeLead('DELETE', ''),
      restore: () => call('POST', '/user', { body: { ...lead, role: 'editor' } }),
    },
  ],
  [
    'the account is suspended',
    { end: () => changeLead('PUT', '/suspension', { isSuspended: true }) },
  ],
];

function clear() {
  const attributes = [{ attributeId: photo, values: [] }];
  return demoClient(service).objects.update(laptop, { attributes });
}

test.each(losses)('An address shows nothing once %s', async (_what, { end, restore }) => {
  await hold();
  const own = clientWith(service.url, 'demo-lead-token').tokens;
  const { id, token } = await own.create({ name: 'Own' });
  const address = await getAddress(token);
  expect((await load(address)).status).toBe(200);
  await end(id);
  const { status, bytes } = await load(address);
  expect([status, bytes.length]).toEqual([404, 0]);
  await restore?.();
});

test('An address that an app has asked for shows nothing once the person ends its grant', async () => {
  await hold();
  const [token, grantId] = ['app-token', 'app-grant'];
  const adminId = demoAccounts.find(({ account }) => account === 'admin')!.id;
  await service.database.query(
    `insert into oauth_payload (model, id_hash, payload, account_id, grant_id, expires_at)
     values ('AccessToken', $1, '{"scope":"read"}', $2, $3, $4)`,
    [hashSecret(token), adminId, grantId, new Date(now.getTime() + 3_600_000)],
  );
  const address = await getAddress(token);
  expect((await load(address)).status).toBe(200);
  await endGrant(service.database, adminId, grantId);
  expect((await load(address)).status).toBe(404);
});

test('The thumbnails that one person loads are counted', async () => {
  await hold();
  const address = await getAddress();
  for (let loads = 0; loads < perToken; loads += 1) {
    expect((await load(address)).status).toBe(200);
  }
  const { status, headers } = await load(address);
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});
