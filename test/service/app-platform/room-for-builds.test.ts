import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  appVersionPage,
  bundleUpload,
  deployedVersion,
  finalizedBundle,
} from '../../../src/api/app-platform';
import { errorBody } from '../../../src/api/error-body';
import { packZip } from './pack-zip';
import { manifestOf, newKey, uploadTo, usePlatform, website } from './use-platform';

const now = { date: new Date('2026-11-20T12:00:00.000Z') };
const { call, post, upload, deploy } = usePlatform(() => now.date);

/** Takes up 8 MB: packed and unpacked. */
const largeBundle = (megabytes = 4) =>
  packZip(
    { 'index.html': 'x', data: randomBytes((megabytes / 2) * 1024 * 1024).toString('hex') },
    { isPacked: false },
  );

const tiny = Buffer.from('x');

const announce = async (key: string, account = 'admin') => {
  const { id, appId } = await post(deployedVersion, '/app', { account, body: manifestOf(key) });
  const path = `/app/${appId}/version/${id}/bundle/upload-url`;
  return post(bundleUpload, path, { account });
};

function startUpload(url: string, announcedBytes: number): ClientRequest {
  const headers = { 'content-length': announcedBytes, expect: '100-continue' };
  const sending = request(url, { method: 'PUT', headers });
  sending.on('error', () => undefined);
  sending.flushHeaders();
  return sending;
}

/** Asks with more than any developer has room for, so that nothing is taken in. */
async function isTaken(url: string): Promise<boolean> {
  const asking = startUpload(url, 50 * 1024 * 1024);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    asking.on('response', (response) => resolve(response.statusCode)).on('error', reject);
  });
  asking.destroy();
  return status === 429;
}

/** Announces so many bytes and sends the first; the service knows of it then. */
async function begin(url: string, announcedBytes: number): Promise<ClientRequest> {
  const sending = startUpload(url, announcedBytes);
  const refusals: IncomingMessage[] = [];
  sending.on('response', (refusal) => refusals.push(refusal));
  await once(sending, 'continue');
  sending.write('x');
  while (refusals.length === 0 && !(await isTaken(url)));
  // The question came first and held the address for a moment.
  return refusals.length > 0 ? begin(url, announcedBytes) : sending;
}

describe('An upload that stopped without an end', () => {
  test('gives way after a minute too if the clock is set back', async () => {
    const key = newKey();
    const { presignedUrl } = await announce(key);
    const sending = await begin(presignedUrl, 1_000);
    const before = now.date;
    now.date = new Date(before.getTime() - 8 * 24 * 60 * 60_000);
    expect((await uploadTo(presignedUrl, tiny)).status).toBe(429);
    now.date = new Date(now.date.getTime() + 60_000);
    expect((await uploadTo(presignedUrl, tiny)).status).toBe(200);
    sending.destroy();
    now.date = before;
  });

  test('gives way to another one after a minute', async () => {
    const { presignedUrl } = await announce(newKey());
    const sending = await begin(presignedUrl, 1_000);
    now.date = new Date(now.date.getTime() + 60_000);
    expect((await uploadTo(presignedUrl, tiny)).status).toBe(200);
    sending.destroy();
  });
});

describe('Old builds', () => {
  const account = 'member';
  const finalize = (base: string) => call('POST', `${base}/bundle/finalize`, { account });
  const versionsOf = async (appId: string) => {
    const { body } = await call('GET', `/app/${appId}/version`, { account });
    return appVersionPage.parse(body).result.map(({ version }) => version);
  };

  test('that nobody gets make room for new ones once these have arrived, and what is served stays', async () => {
    const key = newKey();
    const { appId } = await deploy(key, await largeBundle(), '1.0.0', account);
    await deploy(key, await largeBundle(), '2.0.0', account);
    expect(await versionsOf(appId)).toEqual(['2.0.0', '1.0.0']);
    const unsent = await announce(newKey(), account);
    const sending = await begin(unsent.presignedUrl, 12 * 1024 * 1024);
    sending.destroy();
    await expect.poll(async () => (await uploadTo(unsent.presignedUrl, tiny)).status).toBe(200);
    expect(await versionsOf(appId)).toEqual(['2.0.0', '1.0.0']);
    const third = await deploy(key, await largeBundle(), '3.0.0', account);
    expect(await versionsOf(appId)).toEqual(['3.0.0', '2.0.0']);
    const other = await deploy(newKey(), await largeBundle(), '1.0.0', account);
    expect(await versionsOf(appId)).toEqual(['3.0.0']);

    const { base } = await upload(newKey(), await largeBundle(), { account });
    const refused = await finalize(base);
    expect(refused.status).toBe(400);
    expect(errorBody.parse(refused.body).message).toMatch(
      /^This bundle needs up to 8 MB, but your builds can take up at most 21 MB\./,
    );
    for (const { finalized } of [third, other]) {
      expect((await fetch(finalized.serveUrl ?? '')).status).toBe(200);
    }
  });

  test('that are still to be unpacked stay while another deploy wants their room', async () => {
    const options = { account: 'outsider' };
    const first = await upload(newKey(), await largeBundle(), options);
    const second = await upload(newKey(), await largeBundle(9), options);
    expect((await call('POST', `${second.base}/bundle/finalize`, options)).status).toBe(400);
    const finalized = await post(finalizedBundle, `${first.base}/bundle/finalize`, options);
    expect(finalized.bundleStatus).toBe('READY');
  });

  test('that arrive stay, however many are deployed after them', async () => {
    const key = newKey();
    const { presignedUrl } = await announce(key);
    const sending = await begin(presignedUrl, 1_000);
    for (let build = 0; build < 25; build += 1) {
      await post(deployedVersion, '/app', { body: manifestOf(key, `1.0.${build + 1}`) });
    }
    expect((await uploadTo(presignedUrl, tiny)).status).toBe(429);
    sending.destroy();
  });

  test('that were never finished take no place from those that can be served', async () => {
    const key = newKey();
    const { appId } = await deploy(key, await packZip(website), '1.0.0');
    for (let build = 0; build < 25; build += 1) {
      await post(deployedVersion, '/app', { body: manifestOf(key, `1.0.${build + 1}`) });
    }
    const { body } = await call('GET', `/app/${appId}/version?limit=200`);
    const { result } = appVersionPage.parse(body);
    expect(result.map(({ version }) => version)).toContain('1.0.0');
    expect(result.filter(({ bundleStatus }) => bundleStatus === 'PENDING')).toHaveLength(20);
  });
});
