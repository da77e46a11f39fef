import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { createClient, fetchTransport, ServiceError } from '../../api/client/index';
import { id } from '../../api/id';
import { demoAccounts, NotKnown } from '../../service/index';
import type { Administration } from '../../service/index';
import { JiraError } from '../jira/jira-error';
import { getAccount, parseBody } from './request-checks';
import { invokeApp } from './invocations';
import { platformSwitches } from '../jira/platform-switches';
import type { Sandbox } from './sandbox';
import { InvocationError } from '../forge/invocation';

const accountBody = z.strictObject({ account: z.string() });

const accessFacts = { account: z.string(), read: z.boolean() };
const accessBody = z.union([
  z.strictObject({ ...accessFacts, workspaceId: id }),
  z.strictObject({ ...accessFacts, typeId: id }),
  z.strictObject({ ...accessFacts, siteId: id }),
]);

/** What is left out stays as it is. */
const switchChanges = z.record(z.string(), z.unknown());

const invokeBody = z.strictObject({
  account: z.string(),
  moduleKey: z.string(),
  functionKey: z.string(),
  payload: z.unknown().optional(),
  extension: z.record(z.string(), z.unknown()).default({}),
});

/** The contract for scripts and tests: they set up a situation, and see what the app did. */
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
    const switches = parseBody(platformSwitches, { ...sandbox.switches, ...changes });
    [...switches.hiddenEmails, ...switches.withoutBulkChange].forEach(getAccount);
    sandbox.setSwitches(switches);
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

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const maximumAdvanceMs = 366 * unitMs.d;
const sentence = 'Say how far the clock moves: 30s, 15m, 8h, 8d or 3w, at most 366d.';

/** `8d`, read as milliseconds. */
const duration = z
  .string(sentence)
  .regex(/^\d{1,9}[smhdw]$/, sentence)
  .transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs])
  .pipe(z.number().max(maximumAdvanceMs, sentence));

const clockBody = z.strictObject({ advance: duration, schedules: z.boolean().default(true) });

/** The control calls for the clock, for schedules and for the app's storage. */
export function addBackgroundRoutes(app: FastifyInstance, { clock, host }: Sandbox): void {
  const describeClock = () => ({ now: clock.now().toISOString() });

  app.get('/sandbox/clock', describeClock);
  app.post('/sandbox/clock', async (request) => {
    const { advance, schedules } = parseBody(clockBody, request.body);
    await host.advance(advance, { schedules });
    return describeClock();
  });
  app.post<{ Params: { moduleKey: string } }>(
    '/sandbox/schedule/:moduleKey',
    async ({ params: { moduleKey } }) => {
      try {
        await host.functions.runTrigger(moduleKey);
        return { ok: true };
      } catch (error) {
        return describeFailure(error);
      }
    },
  );
  app.get('/sandbox/storage', () => host.storage.use);
}

/** @throws {JiraError} 404 if there is no such module, and any error that isn't the app's */
function describeFailure(error: unknown) {
  if (!(error instanceof InvocationError)) throw error;
  const { code, message } = error;
  if (code === 'MODULE_NOT_FOUND') throw new JiraError(404, [message]);
  return { ok: false, error: { code, message } };
}
