import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  appPage,
  appVersionPage,
  bundleUpload,
  deployedVersion,
  finalizedBundle,
  promotedVersion,
  servedVersion,
} from '../../../src/api/app-platform';
import { errorBody } from '../../../src/api/error-body';
import { createToken } from '../../../src/api/token';
import { demoWorkspaceId } from '../../../src/service';
import { getServedFile } from '../../../src/service/app-platform/bundles';
import { registerApp } from '../../support/register-app';
import { sendJson } from '../../support/send-json';
import { damageChecksum, packZip } from './pack-zip';
import { manifestOf, newKey, uploadTo, usePlatform, website } from './use-platform';

const now = { date: new Date('2026-11-20T12:00:00.000Z') };
const running = usePlatform(() => now.date);
const { call, post, deploy } = running;

/** Where a bundle with a file of each kind is served, deployed once. */
let kinds: Promise<string> | undefined;
function everyKind(): Promise<string> {
  const names =
    'page.html style.css app.js module.mjs data.json app.webmanifest picture.svg feed.xml table.csv LICENSE.TXT picture.png program.wasm data';
  const files = Object.fromEntries(names.split(' ').map((name) => [name, 'Ärger']));
  kinds ??= packZip({ ...website, ...files })
    .then((bundle) => deploy(newKey(), bundle))
    .then(({ finalized }) => finalized.serveUrl ?? '');
  return kinds;
}

