import { createClient, fetchTransport, singleAttempt, type Client } from '../../src/api/client';

/** The typed client of whoever has the token. It asks once, and waits for as long as the answer takes. */
export function clientWith(serviceUrl: string, token: string): Client {
  const transport = fetchTransport(serviceUrl, { token });
  return createClient({ transport, retry: singleAttempt, timeoutMs: 60_000 });
}

/** The calls of someone's typed client in a workspace. */
export type WorkspaceClient = ReturnType<Client['inWorkspace']>;
