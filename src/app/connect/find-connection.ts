import type { Client } from '../../api/client';
import { isHidden } from '../replies/is-hidden';
import { Problem } from '../replies/problem';
import { ConsentNeeded } from '../platform/platform';
import type { Connection } from './connection';

/**
 * Asks the service who the grant belongs to, since only it knows whether the grant is still good.
 * @throws {Problem} ACCOUNT_NOT_KNOWN
 * @throws {ServiceError} where the service does not answer
 */
export async function findConnection(client: Client): Promise<Connection> {
  try {
    const { name, email } = await client.users.current();
    return { isConnected: true, name, email };
  } catch (error) {
    if (error instanceof ConsentNeeded) return { isConnected: false };
    if (isHidden(error)) throw new Problem('ACCOUNT_NOT_KNOWN', undefined, { cause: error });
    throw error;
  }
}
