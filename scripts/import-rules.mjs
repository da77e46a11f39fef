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
  'jobs',
  'refresh',
  'label-upkeep',
  'bulk-edit',
  'connect',
  'admin',
  'project-pages',
];

/**
 * Where a file of the app runs shows in its name, or else in its folder: `*.tsx` and `use-*.ts` in
 * the browser, `*-handlers.ts`, `find-*.ts` and files directly in `src/app` on Forge. All others, such
 * as contracts and texts, run on both sides and import nothing that doesn't.
 */
export const appSides = {
  browser: {
    names: '(?:[^/]+\\.tsx|use-[^/]+\\.ts)',
    folders: ['screen', 'field-screen', 'object-picker', 'query-editor', 'bulk-screen'],
    packages: /^(react|@forge\/(react|bridge))(\/|$)/,
  },
  forge: {
    names: '(?:[^/]+-handlers|find-[^/]+)\\.ts',
    folders: [
      'platform',
      'access',
      'portal',
      'stored-queries',
      'jql-function',
      'work-items',
      'jobs',
      'refresh',
      'label-upkeep',
      'bulk-edit',
      'project-pages',
      'site-check',
    ],
    packages: /^(lru-cache|@forge\/(resolver|api|kvs|events))(\/|$)/,
  },
  /** In a folder of one side, too. */
  both: '[^/]+-(?:contract|facts|record|texts?)\\.ts',
};

/**
 * The side of a file of `src/app`.
 * @param path from the top, such as `src/app/screen/use-return.ts`
 * @returns {'browser' | 'forge' | 'both'}
 */
export function sideOf(path) {
  const { browser, forge, both } = appSides;
  const isNamed = (names) => new RegExp(`/${names}$`).test(path);
  const isIn = (folders) => folders.some((folder) => path.startsWith(`src/app/${folder}/`));
  if (isNamed(both)) return 'both';
  if (isNamed(browser.names)) return 'browser';
  if (isNamed(forge.names)) return 'forge';
  if (isIn(browser.folders)) return 'browser';
  return isIn(forge.folders) || /^src\/app\/[^/]+$/.test(path) ? 'forge' : 'both';
}

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
  'model/history',
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
