import { asApp, asUser, fetch as externalFetch, getAppContext, route } from '@forge/api';
import { makeResolver } from '@forge/resolver';

/** An app that does, through the real SDKs, each thing that the host has to serve or refuse. */

interface Call {
  payload: Record<string, unknown>;
  context: Record<string, unknown>;
}

async function answerOf(response: { status: number; text(): Promise<string> }) {
  return { status: response.status, body: await response.text() };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What became of a call that began after its invocation had ended. */
export const late: { outcome?: Promise<unknown> } = {};

const functions = {
  echo: ({ payload, context }: Call) => ({ payload, context }),
  fail: () => Promise.reject(new Error('out of luck')),
  unfinished: () => new Promise(() => undefined),
  large: ({ payload }: Call) => 'x'.repeat(Number(payload.bytes)),
  speak: () => {
    console.warn('seen %d laptops', 3);
    return null;
  },
  appContext: () => {
    const { moduleKey, permissions } = getAppContext();
    return { moduleKey, scopes: permissions?.scopes };
  },
  remaining: () => getAppContext().invocationRemainingTimeInMillis(),
  slowCaller: async ({ context, payload }: Call) => {
    await pause(Number(payload.ms));
    const myself = await asUser().requestJira(route`/rest/api/3/myself`);
    return {
      context: context.accountId,
      jira: ((await myself.json()) as { accountId: string }).accountId,
    };
  },
  jiraAsUser: async ({ payload }: Call) =>
    answerOf(await asUser().requestJira(route`/rest/api/3/issue/${String(payload.key)}`)),
  jiraAsApp: async ({ payload }: Call) =>
    answerOf(await asApp().requestJira(route`/rest/api/3/issue/${String(payload.key)}`)),
  editIssue: async ({ payload }: Call) =>
    answerOf(
      await asUser().requestJira(route`/rest/api/3/issue/${String(payload.key)}`, {
        method: 'PUT',
        body: JSON.stringify({ fields: { summary: 'Changed' } }),
      }),
    ),
  unknownRoute: async () => answerOf(await asApp().requestJira(route`/rest/api/3/dashboard`)),
  otherPerson: async () =>
    answerOf(await asUser('somebody').requestJira(route`/rest/api/3/myself`)),
  confluence: async () => answerOf(await asApp().requestConfluence(route`/wiki/api/v2/pages`)),
  hasCredentials: () => asUser().withProvider('wds').hasCredentials(),
  account: () => asUser().withProvider('wds').getAccount(),
  connect: () => asUser().withProvider('wds').requestCredentials(),
  service: async ({ payload }: Call) =>
    answerOf(
      await asUser()
        .withProvider('wds', 'wds')
        .fetch(String(payload.path), { headers: { 'wds-workspace-id': 'w1', authorization: 'x' } }),
    ),
  fetch: async ({ payload }: Call) => answerOf(await externalFetch(String(payload.address))),
  lateCall: () => {
    late.outcome = pause(0)
      .then(() => asApp().requestJira(route`/rest/api/3/issue/DEMO-1`))
      .catch(String);
    return 'done';
  },
};

export const resolver = makeResolver(functions as never);
