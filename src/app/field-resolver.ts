import { createClient } from '../api/client';
import { createInvocationLog } from './access/invocation-log';
import { createPermissions } from './access/permissions';
import { createResolver } from './access/resolver';
import { connectHandlers } from './connect/handlers';
import { createFieldConfigurations } from './object-field/find-configuration';
import { objectFieldHandlers } from './object-field/handlers';
import { ConsentNeeded, type Platform } from './platform/platform';

interface Options {
  readonly platform: Platform;
  readonly isPlatformPrompt: (error: unknown) => boolean;
  /** Milliseconds, for the memory between invocations. */
  readonly now: () => number;
  readonly writeLog: (line: string) => void;
}

/** A function of the platform ends after 25 seconds; this leaves time to say what happened. */
const serviceTimeoutMs = 8_000;

/** Builds the resolver of the object field and the connect page: manifest.yml, `field-resolver`. */
export function createFieldResolver({ platform, isPlatformPrompt, now, writeLog }: Options) {
  const client = createClient({
    transport: platform.account.transport,
    timeoutMs: serviceTimeoutMs,
    isPassedThrough: (error) => error instanceof ConsentNeeded,
  });
  const permissions = createPermissions(platform, now);
  const configurations = createFieldConfigurations({ platform, permissions, now });
  const functions = [
    ...objectFieldHandlers({ client, configurations, asPerson: platform.asPerson }),
    ...connectHandlers({ client, account: platform.account }),
  ];
  return createResolver({
    functions,
    permissions,
    isPlatformPrompt,
    log: createInvocationLog(writeLog),
  });
}
