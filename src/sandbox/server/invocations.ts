import { InvocationError } from '../forge/invocation';
import { findModule } from '../forge/modules';
import type { Account } from '../jira/accounts';
import type { InvocationReply } from '../web/calls/sandbox-calls';
import { baseContext } from './app-context';
import type { Sandbox } from './sandbox';

interface AppCall {
  account: Account;
  moduleKey: string;
  functionKey: string;
  payload: unknown;
  extension: Readonly<Record<string, unknown>>;
}

/** Calls a function of the app; its errors are part of the reply. */
export async function invokeApp(sandbox: Sandbox, call: AppCall): Promise<InvocationReply> {
  const { account, moduleKey, functionKey, payload, extension } = call;
  const context = {
    ...baseContext(sandbox, account, moduleKey),
    ...(!sandbox.switches.contextLacks.includes('accountType') && {
      accountType: account.accountType,
    }),
    extension,
  };
  const { accountId } = account;
  try {
    const request = { moduleKey, functionKey, payload, accountId, context };
    return { ok: true, value: await sandbox.host.invoke(request) };
  } catch (error) {
    if (!(error instanceof InvocationError)) throw error;
    return { ok: false, error: describe(sandbox, call, error) };
  }
}

/** With the way to consent, where the platform would show it. */
function describe(
  sandbox: Sandbox,
  { moduleKey, account }: AppCall,
  { code, message, details: { serviceKey } }: InvocationError,
) {
  const isOurs = serviceKey === sandbox.provider.key;
  if (!isOurs) return { code, message, ...(serviceKey && { serviceKey }) };
  if (!showsConsent(sandbox, account, moduleKey)) return { code, message, serviceKey };
  const query = new URLSearchParams({ provider: serviceKey, account: account.account });
  const { consentNeedsClick: needsClick } = sandbox.switches;
  const authorizeUrl = `/sandbox/oauth/start?${query.toString()}`;
  return { code, message, serviceKey, authorizeUrl, ...(needsClick && { needsClick }) };
}

function showsConsent(
  { manifest, switches }: Sandbox,
  { accountType }: Account,
  moduleKey: string,
): boolean {
  if (accountType !== 'licensed') return false;
  if (switches.consentShows !== 'pages') return switches.consentShows === 'everywhere';
  return findModule(manifest, moduleKey)?.type !== 'jira:customFieldType';
}