describe('A deploy', () => {
  test('creates a version, takes its bundle and serves it', async () => {
    const { finalized } = await deploy(newKey(), await packZip(website));
    expect(finalized).toMatchObject({ bundleStatus: 'READY' });
    const page = await fetch(finalized.serveUrl ?? '');
    expect(await page.text()).toBe(website['index.html']);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const script = await fetch(`${finalized.serveUrl}assets/map.js`);
    expect(script.headers.get('content-type')).toMatch(/javascript/);
    expect((await fetch(`${finalized.serveUrl}assets/other.js`)).status).toBe(404);
  });

  test.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['style.css', 'text/css; charset=utf-8'],
    ['app.js', 'text/javascript; charset=utf-8'],
    ['module.mjs', 'text/javascript; charset=utf-8'],
    ['data.json', 'application/json; charset=utf-8'],
    ['app.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['picture.svg', 'image/svg+xml; charset=utf-8'],
    ['feed.xml', 'application/xml; charset=utf-8'],
    ['table.csv', 'text/csv; charset=utf-8'],
    ['LICENSE.TXT', 'text/plain; charset=utf-8'],
    ['picture.png', 'image/png'],
    ['program.wasm', 'application/wasm'],
    ['data', 'application/octet-stream'],
  ])('serves %s as %s', async (path, type) => {
    const served = await fetch(`${await everyKind()}${path}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, type]);
    expect(await served.text()).toBe('Ärger');
  });

  test.each([
    ['INDEX.HTML', ''],
    ['Assets/Plan.JS', 'assets/plan.js'],
    ['cafe\u0301/É.txt', 'CAF%C3%89/e\u0301.txt'],
    ['İ.txt', 'i\u0307.txt'],
  ])('serves %j at %j: one rule checks an archive and finds its files', async (path, address) => {
    const bundle = await packZip({ ...(address !== '' && website), [path]: 'found' });
    const { finalized } = await deploy(newKey(), bundle);
    expect(await (await fetch(`${finalized.serveUrl}${address}`)).text()).toBe('found');
    if (address === '') return;
    const double = await packZip({ ...website, [path]: 'x', [decodeURIComponent(address)]: 'y' });
    expect((await deploy(newKey(), double)).finalized).toMatchObject({
      bundleStatus: 'FAILED',
      problem: expect.stringMatching(/contains .* twice/) as string,
    });
  });

  test('serves a bundle from a host of its own, without an origin that other pages share', async () => {
    const { finalized } = await deploy(newKey(), await packZip(website));
    const { serveUrl } = finalized;
    expect(new URL(serveUrl ?? '').hostname).toBe('localhost');
    const page = await fetch(serveUrl ?? '');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox /);
    expect(policy).not.toContain('allow-same-origin');
    const { pathname } = new URL(serveUrl ?? '');
    expect((await fetch(`${running.service.platformUrl}${pathname}`)).status).toBe(404);
  });

  test('gives developers the latest version and customers the promoted one', async () => {
    const key = newKey();
    const first = await deploy(key, await packZip(website), '1.0.0');
    const servedTo = async (account: string) => {
      const { body } = await call('GET', `/app/${first.appId}/served-version`, { account });
      return servedVersion.safeParse(body).data?.version;
    };
    expect(await servedTo('member')).toBeUndefined();
    await registerApp(running.service.url, first.appId);
    expect(await servedTo('member')).toBeUndefined();
    await post(promotedVersion, `${first.base}/promote`);
    const second = await deploy(key, await packZip(website), '1.1.0');
    expect(second.appId).toBe(first.appId);
    expect(await servedTo('admin')).toBe('1.1.0');
    expect(await servedTo('member')).toBe('1.0.0');
    await post(promotedVersion, `${second.base}/promote`);
    expect(await servedTo('member')).toBe('1.1.0');
  });

  test('takes a token that can write, in all workspaces of its owner', async () => {
    const attempt = async (narrowed: object, method: string, body?: string) => {
      const created = await sendJson('POST', `${running.service.url}/public/v1/token`, {
        token: 'demo-admin-token',
        body: { name: 'Narrow', durationDays: 1, ...narrowed },
      });
      const { token } = createToken.reply!.parse(created.body);
      const answer = await call(method, '/app', { token, body });
      return [answer.status, errorBody.safeParse(answer.body).data?.message];
    };
    const manifest = manifestOf(newKey());
    expect(await attempt({ access: 'read' }, 'POST', manifest)).toEqual([
      403,
      'This access token is read-only. To change something, use one that can write.',
    ]);
    expect(await attempt({ access: 'read' }, 'GET')).toEqual([200, undefined]);
    expect(await attempt({ workspaceId: demoWorkspaceId('IT') }, 'POST', manifest)).toEqual([
      403,
      'Apps belong to no workspace, and this token is for one workspace. Use a token for all your workspaces.',
    ]);
    expect(await attempt({}, 'POST', manifest)).toEqual([200, undefined]);
  });

  test('lists the apps of whoever asks, and their versions, the latest first', async () => {
    const key = newKey();
    const { appId, base } = await deploy(key, await packZip(website), '1.0.0');
    await deploy(key, await packZip(website), '2.0.0');
    await registerApp(running.service.url, appId);
    await post(promotedVersion, `${base}/promote`);
    const own = appPage.parse((await call('GET', '/app?limit=200')).body);
    expect(own.result.find((app) => app.appKey === key)).toMatchObject({
      name: 'Office map',
      status: 'PROMOTED',
      latestVersion: { version: '2.0.0', isPromoted: false },
      promotedVersion: { version: '1.0.0', isPromoted: true },
    });
    const versions = appVersionPage.parse((await call('GET', `/app/${appId}/version`)).body);
    expect(versions.result.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
    const others = appPage.parse((await call('GET', '/app', { account: 'member' })).body);
    expect(others.result).toEqual([]);
  });

  test('says the same again where a bundle is finalized twice', async () => {
    const { base, finalized } = await deploy(newKey(), await packZip(website));
    expect(await post(finalizedBundle, `${base}/bundle/finalize`)).toEqual(finalized);
  });
});

describe('An upload address', () => {
  const newVersion = async () => {
    const { id, appId } = await post(deployedVersion, '/app', { body: manifestOf(newKey()) });
    const base = `/app/${appId}/version/${id}`;
    return { base, url: (await post(bundleUpload, `${base}/bundle/upload-url`)).presignedUrl };
  };

  test('takes one bundle', async () => {
    const { base, url } = await newVersion();
    const bundle = await packZip(website);
    expect((await uploadTo(url, bundle)).status).toBe(200);
    expect((await uploadTo(url, bundle)).status).toBe(404);
    expect((await call('POST', `${base}/bundle/upload-url`)).status).toBe(400);
  });

  test('ends after 15 minutes', async () => {
    const { url } = await newVersion();
    now.date = new Date(now.date.getTime() + 15 * 60_000);
    expect((await uploadTo(url, await packZip(website))).status).toBe(404);
  });

  test('ends with the token that asked for it', async () => {
    const sent = { token: 'demo-lead-token', body: { name: 'For one deploy' } };
    const created = await sendJson('POST', `${running.service.url}/public/v1/token`, sent);
    const { id: tokenId, token } = createToken.reply!.parse(created.body);
    const body = manifestOf(newKey());
    const urls: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const { id, appId } = await post(deployedVersion, '/app', { token, body });
      const path = `/app/${appId}/version/${id}/bundle/upload-url`;
      urls.push((await post(bundleUpload, path, { token })).presignedUrl);
    }
    const [first = '', second = ''] = urls;
    expect((await uploadTo(first, await packZip(website))).status).toBe(200);
    await sendJson('DELETE', `${running.service.url}/public/v1/token/${tokenId}`, { token });
    expect((await uploadTo(second, await packZip(website))).status).toBe(404);
  });

  test('is of no use once there is a newer one', async () => {
    const { base, url } = await newVersion();
    const { presignedUrl } = await post(bundleUpload, `${base}/bundle/upload-url`);
    expect((await uploadTo(url, await packZip(website))).status).toBe(404);
    expect((await uploadTo(presignedUrl, await packZip(website))).status).toBe(200);
  });

  test('needs no token, and a bundle that is not there is not finalized', async () => {
    const { base, url } = await newVersion();
    const early = await call('POST', `${base}/bundle/finalize`);
    expect(early.status).toBe(400);
    expect(errorBody.parse(early.body).message).toMatch(/Upload it first/);
    const headers = { authorization: 'Bearer something-else', 'content-type': 'application/zip' };
    expect((await uploadTo(url, await packZip(website), headers)).status).toBe(200);
  });
});

const badBundles = [
  ['no archive', () => Promise.resolve(Buffer.from('hello'))],
  ['an empty file', () => Promise.resolve(Buffer.alloc(0))],
  ['no index.html at its root', () => packZip({ 'site/index.html': 'x' })],
  ['a path that leads out', () => packZip({ 'index.html': 'x' }, { rename: '../escape.html' })],
  ['an absolute path', () => packZip({ 'index.html': 'x' }, { rename: '/etc/passwd' })],
  ['a link', () => packZip({ 'index.html': 'x', link: '/etc/passwd' }, { linkName: 'link' })],
  ['two files that differ in case only', () => packZip({ 'index.html': 'x', 'INDEX.html': 'y' })],
  ['a file that differs from its checksum', async () => damageChecksum(await packZip(website))],
  ['far more than it seems to', () => packZip({ 'index.html': 'a'.repeat(5_000_000) })],
  ['a cut-off end', async () => (await packZip(website)).subarray(0, 200)],
] as const;

describe('A bundle is refused', () => {
  test.each(badBundles)('that has %s', async (_name, pack) => {
    const { finalized, base } = await deploy(newKey(), await pack());
    expect(finalized).toMatchObject({ bundleStatus: 'FAILED', serveUrl: null });
    expect(finalized.problem).toMatch(/\w+ .*\.$/);
    expect((await call('POST', `${base}/promote`)).status).toBe(400);
  });
});

test('A bundle from before paths were folded is served by its own', async () => {
  const path = 'Assets/Map.js';
  const key = `bundles/old/${createHash('sha256').update(path).digest('hex')}`;
  const files = {
    findSize: (asked: string) => Promise.resolve(asked === key ? 2 : undefined),
    read: () => Readable.from(['1;']),
  };
  const database = { queryPrepared: () => Promise.resolve([{ filesKey: 'bundles/old' }]) };
  const parts = { database, files } as unknown as Parameters<typeof getServedFile>[0];
  expect((await getServedFile(parts, 'id', path)).size).toBe(2);
  await expect(getServedFile(parts, 'id', 'other')).rejects.toMatchObject({ status: 404 });
});

test('A bundle that is finalized twice at once is served', async () => {
  const { id, appId } = await post(deployedVersion, '/app', { body: manifestOf(newKey()) });
  const base = `/app/${appId}/version/${id}/bundle`;
  const { presignedUrl } = await post(bundleUpload, `${base}/upload-url`);
  await uploadTo(presignedUrl, await packZip(website));
  const [one, other] = await Promise.all([
    post(finalizedBundle, `${base}/finalize`),
    post(finalizedBundle, `${base}/finalize`),
  ]);
  expect(one).toEqual(other);
  expect((await fetch(one.serveUrl ?? '')).status).toBe(200);
});

const app = (name: string) => `app: { key: com.example.x, version: 1.0.0, name: ${name} }`;
const aliases = (count: number, ofPrevious: (previous: string) => string) =>
  Array.from({ length: count }, (_, line) =>
    line === 0 ? 'b0: &b0 x' : `b${line}: &b${line} ${ofPrevious(`*b${line - 1}`)}`,
  ).join('\n');
const ninefold = aliases(20, (previous) => `[${Array(9).fill(previous).join(', ')}]`);

const badManifests = [
  ['nothing', '', undefined],
  ['no YAML', 'app: [1', undefined],
  ['no app', 'name: x', 'app'],
  ['no key', 'app: { version: 1.0.0 }', 'app.key'],
  ['a key without a dot', 'app: { key: map, version: 1.0.0 }', 'app.key'],
  ['a version that is none', 'app: { key: com.example.x, version: latest }', 'app.version'],
  ['aliases of aliases', `${app('x')}\n${ninefold}`, undefined],
  ['aliases of aliases as its app', `${ninefold}\napp: *b19`, undefined],
  ['aliases of aliases as its name', `${ninefold}\n${app('*b19')}`, undefined],
  ['aliases in a key', `a: &a ${'x'.repeat(30_000)}\n? [${'*a, '.repeat(5_000)}]\n: 1`, undefined],
  ['an alias of itself', 'app: &app { key: *app }', undefined],
  ['an alias of a text', `a: &a Map\n${app('*a')}`, undefined],
  ['an alias of nothing', `app: *${'a'.repeat(60_000)}`, undefined],
  ['a name that can’t be stored', app('"a\\0b"'), 'app.name'],
  ['a name with half a character', app('"a\\ud800b"'), 'app.name'],
  ['a number', '42', undefined],
  ['a key twice', 'app: { key: com.example.x, version: 1.0.0 }\napp: {}', undefined],
  ['far too deep', '['.repeat(30_000), undefined],
  ['two documents', 'app: {}\n---\napp: {}', undefined],
] as const;

describe('A manifest is refused', () => {
  test.each(badManifests)('that is or has %s', async (_name, body, field) => {
    const answer = await call('POST', '/app', { body });
    expect(answer.status).toBe(400);
    const { violations, message } = errorBody.parse(answer.body);
    expect(message.length).toBeLessThan(400);
    if (field !== undefined) expect(violations?.[0]).toMatchObject({ fieldIdentifier: field });
  });

  test.each([
    ['a number', '2024', 'app.name: Write the name in quotation marks, such as "2024".'],
    ['nothing', '', 'app.name: Give the app a name, or leave it out.'],
    ['blanks', '"  "', 'app.name: Give the app a name, or leave it out.'],
    ['too much', 'x'.repeat(101), 'app.name: Use at most 100 characters for the name.'],
  ])('with a sentence for %s as its name', async (_what, name, sentence) => {
    const body = `app:\n  key: ${newKey()}\n  version: 1.0.0\n  name: ${name}\n`;
    const answer = await call('POST', '/app', { body });
    expect(errorBody.parse(answer.body)).toMatchObject({
      message: `The manifest can’t be deployed: ${sentence}`,
      violations: [{ fieldIdentifier: 'app.name' }],
    });
  });

  test('that uses aliases, and it says so in a moment', async () => {
    const cpu = process.cpuUsage();
    const answer = await call('POST', '/app', { body: `${ninefold}\napp: *b19` });
    expect(errorBody.parse(answer.body).message).toBe(
      'The manifest can’t be read: it uses YAML anchors and aliases (&name, *name). Write each value out.',
    );
    expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(1_000);
  });

  test('that is too large, and the largest is read in a moment', async () => {
    const keys = Array.from({ length: 6_000 }, (_, index) => `k${index}: 1`).join('\n');
    const largest = `${manifestOf(newKey())}${keys}`.slice(0, 64 * 1024);
    const cpu = process.cpuUsage();
    expect((await call('POST', '/app', { body: largest })).status).toBe(200);
    expect(process.cpuUsage(cpu).user / 1000).toBeLessThan(1_000);
    const tooLarge = manifestOf(newKey()) + '#'.repeat(64 * 1024);
    expect((await call('POST', '/app', { body: tooLarge })).status).toBe(413);
  });

  test('that says that it isn’t UTF-8', async () => {
    const body = manifestOf(newKey());
    const send = async (charset: string) => {
      const answer = await call('POST', '/app', {
        body,
        contentType: `text/yaml; charset=${charset}`,
      });
      return answer.status;
    };
    expect(await Promise.all(['latin1', '"utf-16"'].map(send))).toEqual([415, 415]);
    expect(await send('"UTF8"')).toBe(200);
    const marked = await call('POST', '/app', { body: `\uFEFF${manifestOf(newKey())}` });
    expect(marked.status).toBe(200);
  });

  test('whose key belongs to someone else', async () => {
    const key = newKey();
    await post(deployedVersion, '/app', { body: manifestOf(key) });
    const answer = await call('POST', '/app', { account: 'member', body: manifestOf(key) });
    expect(answer.status).toBe(400);
    expect(errorBody.parse(answer.body).violations).toEqual([
      { fieldIdentifier: 'app.key', violationType: 'CONFLICT', invalidValue: key, domain: 'APP' },
    ]);
  });

  test.each(['text/plain', 'application/json', 'application/octet-stream'])(
    'never for its content type: %s',
    async (contentType) => {
      await post(deployedVersion, '/app', { body: manifestOf(newKey()), contentType });
    },
  );
});

describe('Someone else', () => {
  test('finds none of the versions of an app', async () => {
    const { appId, id } = await deploy(newKey(), await packZip(website));
    const paths = [
      ['POST', `/app/${appId}/version/${id}/bundle/upload-url`],
      ['POST', `/app/${appId}/version/${id}/bundle/finalize`],
      ['POST', `/app/${appId}/version/${id}/promote`],
      ['GET', `/app/${appId}/version`],
      ['GET', `/app/${appId}/served-version`],
      ['POST', '/app/not-an-id/version/x/promote'],
    ] as const;
    for (const [method, path] of paths) {
      expect((await call(method, path, { account: 'member' })).status, path).toBe(404);
    }
  });

  test('without a token gets nowhere', async () => {
    expect((await call('GET', '/app', { account: 'nobody' })).status).toBe(401);
  });
});
