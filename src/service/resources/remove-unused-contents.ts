import { unusedLifetimeMs } from './contents';
import type { UploadDependencies } from './content-uploads';

/** Few enough that nobody waits long for them. */
const removedAtOnce = 50;

/** Removes files that nothing holds: announced and not used in time, or used once and taken away. */
export async function removeUnusedContents({
  database,
  files,
  clock,
}: UploadDependencies): Promise<void> {
  let removed: { fileKey: string | null }[];
  do {
    removed = await database.query<{ fileKey: string | null }>(
      `delete from content where key in (
         select key from content
         where used_at is null and created_at <= $1 or is_released and not exists (
           select from object_value where content_key = content.key
         )
         limit ${removedAtOnce}
       ) returning file_key as "fileKey"`,
      [new Date(clock().getTime() - unusedLifetimeMs)],
    );
    for (const { fileKey } of removed) if (fileKey !== null) await files.remove(fileKey);
  } while (removed.length === removedAtOnce);
}

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
