import { ServiceError, type Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import { Problem } from '../access/problem';
import { secured, type SecuredFunction } from '../access/secured';
import { ConsentNeeded, type ServiceAccount } from '../platform/platform';
import type { Connection } from './connection';
import { connect, findConnection } from './functions';

interface Dependencies {
  readonly client: Client;
  readonly account: ServiceAccount;
}

/** The page's module in manifest.yml. */
const modules = ['connect'];

/** What the page may ask. */
export function connectHandlers({ client, account }: Dependencies): SecuredFunction[] {
  return [
    secured(findConnection, {
      policy: licensedPerson,
      modules,
      handle: () => connectionOf(client),
    }),
    secured(connect, {
      policy: licensedPerson,
      modules,
      handle: () => account.requestConsent(),
    }),
  ];
}

/** Asks the service who the grant belongs to, since only it knows whether the grant is still good. */
async function connectionOf(client: Client): Promise<Connection> {
  try {
    const { name, email } = await client.users.current();
    return { isConnected: true, name, email };
  } catch (error) {
    if (error instanceof ConsentNeeded) return { isConnected: false };
    if (isRefusal(error)) throw new Problem('ACCOUNT_NOT_KNOWN', undefined, { cause: error });
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && ['forbidden', 'notFound'].includes(error.code);
}
