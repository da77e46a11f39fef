import { SignJWT, UnsecuredJWT, decodeJwt, exportSPKI, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoAccounts, demoPageId } from '../../../../src/service';
import { embedAudience } from '../../../../src/api/site-page';
import { laptopsPage, otherOrigin, parentOrigin, startEmbeddingService } from './embedding-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startEmbeddingService());

let token: string;
beforeEach(async () => {
  const body = { audience: embedAudience, parentOrigin };
  const answer = await service.call('admin', 'POST', `${laptopsPage}/embed-token`, body);
  expect(answer.status).toBe(200);
  token = String(answer.body['token']);
});

async function statusOf(sent: string, origin = parentOrigin): Promise<number> {
  return (await service.post('/embed/session', { token: sent, parentOrigin: origin })).status;
}

/** What the service's own key would sign, had someone got it to; the row of `token` stands behind. */
function signed(changes: JWTPayload, { typ = 'embed+jwt' } = {}): Promise<string> {
  return new SignJWT({ ...decodeJwt(token), ...changes })
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(service.embedKey.privateKey);
}

const idOf = (account: string) => demoAccounts.find((one) => one.account === account)?.id ?? '';

describe('a token opens a page', () => {
  test('once, for what its person may see', async () => {
    expect(await statusOf(token)).toBe(200);
  });

  test('as the service signed it, where nothing is changed', async () => {
    expect(await statusOf(await signed({}))).toBe(200);
  });
});

describe('a token is refused', () => {
  test('the second time', async () => {
    await statusOf(token);
    expect(await statusOf(token)).toBe(401);
  });

  test('the second time also where both come at once', async () => {
    const statuses = await Promise.all([statusOf(token), statusOf(token), statusOf(token)]);
    expect(statuses.sort()).toEqual([200, 401, 401]);
  });

  test('a minute after it was made', async () => {
    service.clock.advance(61_000);
    expect(await statusOf(token)).toBe(401);
  });

  test('not within the minute', async () => {
    service.clock.advance(55_000);
    expect(await statusOf(token)).toBe(200);
  });

  test('with another content than was signed', async () => {
    const [header, , signature] = token.split('.');
    const content = { ...decodeJwt(token), parentOrigin: otherOrigin };
    const changed = Buffer.from(JSON.stringify(content)).toString('base64url');
    expect(await statusOf([header, changed, signature].join('.'), otherOrigin)).toBe(401);
  });

  test('signed with another key', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'ES256', typ: 'embed+jwt' })
      .sign(privateKey);
    expect(await statusOf(forged)).toBe(401);
  });

  test('signed with no key: alg none', async () => {
    const claims = new UnsecuredJWT(decodeJwt(token)).encode();
    const [, content] = claims.split('.');
    const header = Buffer.from('{"alg":"none","typ":"embed+jwt"}').toString('base64url');
    expect(await statusOf(claims)).toBe(401);
    expect(await statusOf(`${header}.${content}.`)).toBe(401);
  });

  test('signed with the public key as a secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(service.embedKey.publicKey));
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', typ: 'embed+jwt' })
      .sign(secret);
    expect(await statusOf(forged)).toBe(401);
  });

  test.each([
    ['another audience', { aud: 'another-app' }],
    ['another issuer', { iss: 'https://elsewhere.example.com' }],
    ['another person', { sub: idOf('member') }],
    ['another page', { pageId: demoPageId('IT', 'Fleet', 'Dashboard') }],
    ['no end', { exp: undefined }],
    ['no id', { jti: undefined }],
  ])('for %s', async (_what, changes: JWTPayload) => {
    expect(await statusOf(await signed(changes))).toBe(401);
  });

  test('that is of another kind', async () => {
    expect(await statusOf(await signed({}, { typ: 'at+jwt' }))).toBe(401);
  });

  test('from a page of another origin than it was made for', async () => {
    expect(await statusOf(token, otherOrigin)).toBe(401);
    expect(await statusOf(token, 'https://evil.example.com')).toBe(401);
  });

  test.each(['', 'x', 'a.b.c', 'demo-admin-token', '.'.repeat(50)])(
    'that is none: "%s"',
    async (text) => {
      expect(await statusOf(text)).toBe(401);
    },
  );

  test('that is longer than any', async () => {
    expect(await statusOf('x'.repeat(5_000))).toBe(400);
  });

  test('whose person lost the access to the page meanwhile, and is used up by that', async () => {
    const workspaceId = String(decodeJwt(token)['workspaceId']);
    const target = { account: 'admin', target: { workspaceId } };
    await service.administration.setAccess({ ...target, read: false });
    expect(await statusOf(token)).toBe(404);
    await service.administration.setAccess({ ...target, read: true });
    expect(await statusOf(token)).toBe(401);
  });
});

describe('no token is made', () => {
  test.each([
    ['an origin that may not frame', { parentOrigin: 'https://evil.example.com' }, 'parentOrigin'],
    ['an origin with a path', { parentOrigin: `${parentOrigin}/` }, 'parentOrigin'],
    [
      'the beginning of an origin',
      { parentOrigin: `${parentOrigin}.evil.example` },
      'parentOrigin',
    ],
    ['another audience', { audience: 'another-app' }, 'audience'],
  ])('for %s', async (_what, changes, field) => {
    const body = { audience: embedAudience, parentOrigin, ...changes };
    const answer = await service.call('admin', 'POST', `${laptopsPage}/embed-token`, body);
    expect(answer.status).toBe(400);
    expect(answer.body['violations']).toMatchObject([
      { fieldIdentifier: field, violationType: 'INVALID', domain: 'SITE' },
    ]);
  });
});
