import type { Client } from '../../api/client';
import { licensedPerson } from '../access/policies';
import { secured, type SecuredFunction } from '../access/secured';
import type { ServiceAccount } from '../platform/platform';
import { findConnection } from './find-connection';
import * as functions from './functions';

interface Dependencies {
  readonly client: Client;
  readonly account: ServiceAccount;
}

/** The page's module in manifest.yml. */
const modules = ['connect'];

/** What the page may ask. */
export function connectHandlers({ client, account }: Dependencies): SecuredFunction[] {
  return [
    secured(functions.findConnection, {
      policy: licensedPerson,
      modules,
      handle: () => findConnection(client),
    }),
    secured(functions.connect, {
      policy: licensedPerson,
      modules,
      handle: () => account.requestConsent(),
    }),
  ];
}
