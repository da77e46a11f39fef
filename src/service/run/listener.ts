import type { IncomingMessage, RequestListener } from 'node:http';
import { askAs } from '../base/database';
import { createApplication } from './application';
import { defaultStorageBudgets } from '../base/files/storage-budgets';
import { createIdentity } from '../accounts/identity';
import type { Identity } from '../accounts/identity';
import type { RunningParts, ServiceOptions } from './start-service';
import { describeFault } from '../base/monitoring/describe-fault';
import { observeRequest, requestIdOf } from '../base/monitoring/observe-requests';

/** What answers the service's requests. */
export async function createListener(
  {
    clients = [],
    embeddingOrigins = [],
    languageModel,
    storageBudgets = defaultStorageBudgets,
  }: ServiceOptions,
  parts: RunningParts,
): Promise<{ identity: Identity; listener: RequestListener }> {
  const { database, url, clock, log } = parts;
  const identity = createIdentity({
    database,
    issuer: url,
    clients,
    clock,
    reportError: (error, request) => {
      const requestId = request && requestIdOf(request);
      log.error({ ...describeFault(error), requestId }, 'The authorization server failed.');
    },
  });
  const application = await createApplication({
    ...parts,
    identity,
    serviceUrl: url,
    storageBudgets,
    embeddingOrigins: embeddingOrigins.map(assertOrigin),
    ...(languageModel !== undefined && { model: languageModel }),
  });
  const scheme = new URL(url).protocol.slice(0, -1);
  return {
    identity,
    listener: (request, response) => {
      observeRequest(request, response, parts);
      sayHowItWasReached(request, scheme);
      askAs(keyOf(request), () => application.routing(request, response));
    },
  };
}

/**
 * Until it is known who calls, all of one address count as one: whoever makes up tokens and cookies
 * would otherwise always be somebody new, whose turn comes before everyone else's.
 */
export function keyOf({ socket }: Pick<IncomingMessage, 'socket'>): string {
  return `address ${socket.remoteAddress ?? ''}`;
}

/** A proxy in front need not say it, and nobody else is believed. */
function sayHowItWasReached({ headers }: IncomingMessage, scheme: string): void {
  delete headers['x-forwarded-host'];
  headers['x-forwarded-proto'] = scheme;
}

/**
 * Origins go into a header, and are compared as browsers write them.
 * @throws Error for anything else: a path, a wildcard, several in one text
 */
function assertOrigin(text: string): string {
  if (
    URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    new URL(text).origin === text
  ) {
    return text;
  }
  throw new Error(`"${text}" isn't an origin. Write one such as https://example.com.`);
}
