export { NotKnown } from './administration';
export type { AccessChange, Administration } from './administration';
export { DatabaseUnavailable, UnusableDatabase } from './database';
export { DemoDataRefused } from './demo/seed';
export { EarlierDemoData } from './demo/import-geography';
export type { ImportObserver } from './demo/import-geography';
export { demoAccounts } from './demo/accounts';
export { getDemoObject } from './demo/inventory';
export {
  attributeId as demoAttributeId,
  objectId as demoObjectId,
  typeId as demoTypeId,
  workspaceId as demoWorkspaceId,
} from './demo/schema';
export { pageId as demoPageId, siteId as demoSiteId } from './demo/sites';
export { DirectoryInUse, UnusableDirectory, takeDirectory } from './directory-lock';
export { followRequests } from './http/end-server';
export type { OAuthClient } from './identity';
export { startService } from './start-service';
export type { Service, ServiceOptions } from './start-service';
