import { beforeEach, describe, expect, test } from 'vitest';
import { InvocationError } from '../../../src/sandbox/forge/invocation';
import type { Sandbox } from '../../../src/sandbox/server/sandbox';
import { accountIdOf, createFixtureSandbox, grantOf, invoke } from '../support/fixture-sandbox';
import { testManifest } from '../support/test-manifest';

const openTo = (unlicensedAccess: readonly string[]) =>
  testManifest(({ modules }) => {
    for (const fieldType of modules['jira:customFieldType'] as object[]) {
      Object.assign(fieldType, { unlicensedAccess });
    }
  });

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await createFixtureSandbox({
    manifest: openTo(['customer', 'unlicensed', 'anonymous']),
  });
});

describe('A module', () => {
  const types = ['customer', 'unlicensed', 'anonymous'];
  const accounts = ['customer', 'unlicensed', 'visitor'];

  test.each([[[]], ...types.map((type) => [[type]]), [types]])(
    'that is open to %j is called for them, and for people with a license',
    async (open) => {
      const own = await createFixtureSandbox({ manifest: openTo(open) });
      for (const [index, account] of accounts.entries()) {
        const call = invoke(own, 'echo', {}, { account });
        if (open.includes(types[index] ?? '')) await expect(call).resolves.toBeDefined();
        else await expect(call).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
      }
      await expect(invoke(own, 'echo')).resolves.toBeDefined();
    },
  );

  test('that is a page is never open to them', async () => {
    const call = invoke(sandbox, 'echo', {}, { account: 'customer', moduleKey: 'connect' });
    await expect(call).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });
});

describe('A function that runs', () => {
  test('for a customer calls Jira as them', async () => {
    const reply = await invoke(sandbox, 'slowCaller', { ms: 0 }, { account: 'customer' });
    expect(reply).toMatchObject({ jira: accountIdOf('customer') });
  });

  test.each(['unlicensed', 'visitor'])('for %s can’t call Jira as them', async (account) => {
    await expect(invoke(sandbox, 'slowCaller', { ms: 0 }, { account })).rejects.toMatchObject({
      code: 'NEEDS_AUTHENTICATION_ERR',
    });
    const asApp = await invoke(sandbox, 'jiraAsApp', { key: 'HELP-1' }, { account });
    expect(asApp).toMatchObject({ status: 200 });
  });

  test('for a visitor is told the account id that all visitors have', async () => {
    expect(await invoke(sandbox, 'echo', {}, { account: 'visitor' })).toMatchObject({
      context: { accountId: 'unidentified' },
    });
  });

  test.each(['customer', 'unlicensed', 'visitor'])('for %s has no provider', async (account) => {
    await sandbox.grants.set(accountIdOf(account), grantOf());
    expect(await invoke(sandbox, 'hasCredentials', {}, { account })).toBe(false);
    await expect(invoke(sandbox, 'connect', {}, { account })).rejects.toMatchObject({
      code: 'NEEDS_AUTHENTICATION_ERR',
    });
    const fetched = invoke(sandbox, 'service', { path: '/api/v1/user' }, { account });
    await expect(fetched).rejects.toBeInstanceOf(InvocationError);
    expect(sandbox.host.calls.list()).toEqual([]);
  });
});
