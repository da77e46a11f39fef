/**
 * Imports point one way: query <- api <- app; service uses query and api; the sandbox loads the
 * app only as the platform would. Each entry lists the folders that its files may not import.
 */
export const forbiddenImports = {
  query: ['api', 'app', 'service', 'sandbox'],
  api: ['app', 'service', 'sandbox'],
  app: ['service', 'sandbox'],
  service: ['app', 'sandbox'],
  sandbox: ['app'],
};

/** The packages that speak to the platform, and the only folder that may import them. */
export const platformPackages = /^@forge\/(api|kvs|events)(\/|$)/;
export const platformFolder = 'src/app/platform/';
