/**
 * Imports point one way: query <- api <- app; service uses query and api; the sandbox loads the
 * app only as the platform would; cli uses api. Each entry lists the folders that its files may not import.
 */
export const forbiddenImports = {
  query: ['api', 'app', 'service', 'sandbox', 'cli'],
  api: ['app', 'service', 'sandbox', 'cli'],
  app: ['service', 'sandbox', 'cli'],
  service: ['app', 'sandbox', 'cli'],
  sandbox: ['app', 'cli'],
  cli: ['query', 'app', 'service', 'sandbox'],
};

/** The folders of the app in their order: a file imports from its own and those before. */
export const appFolders = [
  'jql',
  'platform',
  'replies',
  'access',
  'screen',
  'objects',
  'object-display',
  'field-screen',
  'object-picker',
  'portal',
  'field-configuration',
  'query-editor',
  'bulk-screen',
  'object-field',
  'cascade-field',
  'stored-queries',
  'jql-function',
  'work-items',
  'site-check',
  'refresh',
  'label-upkeep',
  'bulk-edit',
  'connect',
  'admin',
  'project-pages',
];

/**
 * The folders of the sandbox in their order: Jira's data, the search above it, the REST API on top;
 * then the host of the app, the pages in the browser, and the servers.
 */
export const sandboxFolders = [
  'state-files',
  'bundling',
  'jira',
  'jql',
  'rest',
  'forge',
  'web',
  'server',
];

/**
 * The folders of the service in their order: what everything stands on, the data, who calls, the two
 * APIs, the pages, and what starts all of it.
 */
export const serviceFolders = [
  'base/refusals',
  'base/database',
  'base/files',
  'base/request-limits',
  'base/monitoring',
  'base/html',
  'base/http',
  'model/values',
  'model/permissions',
  'model/resources',
  'model/search',
  'model/sites',
  'accounts',
  'api',
  'app-platform',
  'pages',
  'run',
];

/** What the files of `static` may import of `src`: the folders of the app that are made for screens. */
export const foldersForStatic = [
  'api',
  'app/replies',
  'app/screen',
  'app/objects',
  'app/project-pages',
];

/** The packages that speak to the platform, and the only folder that may import them. */
export const platformPackages = /^@forge\/(api|kvs|events)(\/|$)/;
export const platformFolder = 'src/app/platform/';
