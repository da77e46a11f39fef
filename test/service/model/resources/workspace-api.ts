import { expect } from 'vitest';
import * as z from 'zod/mini';
import { errorBody } from '../../../../src/api/error-body';
import type { Role } from '../../../../src/api/permission';
import { demoAccounts, type Service } from '../../../../src/service';
import { callDemo } from '../../../support/demo-service';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Calls of the public API in the demo's IT workspace, as its administrator where nobody is named. */
export function workspaceApi(getService: () => Service) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    account = 'admin',
  ): Promise<Reply> => {
    const response = await callDemo(getService(), method, path, { body, account });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** What a demo account is in the IT workspace from now on. */
export async function giveRole(service: Service, account: string, role: Role): Promise<void> {
  const userId = demoAccounts.find((each) => each.account === account)?.id ?? '';
  const call = workspaceApi(() => service);
  expect((await call('PUT', `/user/${userId}/role`, { role })).status).toBe(200);
}

/** `CONFLICT WORKFLOW states.1.name`, with the index of its operation before it where it has one. */
export function violationsIn(reply: Reply): string[] {
  expect(reply.status).toBe(400);
  const { violations = [] } = z.strictObject(errorBody.shape).parse(reply.body);
  return violations.map(({ index, violationType, domain, fieldIdentifier }) =>
    [index, violationType, domain, fieldIdentifier].filter((part) => part !== undefined).join(' '),
  );
}
