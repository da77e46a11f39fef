export { NotKnown } from './run/administration';
export type { Administration } from './run/administration';
export { UnusableDatabase } from './base/database/embedded-database';
export { EarlierDemoData } from './run/demo/import-geography';
export type { ImportObserver } from './run/demo/import-geography';
export { demoAccounts } from './run/demo/accounts';
export { getDemoObject } from './run/demo/inventory';
export {
  attributeId as demoAttributeId,
  objectId as demoObjectId,
  typeId as demoTypeId,
  workspaceId as demoWorkspaceId,
} from './run/demo/schema';
export { pageId as demoPageId, siteId as demoSiteId } from './run/demo/sites';
export { DirectoryInUse, UnusableDirectory, takeDirectory } from './run/directory-lock';
export { followRequests } from './base/http/http-server';
export { describeMistyped, findMistypedVariables } from './run/mistyped-variables';
export { startService } from './run/start-service';
export type { Service, ServiceOptions } from './run/start-service';
