import { createClient, type Client, type Transport } from '../../api/client';
import { ConsentNeeded, type JiraAsPerson, type ServiceAccount } from '../platform/platform';
import { StoreError } from '../platform/storage';
import { Problem } from '../replies/problem';

/** What answers the person who calls, with their own rights in the service and in Jira. */
export interface PersonalAccess {
  readonly client: Client;
  readonly asPerson: JiraAsPerson;
  readonly account: ServiceAccount;
}

/** A function that a screen calls ends after 25 seconds; this leaves time for two calls in a row. */
const serviceTimeoutMs = 8_000;

/** Asks the service while a person waits, with their own grant or a token. */
export function createServiceClient(transport: Transport): Client {
  return createClient({
    transport,
    timeoutMs: serviceTimeoutMs,
    isPassedThrough: (error) =>
      error instanceof ConsentNeeded || error instanceof Problem || error instanceof StoreError,
  });
}
