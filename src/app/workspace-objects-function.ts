import { createClient, singleAttempt } from '../api/client';
import type { AppOptions } from './platform/platform';
import { createAdminToken } from './access/admin-token';
import { createCallPool } from './access/call-pool';
import { createFailureLog } from './replies/failure-log';
import { createCallAllowance } from './jql-function/call-allowance';
import { createEvaluation } from './jql-function/evaluation';
import { createStoredQueries } from './stored-queries/stored-queries';

/** Builds the JQL function: manifest.yml, `jql-function`. */
export function createWorkspaceObjects({
  platform,
  now,
  writeLog,
}: Omit<AppOptions, 'isPlatformPrompt'>) {
  const { store, secrets, appJira: jira } = platform;
  // What is counted before it is sent is sent once.
  const clientOf = (token: string) =>
    createClient({ transport: platform.tokenTransport(token), retry: singleAttempt });
  const log = createFailureLog(writeLog);
  const onError = (error: unknown) => log({ functionKey: 'jql-function' }, error);
  return createEvaluation({
    jira,
    store,
    storedQueries: createStoredQueries({ store, now }),
    adminToken: createAdminToken({ secrets, clientOf, now }),
    allowance: createCallAllowance({
      ...{ pool: createCallPool({ platform, now }), store, now, onError },
    }),
    clientOf,
    now,
    onError,
  });
}
