import * as z from 'zod';
import type { FunctionScope, Platform } from './call-scope';
import { fetchJira, readJsonBody } from './jira-fetch';
import { fetchProvider } from './service-fetch';

const jiraTarget = z.strictObject({
  type: z.literal('fpp'),
  provider: z.enum(['app', 'user']),
  remote: z.literal('jira'),
  accountId: z.string().optional(),
});
const providerTarget = z.strictObject({
  type: z.literal('tpp'),
  provider: z.string(),
  remote: z.string(),
  accountId: z.string().optional(),
});
const storageTarget = z.strictObject({
  type: z.literal('kvs'),
  provider: z.literal('app'),
  remote: z.literal('kvs'),
});
const platformTarget = z.object({
  type: z.literal('fpp'),
  provider: z.literal('app'),
  remote: z.literal('stargate'),
});
const modelledTarget = z.union([jiraTarget, providerTarget, storageTarget, platformTarget]);

/** Answers a call of the SDKs to the platform; a target that is not modelled gets a 501 naming it. */
export async function fetchPlatform(
  platform: Platform,
  scope: FunctionScope,
  rawTarget: unknown,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  scope.signal.throwIfAborted();
  const target = modelledTarget.safeParse(rawTarget).data;
  if (!target) return notModelled(rawTarget, path);
  switch (target.type) {
    case 'tpp':
      return fetchProvider(platform, scope, target, path, init);
    case 'kvs':
      return fetchStorage(platform, scope, path, init);
    case 'fpp':
      return target.remote === 'stargate'
        ? fetchQueue(platform, scope, path, init)
        : fetchJiraTarget(platform, scope, target, path, init);
  }
}

async function fetchJiraTarget(
  platform: Platform,
  scope: FunctionScope,
  target: z.infer<typeof jiraTarget>,
  path: string,
  init: RequestInit,
): Promise<Response> {
  if (target.provider === 'app') return fetchJira(platform, scope, 'app', path, init);
  if (target.accountId !== undefined && target.accountId !== scope.accountId) {
    return notModelled(target, path);
  }
  return fetchJira(platform, scope, 'user', path, init);
}

async function fetchStorage(
  { storage, manifest }: Platform,
  { signal }: FunctionScope,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await storage.answer(path, readJsonBody(init.body), manifest.permissions.scopes);
  signal.throwIfAborted();
  return response;
}

async function fetchQueue(
  { queue, onPush }: Platform,
  { signal, chainId }: FunctionScope,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const reply = await queue.answer(path, readJsonBody(init.body), chainId);
  signal.throwIfAborted();
  if (!reply) return notModelled('the platform’s interface', path);
  onPush();
  const { status, body } = reply;
  return body === undefined ? new Response(null, { status }) : Response.json(body, { status });
}

function notModelled(target: unknown, path: string): Response {
  const message = `The sandbox does not model ${JSON.stringify(target)} ${path}`;
  return Response.json({ message }, { status: 501 });
}
