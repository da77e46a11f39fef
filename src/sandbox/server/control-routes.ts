import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createClient, fetchTransport, ServiceError } from '../../api/client';
import { id } from '../../api/id';
import { demoAccounts, NotKnown } from '../../service';
import type { Administration } from '../../service';
import { JiraError } from '../jira/jira-error';
import { getAccount } from './caller';
import { invokeApp } from './invocations';
import { platformSwitches, switchChanges } from './platform-switches';
import { parseBody } from './request-body';
import type { Sandbox } from './sandbox';

const accountBody = z.strictObject({ account: z.string() });

const accessFacts = { account: z.string(), read: z.boolean() };
const accessBody = z.union([
  z.strictObject({ ...accessFacts, workspaceId: id }),
  z.strictObject({ ...accessFacts, typeId: id }),
  z.strictObject({ ...accessFacts, siteId: id }),
]);

const invokeBody = z.strictObject({
  account: z.string(),
  moduleKey: z.string(),
  functionKey: z.string(),
  payload: z.unknown().optional(),
  extension: z.record(z.string(), z.unknown()).default({}),
});

/** The contract for scripts and tests: they set the stage, and see what the app did. */
export function addControlRoutes(
  app: FastifyInstance,
  sandbox: Sandbox,
  administration: Administration,
): void {
  app.post('/sandbox/grants', async (request, reply) => {
    const { account } = parseBody(accountBody, request.body);
    await connectWithoutBrowser(sandbox, account);
    return reply.code(204).send();
  });
  app.delete('/sandbox/grants', async (request, reply) => {
    const { accountId } = getAccount(parseBody(accountBody, request.body).account);
    const removed = await sandbox.grants.remove(accountId);
    if (removed?.refreshToken) await sandbox.oauth.revoke(removed);
    return reply.code(204).send();
  });
  app.put('/sandbox/access', async (request, reply) => {
    const { account, read, ...target } = parseBody(accessBody, request.body);
    getAccount(account);
    await administration.setAccess({ account, target, read }).catch((error: unknown) => {
      throw error instanceof NotKnown ? new JiraError(404, [error.message]) : error;
    });
    return reply.code(204).send();
  });
  app.get('/sandbox/calls', () => sandbox.host.calls.list());
  app.delete('/sandbox/calls', (_, reply) => {
    sandbox.host.calls.clear();
    return reply.code(204).send();
  });
  app.post('/sandbox/invoke', (request) => {
    const { account, ...call } = parseBody(invokeBody, request.body);
    return invokeApp(sandbox, { ...call, payload: call.payload, account: getAccount(account) });
  });
  app.get('/sandbox/platform', () => sandbox.switches);
  app.post('/sandbox/platform', (request) => {
    const changes = parseBody(switchChanges, request.body);
    [...(changes.hiddenEmails ?? []), ...(changes.withoutBulkChange ?? [])].forEach(getAccount);
    sandbox.setSwitches(platformSwitches.parse({ ...sandbox.switches, ...changes }));
    return sandbox.switches;
  });
  app.post('/sandbox/reset', async (_, reply) => {
    await Promise.all([sandbox.reset(), administration.reset()]);
    return reply.code(204).send();
  });
}

/**
 * Gives a person the grant that consent in the browser would, by the demo's access token.
 * @throws {JiraError} 409 for a person without an account in the service, 502 if it fails
 */
async function connectWithoutBrowser(sandbox: Sandbox, name: string): Promise<void> {
  const { accountId } = getAccount(name);
  const token = demoAccounts.find(({ account }) => account === name)?.token;
  if (token === undefined) throw new JiraError(409, [`${name} has no account in the service.`]);
  const client = createClient({ transport: fetchTransport(sandbox.serviceUrl, { token }) });
  const user = await client.users.current().catch((error: unknown) => {
    throw error instanceof ServiceError ? new JiraError(502, [error.message]) : error;
  });
  await sandbox.grants.set(accountId, {
    id: randomUUID(),
    externalAccountId: user.id,
    displayName: user.email,
    scopes: sandbox.provider.scopes,
    accessToken: token,
  });
}
