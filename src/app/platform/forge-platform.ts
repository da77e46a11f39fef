import { getAppContext } from '@forge/api';
import { forgeRefreshQueue } from './forge-refresh-queue';
import { forgeSecrets, forgeStore } from './forge-storage';
import { jiraAsApp } from './jira-as-app';
import { jiraAsPerson } from './jira-as-person';
import { jiraLimit } from './jira-limit';
import { appJiraClient } from './app-jira-client';
import type { Platform } from './platform';
import { serviceAccount } from './service-account';
import { serviceManagement } from './service-management';
import { tokenTransport } from './token-transport';

/** The real platform: Forge's SDK, which knows the invocation that it runs in. */
export const forgePlatform: Platform = {
  tenantKey,
  asPerson: jiraAsPerson,
  asApp: jiraAsApp,
  serviceManagement,
  account: serviceAccount,
  appJira: appJiraClient,
  store: forgeStore,
  secrets: forgeSecrets,
  refreshQueue: forgeRefreshQueue,
  jiraLimit,
  tokenTransport,
};

/** @throws {Error} where the platform names no installation, so that nothing is shared by mistake */
function tenantKey(): string {
  const { installationId } = getAppContext().installationAri;
  if (!installationId) throw new Error("The platform didn't name an installation");
  return installationId;
}
