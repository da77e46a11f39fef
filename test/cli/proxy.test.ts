import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProxy } from '../../src/cli/proxy';
import { closeServer, listenLocally } from '../support/local-server';
import {
  hasOpenssl,
  platformReplies,
  platformUrl,
  startHttpsPlatform,
  storageUrl,
} from './support/https-platform';
import { deployable, expectFailure, makeProject, platformAt, run } from './support/project';

let replies: Record<string, unknown>;
let network: Awaited<ReturnType<typeof startHttpsPlatform>>;
let folder: string;

beforeEach(async () => {
  // The certificate is one that the tests made themselves.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  replies = platformReplies();
  network = await startHttpsPlatform(replies);
  folder = await makeProject(platformAt(platformUrl, 'token-canary'), deployable());
});
afterEach(() => {
  vi.unstubAllEnvs();
  network.close();
});

const deployWith = (environment: Record<string, string>) =>
  run(folder, ['app', 'deploy'], { environment });

describe.skipIf(!hasOpenssl)('Behind a proxy', () => {
  test.each(['HTTPS_PROXY', 'https_proxy'])(
    'that %s names, a deploy makes its calls and its upload through it',
    async (name) => {
      const { exitCode, out } = await deployWith({ [name]: `http://${network.proxyAddress}` });
      expect([exitCode, out]).toEqual([0, expect.stringContaining('https://apps.example/1/')]);
      expect([...new Set(network.tunnels)]).toEqual([
        'platform.example:443',
        'storage.example:443',
      ]);
      expect(network.received.map(({ host }) => host)).toEqual([
        'platform.example',
        'platform.example',
        'storage.example',
        'platform.example',
      ]);
      expect(network.received[2]?.bytes).toBeGreaterThan(100);
    },
  );

  test('the password of the proxy is sent to it, and shown nowhere', async () => {
    const address = `http://me:p%40ss-canary@${network.proxyAddress}`;
    const { exitCode, out, error } = await deployWith({ HTTPS_PROXY: address });
    expect([exitCode, out + error]).toEqual([0, expect.not.stringContaining('canary')]);
    const credential = Buffer.from('me:p@ss-canary').toString('base64');
    expect(network.tunnels[0]).toBe(`platform.example:443 Basic ${credential}`);
  });

  test.each([
    ['NO_PROXY', 'platform.example'],
    ['no_proxy', '.example'],
    ['NO_PROXY', '*'],
    ['NO_PROXY', 'x.test, PLATFORM.example:443'],
  ])('a host that %s=%s names is reached without it', async (name, value) => {
    const proxy = { HTTPS_PROXY: network.proxyAddress, [name]: value };
    await expectFailure(deployWith(proxy), 5, /https:\/\/platform\.example.* can’t be reached/);
    expect(network.tunnels).toEqual([]);
  });

  test('a host that NO_PROXY doesn’t name is reached through it', async () => {
    const proxy = {
      HTTPS_PROXY: network.proxyAddress,
      NO_PROXY: 'form.example,platform.example:8443',
    };
    expect((await deployWith(proxy)).exitCode).toBe(0);
  });

  test('what is on this machine is reached without it', async () => {
    const local = createServer((_request, response) => response.writeHead(503).end());
    const { url } = await listenLocally(local);
    const words = ['app', 'list', '--api', url];
    const environment = { HTTPS_PROXY: network.proxyAddress, WDS_TOKEN: 't' };
    await expectFailure(run(folder, words, { environment }), 5, /has a problem \(503\)/);
    expect(network.tunnels).toEqual([]);
    await closeServer(local);
  });

  test.each([
    ['nothing listens', () => '127.0.0.1:9'],
    ['it refuses', () => network.proxyAddress],
  ])('that can’t be used since %s, it is named', async (why, address) => {
    if (why === 'it refuses') network.refuse(407);
    const said =
      /platform\.example can’t be reached\. HTTPS_PROXY names a proxy: check its address/;
    await expectFailure(deployWith({ HTTPS_PROXY: address() }), 5, said);
  });
});

describe.skipIf(!hasOpenssl)(
  'An app platform over https that names an address without encryption',
  () => {
    const http = 'http://127.0.0.1:9/presigned-canary';

    test.each([
      ['for the upload', '/upload-url', { presignedUrl: http }, 2],
      [
        'of the app',
        '/finalize',
        { bundleLocation: 'x', bundleStatus: 'READY', serveUrl: http },
        4,
      ],
    ])('%s is refused with a sentence', async (_what, path, reply, step) => {
      replies[path] = reply;
      const ended = await deployWith({ HTTPS_PROXY: network.proxyAddress });
      expect(ended.exitCode).toBe(5);
      expect(ended.error).toContain(
        `step ${step} of 4, ${step === 2 ? 'asking for an upload address' : 'finalizing the bundle'}. The app platform at ${platformUrl} named an address without encryption (http), so it isn’t used.`,
      );
      expect(ended.out + ended.error).not.toContain('canary');
      expect(network.received).toHaveLength(step);
    });

    test('of where to register an app is refused with a sentence', async () => {
      replies['/app?offset=0&limit=200'] = {
        total: 1,
        pageSize: 200,
        isLast: true,
        result: [appWith(http)],
      };
      const ended = run(folder, ['app', 'list'], {
        environment: { HTTPS_PROXY: network.proxyAddress },
      });
      await expectFailure(ended, 5, /named an address without encryption/);
    });
  },
);

const appWith = (registerUrl: string) => ({
  id: '11111111-1111-4111-8111-111111111111',
  appKey: 'com.example.map',
  name: 'Map',
  status: 'DEPLOYED',
  registerUrl,
  latestVersion: {
    id: '22222222-2222-4222-8222-222222222222',
    version: '1.0.0',
    bundleStatus: 'READY',
    isPromoted: false,
    serveUrl: `${storageUrl}/x/`,
    createdAt: '2026-11-20T12:00:00.000Z',
  },
  promotedVersion: null,
});

describe('HTTPS_PROXY', () => {
  test.each(['socks5://127.0.0.1:1080', 'http://', 'http://%canary@x y', 'http://a:%E0%A4%A@p:1'])(
    'that is %j is refused without being repeated',
    (address) => {
      expect(() => createProxy({ HTTPS_PROXY: address })).toThrow(
        'HTTPS_PROXY isn’t the address of a proxy. Set it to one such as http://proxy.example.com:3128, or unset it.',
      );
    },
  );

  test.each([{}, { HTTPS_PROXY: ' ' }, { https_proxy: '', HTTPS_PROXY: 'http://p:1' }])(
    '%j names no proxy',
    (environment) => {
      expect(createProxy(environment)).toBeUndefined();
    },
  );
});
