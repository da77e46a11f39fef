import { getAppContext } from '@forge/api';
import { jiraAsApp } from './jira-as-app';
import { jiraAsPerson } from './jira-as-person';
import type { Platform } from './platform';
import { serviceAccount } from './service-account';

/** The real platform: Forge's SDK, which knows the invocation that it runs in. */
export const forgePlatform: Platform = {
  tenantKey,
  asPerson: jiraAsPerson,
  asApp: jiraAsApp,
  account: serviceAccount,
};

/** @throws {Error} where the platform names no installation, so that nothing is shared by mistake */
function tenantKey(): string {
  const { installationId } = getAppContext().installationAri;
  if (!installationId) throw new Error('The platform named no installation');
  return installationId;
}
