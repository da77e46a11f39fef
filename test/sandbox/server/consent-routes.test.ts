import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox } from '../support/fixture-sandbox';
import { ServiceStandIn } from '../support/service-stand-in';
import { openTracker, send } from '../support/tracker';

let service: ServiceStandIn;
let serviceUrl: string;
let sandbox: Sandbox;
let tracker: FastifyInstance;
const start = '/sandbox/oauth/start?provider=wds&account=lead';
const redirectUri = 'http://127.0.0.1:8080/outboundAuth/finish';

beforeEach(async () => {
  service = new ServiceStandIn();
  serviceUrl = await service.start();
  sandbox = await createFixtureSandbox({ serviceUrl });
  tracker = await openTracker(sandbox);
});
afterEach(() => service.stop());

async function begin(): Promise<URL> {
  const { status, headers } = await send(tracker, 'GET', start);
  expect(status).toBe(302);
  return new URL(headers.location ?? '');
}

describe('Consent', () => {
  test('begins at the local service, with what the manifest says', async () => {
    const address = await begin();
    expect(address.origin + address.pathname).toBe(`${serviceUrl}/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'jira-forge-app',
      redirect_uri: redirectUri,
      scope: 'read',
      code_challenge_method: 'S256',
    });
  });

  test('ends with the person’s grant and a page that says so', async () => {
    const { searchParams } = await begin();
    const finish = `/outboundAuth/finish?code=c1&state=${searchParams.get('state') ?? ''}`;
    const page = await send(tracker, 'GET', finish);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Connected as admin@example.com');
    expect(page.text).toContain("{ type: 'sandbox-oauth-finished' }");
    expect(page.text).not.toContain('access-1');
    expect(sandbox.grants.find(accountIdOf('lead'))).toMatchObject({
      externalAccountId: 'service-user',
      displayName: 'admin@example.com',
      refreshToken: 'refresh-1',
    });
    const form = service.tokenRequests()[0]?.form;
    expect(form?.get('redirect_uri')).toBe(redirectUri);
    const verifier = form?.get('code_verifier') ?? '';
    expect(createHash('sha256').update(verifier).digest('base64url')).toBe(
      searchParams.get('code_challenge'),
    );
    expect(await send(tracker, 'GET', finish)).toMatchObject({ status: 400 });
  });

  test('that the person declined, or that was never begun, connects nobody', async () => {
    const state = (await begin()).searchParams.get('state') ?? '';
    const declined = `error=access_denied&error_description=<b>No</b>`;
    const page = await send(tracker, 'GET', `/outboundAuth/finish?state=${state}&${declined}`);
    expect(page).toMatchObject({ status: 400 });
    expect(page.text).toContain('<h1>Your account wasn’t connected</h1>');
    expect(page.text).toContain('&lt;b&gt;No&lt;/b&gt;');
    expect(page.text).toContain('You can close this window.');
    expect(await send(tracker, 'GET', '/outboundAuth/finish?state=x&code=y')).toMatchObject({
      status: 400,
    });
    expect(sandbox.grants.find(accountIdOf('lead'))).toBeUndefined();
  });

  test('that the service refuses says so', async () => {
    service.acceptsRefresh = false;
    const state = (await begin()).searchParams.get('state') ?? '';
    const page = await send(tracker, 'GET', `/outboundAuth/finish?state=${state}&code=c1`);
    expect(page).toMatchObject({ status: 502 });
    expect(page.text).toContain('Your account wasn’t connected');
  });

  test('is asked for a provider and a person that exist', async () => {
    for (const query of ['provider=other&account=lead', 'provider=wds&account=nobody', '']) {
      expect(await send(tracker, 'GET', `/sandbox/oauth/start?${query}`)).toMatchObject({
        status: 400,
      });
    }
  });
});
