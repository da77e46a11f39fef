import { removeOldHistory } from '../model/history/record-changes';
import { removeUnusedContents } from '../model/resources/content-uploads';
import type { UploadDependencies } from '../model/resources/content-uploads';
import { removeOldDeletedObjects } from '../model/resources/deleted-objects';
import { countStorage } from '../model/resources/workspace-storage';
import { describeFault } from '../base/monitoring/log';
import type { Log } from '../base/monitoring/log';

const intervalMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;

export const defaultHistoryDays = 365;

/**
 * Removes what nobody needs any more every ten minutes from now on: deleted objects that can't be
 * restored any more, unused files, and what the history has kept long enough. Then counts what workspaces hold.
 * @returns what ends that; it waits for a removal that is under way
 */
export function keepTidying({
  database,
  files,
  clock,
  log,
  historyDays = defaultHistoryDays,
}: UploadDependencies & { readonly log: Log; readonly historyDays?: number }): () => Promise<void> {
  const recordedSince = () => new Date(clock().getTime() - historyDays * dayMs);
  const tasks = {
    // First, as nothing holds their files afterwards.
    'Old deleted objects': () => removeOldDeletedObjects(database, clock()),
    'Unused files': () => removeUnusedContents({ database, files, clock }),
    'Old entries of the history': () => removeOldHistory(database, recordedSince()),
  };
  const tidy = async () => {
    for (const [what, remove] of Object.entries(tasks)) {
      await remove().catch((fault: unknown) =>
        log.error(describeFault(fault), `${what} were not removed.`),
      );
    }
    await countStorage(database, { now: clock(), countedEveryMs: intervalMs / 2 }).catch(
      (fault: unknown) => log.error(describeFault(fault), 'Storage was not counted.'),
    );
  };
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = tidy();
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
