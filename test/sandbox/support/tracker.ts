import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Administration } from '../../../src/service';
import { createTracker } from '../../../src/sandbox/server/tracker';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';

export const host = '127.0.0.1:8080';

const noAdministration: Administration = {
  reset: () => Promise.resolve(),
  setAccess: () => Promise.resolve(),
};

export function openTracker(
  sandbox: Sandbox,
  {
    administration = noAdministration,
    directories = { ui: '/nowhere', web: '/nowhere' },
  }: {
    administration?: Administration;
    directories?: { ui: string; web: string };
  } = {},
): Promise<FastifyInstance> {
  return createTracker({ sandbox, administration, directories });
}

/** Sends a call as the browser's page of the sandbox would. */
export async function send(
  tracker: FastifyInstance,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { body, account = 'admin', headers = {} }: SendOptions = {},
) {
  const options: InjectOptions = {
    method,
    url,
    headers: { host, 'x-sandbox-user': account, ...headers },
    ...(body !== undefined && { payload: body as object }),
  };
  const response = await tracker.inject(options);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: parse(response.body),
  };
}

interface SendOptions {
  body?: unknown;
  account?: string;
  headers?: Record<string, string>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
