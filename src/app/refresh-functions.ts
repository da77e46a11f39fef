import * as z from 'zod/mini';
import { createClient } from '../api/client';
import type { AppOptions } from './platform/platform';
import { createAdminToken } from './access/admin-token';
import { createFailureLog } from './replies/failure-log';
import { createLabelRound, roundEvent } from './label-upkeep/label-round';
import { createRoundWorker } from './label-upkeep/round-worker';
import { createUpkeepWorker, upkeepEvent } from './label-upkeep/upkeep-worker';
import { createRefresh, endResults } from './refresh/refresh';
import { createRefreshWorker } from './refresh/worker';
import { createStoredQueries } from './stored-queries/stored-queries';

/** @see https://developer.atlassian.com/platform/forge/runtime-reference/async-events-api/ */
const asyncEvent = z.object({ body: z.unknown() });

/** Builds the functions of the schedules and of the queue: manifest.yml, `refresh-daily`, `refresh-hourly` and `refresh-work`. */
export function createRefreshFunctions({
  platform,
  now,
  writeLog,
}: Omit<AppOptions, 'isPlatformPrompt'>) {
  const { secrets } = platform;
  const clientOf = (token: string) => createClient({ transport: platform.tokenTransport(token) });
  const adminToken = createAdminToken({ secrets, clientOf, now });
  const log = createFailureLog(writeLog);
  const refresh = createRefresh({ platform, now });
  const storedQueries = createStoredQueries({ store: platform.store, now });
  const refreshWork = createRefreshWorker({ platform, adminToken, now, log });
  const upkeepWork = createUpkeepWorker({ platform, adminToken, now, log });
  const labelRound = createLabelRound({ platform, now });
  const roundWork = createRoundWorker({ platform, adminToken, now, log });
  const logDaily = (error: unknown) => log({ functionKey: 'refresh-daily' }, error);
  return {
    /** What fails here is made up for by the next day: the platform calls a schedule only once. */
    daily: async (): Promise<void> => {
      await refresh.request({ kind: 'daily' }).catch(logDaily);
      await labelRound.request().catch(logDaily);
    },
    /** What fails here is made up for by the next hour, and at the latest by the daily refresh. */
    hourly: async (): Promise<void> => {
      try {
        await endResults({ adminToken, storedQueries, refresh, now });
      } catch (error) {
        log({ functionKey: 'refresh-hourly' }, error);
      }
    },
    /** Where it throws, the platform brings the event again. */
    work: async (event: unknown): Promise<void> => {
      const { body } = asyncEvent.parse(event);
      const { data: ofUpkeep } = upkeepEvent.safeParse(body);
      const { data: ofRound } = roundEvent.safeParse(body);
      if (ofUpkeep) await upkeepWork(ofUpkeep);
      else await (ofRound ? roundWork(ofRound) : refreshWork(body));
    },
  };
}
