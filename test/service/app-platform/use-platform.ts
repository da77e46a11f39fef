import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { bundleUpload, deployedVersion, finalizedBundle } from '../../../src/api/app-platform';
import {
  bytesPerMegabyte,
  defaultStorageBudgets,
} from '../../../src/service/base/files/storage-budgets';
import { startDemoService } from '../../support/demo-service';
import { compareAnswersOfPlatform } from '../../support/described-services';
import { duringTests } from '../../support/during-tests';
import { sendJson } from '../../support/send-json';

interface CallOptions {
  readonly account?: string;
  /** In place of the one of the account. */
  readonly token?: string;
  readonly body?: string | undefined;
  readonly contentType?: string;
}

interface Upload {
  readonly version?: string | undefined;
  readonly account?: string;
}

let appCount = 0;
export const newKey = () => `com.example.app-${(appCount += 1)}`;
export const manifestOf = (key: string, version = '1.0.0') =>
  `app:\n  key: ${key}\n  version: ${version}\n  name: Office map\n`;
export const website = { 'index.html': '<!doctype html><title>Map</title>', 'assets/map.js': '1;' };

export function uploadTo(url: string, bundle: Buffer, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'PUT', body: new Uint8Array(bundle), headers });
}

/** One service with an app platform for all tests of a file, and its calls by the people of the demo. */
export function usePlatform(clock?: () => Date) {
  const service = duringTests(async () => {
    const running = await startDemoService({
      platform: { port: 0 },
      storageBudgets: { ...defaultStorageBudgets, buildBytesPerPerson: 21 * bytesPerMegabyte },
      ...(clock && { clock }),
    });
    compareAnswersOfPlatform(running.platformUrl ?? '');
    return running;
  });

  function call(method: string, path: string, options: CallOptions = {}) {
    const { account = 'admin', token = `demo-${account}-token`, body: rawBody } = options;
    const { contentType = 'application/yaml' } = options;
    const headers = rawBody === undefined ? {} : { 'content-type': contentType };
    const sent = { token, rawBody, headers };
    return sendJson(method, `${service.platformUrl}/external/v1/app-platform${path}`, sent);
  }

  async function post<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    options?: CallOptions,
  ) {
    const { status, body } = await call('POST', path, options);
    expect(status, JSON.stringify(body)).toBe(200);
    return schema.parse(body);
  }

  /** A new version with its bundle, before it is finalized. */
  async function upload(key: string, bundle: Buffer, { version, account = 'admin' }: Upload = {}) {
    const body = manifestOf(key, version);
    const { id, appId } = await post(deployedVersion, '/app', { account, body });
    const base = `/app/${appId}/version/${id}`;
    const { presignedUrl } = await post(bundleUpload, `${base}/bundle/upload-url`, { account });
    expect((await uploadTo(presignedUrl, bundle)).status).toBe(200);
    return { id, appId, base, presignedUrl };
  }

  async function deploy(key: string, bundle: Buffer, version?: string, account = 'admin') {
    const uploaded = await upload(key, bundle, { version, account });
    const finalized = await post(finalizedBundle, `${uploaded.base}/bundle/finalize`, { account });
    return { ...uploaded, finalized };
  }

  return { service, call, post, upload, deploy };
}
