import type { Transport } from '../../../src/api/client';
import { forgePlatform } from '../../../src/app/platform/forge-platform';
import type { Platform } from '../../../src/app/platform/platform';
import { InvocationGate } from '../refresh/support/invocation-gate';
import { MemoryQueue } from '../refresh/support/memory-queue';
import { MemoryStore } from '../refresh/support/memory-store';
import type { ForgeRuntime, PlatformCall } from './forge-runtime';

/** The real platform, with its storage, its queue and its fetch with a token in memory. */
export function createKeptPlatform(forge: ForgeRuntime, now: () => number) {
  const gate = new InvocationGate();
  const store = new MemoryStore(gate, now);
  const secretStore = new Map<string, unknown>();
  const queue = new MemoryQueue(gate, { now: now() });
  const platform: Platform = {
    ...forgePlatform,
    store,
    secrets: {
      find: (key) => Promise.resolve(secretStore.get(key)),
      set: (key, value) => Promise.resolve(void secretStore.set(key, value)),
      delete: (key) => Promise.resolve(void secretStore.delete(key)),
    },
    refreshQueue: queue,
    tokenTransport: (token) => sendWithToken(forge, token),
  };
  return { platform, store, secretStore, queue };
}

function sendWithToken(forge: ForgeRuntime, token: string): Transport {
  return async (path, { method, headers, body }) => {
    const call: PlatformCall = {
      target: 'service',
      as: 'token',
      method,
      path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: body === undefined ? undefined : JSON.parse(body),
      redirect: 'manual',
    };
    forge.calls.push(call);
    return forge.service(call, undefined);
  };
}
