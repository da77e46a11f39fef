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

interface CallOptions {
  readonly account?: string;
  readonly body?: string;
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

  async function call(method: string, path: string, options: CallOptions = {}) {
    const { account = 'admin', body, contentType = 'application/yaml' } = options;
    const response = await fetch(`${service.platformUrl}/external/v1/app-platform${path}`, {
      method,
      headers: {
        authorization: `Bearer demo-${account}-token`,
        ...(body !== undefined && { 'content-type': contentType }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const parsed = text === '' ? undefined : (JSON.parse(text) as unknown);
    return { status: response.status, body: parsed };
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
