import type { Client } from '../../api/client';
import type { AdminToken } from '../access/admin-token';
import { adminsOnly } from '../access/policies';
import { Problem } from '../replies/problem';
import { secured, type SecuredFunction } from '../access/secured';
import { createLabelUpkeep, loadLabelChanges } from '../label-upkeep/label-upkeep';
import type { Platform } from '../platform/platform';
import * as functions from './admin-contract';

interface Dependencies {
  readonly platform: Pick<Platform, 'store' | 'refreshQueue' | 'asPerson'>;
  readonly adminToken: Pick<AdminToken, 'find'>;
  /** With an access token. */
  readonly clientOf: (token: string) => Client;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const admin = adminsOnly(['admin']);

/** What an admin may ask of the jobs that refresh stored labels. */
export function labelHandlers(dependencies: Dependencies): SecuredFunction[] {
  const { platform, adminToken, clientOf } = dependencies;
  const upkeep = createLabelUpkeep(dependencies);
  return [
    secured(functions.findLabelJob, {
      ...admin,
      handle: async () => ({ job: (await upkeep.find()) ?? null }),
    }),
    secured(functions.startLabelJob, {
      ...admin,
      handle: async ({ fieldId, isDryRun }) => ({
        isStarted: await upkeep.start(fieldId, isDryRun),
      }),
    }),
    secured(functions.cancelLabelJob, {
      ...admin,
      async handle() {
        await upkeep.cancel();
        return {};
      },
    }),
    secured(functions.listLabelChanges, {
      ...admin,
      async handle() {
        const token = await adminToken.find();
        if (token === undefined) throw new Problem('TOKEN_MISSING');
        const found = await loadLabelChanges({ platform, client: clientOf(token) });
        return { changes: [...found.changes], hiddenCount: found.hiddenCount };
      },
    }),
  ];
}
