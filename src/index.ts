import { createAdminResolver } from './app/admin-resolver';
import { createBeforeUninstall, createProjectDeleted } from './app/lifecycle-functions';
import { createFieldResolver } from './app/field-resolver';
import { forgePlatform, requestRepeat } from './app/platform/forge-platform';
import { isPlatformPrompt } from './app/platform/jira-replies';
import { createProjectPagesResolver } from './app/project-pages-resolver';
import { createRefreshFunctions } from './app/refresh-functions';
import { createWorkspaceObjects } from './app/workspace-objects-function';

const options = {
  platform: forgePlatform,
  isPlatformPrompt,
  now: Date.now,
  writeLog: console.warn,
};

export const resolver = createFieldResolver(options);
export const adminResolver = createAdminResolver({
  ...options,
  serviceOrigin: process.env['WDS_ORIGIN'],
});
export const projectPagesResolver = createProjectPagesResolver(options);
export const projectDeleted = createProjectDeleted({
  ...options,
  store: forgePlatform.store,
  requestRepeat,
});
export const workspaceObjects = createWorkspaceObjects(options);
// Atlassian's lint finds exports of this form only.
const refresh = createRefreshFunctions(options);
export const refreshDaily = refresh.daily;
export const refreshHourly = refresh.hourly;
export const refreshWork = refresh.work;
export const beforeUninstall = createBeforeUninstall(forgePlatform);
