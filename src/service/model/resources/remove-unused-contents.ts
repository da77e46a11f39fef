import { isUnheld, unusedLifetimeMs } from './contents';
import type { UploadDependencies } from './content-uploads';

/** Few enough that nobody waits long for them. */
const removedAtOnce = 50;

/** Removes files that nothing holds: announced and not used in time, or used once and taken away. */
export async function removeUnusedContents({
  database,
  files,
  clock,
}: UploadDependencies): Promise<void> {
  let found: { workspaceId: string; key: string }[];
  do {
    const unusedSince = new Date(clock().getTime() - unusedLifetimeMs);
    found = await database.query(findStatement, [unusedSince]);
    for (const { workspaceId, key } of found) {
      const parameters = [unusedSince, workspaceId, key];
      const [removed] = await database.query<RemovedContent>(removeStatement, parameters);
      if (removed?.fileKey) await files.remove(removed.fileKey);
    }
  } while (found.length === removedAtOnce);
}

interface RemovedContent {
  readonly fileKey: string | null;
}

const isUnused = `(used_at is not null or created_at <= $1) and ${isUnheld}`;

const findStatement = `
  select workspace_id as "workspaceId", key from content where ${isUnused} limit ${removedAtOnce}`;

/** It may have been used since it was found. */
const removeStatement = `
  delete from content where workspace_id = $2 and key = $3 and ${isUnused}
  returning file_key as "fileKey"`;

const intervalMs = 10 * 60_000;

/**
 * Removes them every ten minutes from now on.
 * @returns what ends that; it waits for a removal that is under way
 */
export function keepRemovingUnusedContents(
  dependencies: UploadDependencies,
  report: (error: unknown) => void,
): () => Promise<void> {
  let underWay = Promise.resolve();
  const timer = setInterval(() => {
    underWay = removeUnusedContents(dependencies).catch(report);
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return underWay;
  };
}
