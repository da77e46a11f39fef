import { randomUUID } from 'node:crypto';
import type { AppOptions } from './platform/platform';
import { createFailureLog } from './replies/failure-log';
import { createUnrememberedPermissions, projectMember } from './access/policies';
import { createResolver } from './access/resolver';
import { createServiceClient } from './access/service-client';
import { projectPageHandlers } from './project-pages/project-pages-handlers';
import { createStoredTabs } from './project-pages/stored-tabs';
import { workItemsHandler } from './work-items/work-items';

/** Builds the resolver of the project page: manifest.yml, `project-pages-resolver`. */
export function createProjectPagesResolver({
  platform,
  isPlatformPrompt,
  writeLog,
}: Omit<AppOptions, 'now'>) {
  const { asPerson, account, store } = platform;
  const permissions = createUnrememberedPermissions(platform);
  return createResolver({
    functions: [
      ...projectPageHandlers({
        client: createServiceClient(account.transport),
        permissions,
        asPerson,
        storedTabs: createStoredTabs(store),
        newId: randomUUID,
      }),
      workItemsHandler({ platform, policy: projectMember, modules: ['project-pages'] }),
    ],
    permissions,
    isPlatformPrompt,
    log: createFailureLog(writeLog),
  });
}
