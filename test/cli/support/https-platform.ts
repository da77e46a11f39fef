import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from '../../support/local-server';
import { makeFolder } from './project';

/** Names that only the proxy of these tests knows. */
export const platformUrl = 'https://platform.example';
export const storageUrl = 'https://storage.example';

const appId = '11111111-1111-4111-8111-111111111111';
const versionId = '22222222-2222-4222-8222-222222222222';

/** What the app platform answers by the end of a path; a test changes it. */
export function platformReplies(): Record<string, unknown> {
  return {
    '/app': { id: versionId, appId, version: '1.0.0' },
    '/upload-url': { presignedUrl: `${storageUrl}/upload/presigned-canary` },
    '/presigned-canary': {},
    '/finalize': {
      bundleLocation: 'x',
      bundleStatus: 'READY',
      serveUrl: 'https://apps.example/1/',
    },
  };
}

interface Received {
  readonly host: string;
  readonly path: string;
  readonly bytes: number;
}

/** An app platform with its storage over https, behind a proxy that leads every name to it. */
export async function startHttpsPlatform(replies: Readonly<Record<string, unknown>>) {
  const certificate = await makeCertificate();
  const received: Received[] = [];
  const platform = createSecureServer(certificate, (request, response) => {
    const path = request.url ?? '';
    void buffer(request).then(({ length }) => {
      received.push({ host: request.headers.host ?? '', path, bytes: length });
      const [, reply] = Object.entries(replies).find(([end]) => path.endsWith(end)) ?? [];
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
    });
  });
  const { port } = await listenLocally(platform);
  /** The hosts that were asked of the proxy, and its `Proxy-Authorization`. */
  const tunnels: string[] = [];
  let refusal: number | undefined;
  const proxy = createServer().on('connect', (request: IncomingMessage, socket, head) => {
    const { 'proxy-authorization': credential = '' } = request.headers;
    tunnels.push(`${request.url} ${credential}`.trim());
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const outward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      outward.write(head);
      outward.pipe(socket).pipe(outward);
    });
    for (const end of [outward, socket]) {
      end.on('error', () => {
        outward.destroy();
        socket.destroy();
      });
    }
  });
  const { port: proxyPort } = await listenLocally(proxy);
  return {
    proxyAddress: `127.0.0.1:${proxyPort}`,
    certificatePath: certificate.path,
    received,
    tunnels,
    refuse: (status: number) => (refusal = status),
    close: () => {
      for (const server of [platform, proxy]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

async function makeCertificate() {
  const folder = await makeFolder();
  const [keyPath, path] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = 'subjectAltName=DNS:platform.example,DNS:storage.example,DNS:api.example';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=platform.example', '-addext', names];
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-keyout', keyPath, '-out', path], {
    stdio: 'ignore',
  });
  return { key: readFileSync(keyPath), cert: readFileSync(path), path };
}
