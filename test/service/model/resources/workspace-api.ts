import { expect } from 'vitest';
import * as z from 'zod/mini';
import { publicPathPrefix } from '../../../../src/api/endpoint';
import { errorBody } from '../../../../src/api/error-body';
import type { Role } from '../../../../src/api/permission';
import { demoAccounts, demoWorkspaceId, type Service } from '../../../../src/service';
import { sendJson, type Answer } from '../../../support/send-json';

/** Calls of the public API in the demo's IT workspace, as its administrator where nobody is named. */
export function workspaceApi(getService: () => Service) {
  return (method: string, path: string, body?: unknown, account = 'admin'): Promise<Answer> =>
    sendJson(method, getService().url + publicPathPrefix + path, {
      token: `demo-${account}-token`,
      workspaceId: demoWorkspaceId('IT'),
      body,
    });
}

/** What a demo account is in the IT workspace from now on. */
export async function giveRole(service: Service, account: string, role: Role): Promise<void> {
  const userId = demoAccounts.find((each) => each.account === account)?.id ?? '';
  const call = workspaceApi(() => service);
  expect((await call('PUT', `/user/${userId}/role`, { role })).status).toBe(200);
}

/** `CONFLICT WORKFLOW states.1.name`, with the index of its operation before it where it has one. */
export function violationsIn(reply: Pick<Answer, 'status' | 'body'>): string[] {
  expect(reply.status).toBe(400);
  const { violations = [] } = z.strictObject(errorBody.shape).parse(reply.body);
  return violations.map(({ index, violationType, domain, fieldIdentifier }) =>
    [index, violationType, domain, fieldIdentifier].filter((part) => part !== undefined).join(' '),
  );
}
