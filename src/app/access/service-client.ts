import { createClient, type Client, type Transport } from '../../api/client';
import { ConsentNeeded } from '../platform/platform';

/** A function that a screen calls ends after 25 seconds; this leaves time for two calls in a row. */
const serviceTimeoutMs = 8_000;

/** Asks the service while a person waits, with their own grant or a token. */
export function createServiceClient(transport: Transport): Client {
  return createClient({
    transport,
    timeoutMs: serviceTimeoutMs,
    isPassedThrough: (error) => error instanceof ConsentNeeded,
  });
}
