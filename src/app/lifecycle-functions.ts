import * as z from 'zod/mini';
import { adminTokenKey } from './access/admin-token';
import type { Platform } from './platform/platform';
import { createStoredTabs } from './project-pages/stored-tabs';
import { createFailureLog } from './replies/failure-log';

/**
 * Builds what the platform calls before it takes the app away: manifest.yml, `before-uninstall`. The
 * access token is deleted at once; the platform itself removes everything else that is stored.
 * @see docs/platform-assumptions.md, 38
 * @see https://developer.atlassian.com/platform/forge/manifest-reference/modules/pre-uninstall/
 */
export function createBeforeUninstall({ secrets }: Pick<Platform, 'secrets'>) {
  return () => secrets.delete(adminTokenKey);
}

/**
 * Jira writes the id as text or as a number.
 * @see https://developer.atlassian.com/platform/forge/events-reference/jira/
 * @see docs/platform-assumptions.md, 54
 */
const projectEvent = z.object({
  project: z.object({ id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)) }),
});

interface Options {
  readonly store: Platform['store'];
  /** Makes what asks the platform to bring the event again. */
  readonly requestRepeat: () => unknown;
  readonly writeLog: (line: string) => void;
}

/**
 * Builds what Jira calls once a project is deleted for good: manifest.yml, `project-deleted`. Where the
 * storage fails, it asks for the event again; forgetting twice does no harm.
 * @see docs/platform-assumptions.md, 60
 */
export function createProjectDeleted({ store, requestRepeat, writeLog }: Options) {
  const storedTabs = createStoredTabs(store);
  const log = createFailureLog(writeLog);
  return async (event: unknown): Promise<unknown> => {
    const { project } = projectEvent.parse(event);
    try {
      await storedTabs.forget(project.id);
      return undefined;
    } catch (error) {
      log({ functionKey: 'project-deleted' }, error);
      return requestRepeat();
    }
  };
}
