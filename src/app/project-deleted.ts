import * as z from 'zod/mini';
import type { Platform } from './platform/platform';
import { createStoredTabs } from './project-pages/stored-tabs';

/**
 * Jira writes the id as text or as a number.
 * @see https://developer.atlassian.com/platform/forge/events-reference/jira/
 * @see docs/platform-assumptions.md, 54
 */
const projectEvent = z.object({
  project: z.object({ id: z.pipe(z.union([z.string(), z.number()]), z.transform(String)) }),
});

/**
 * Builds what Jira calls once a project is deleted for good: manifest.yml, `project-deleted`. Where it
 * throws, the tabs stay until an uninstall, unless the platform brings the event again.
 * @see docs/platform-assumptions.md, 60
 */
export function createProjectDeleted({ store }: Pick<Platform, 'store'>) {
  const storedTabs = createStoredTabs(store);
  return async (event: unknown) => storedTabs.forget(projectEvent.parse(event).project.id);
}
