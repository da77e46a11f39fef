import { appPlatformPathPrefix } from '../../src/api/app-platform';

const origins = new Set<string>();
const platformOrigins = new Set<string>();

/** From now on the answers of this service's public API are compared with its description. */
export function compareAnswersOf(serviceUrl: string): void {
  origins.add(new URL(serviceUrl).origin);
}

/** As {@link compareAnswersOf}, of an app platform. */
export function compareAnswersOfPlatform(platformUrl: string): void {
  platformOrigins.add(new URL(platformUrl).origin);
}

export function isOfService({ origin, pathname }: URL): boolean {
  return (
    (origins.has(origin) && /^\/(public\/v1|upload)\//.test(pathname)) ||
    (platformOrigins.has(origin) && pathname.startsWith(`${appPlatformPathPrefix}/app`))
  );
}

/** For a test in which the service fails on purpose. */
export function ignoreAnswersOf(serviceUrl: string): void {
  origins.delete(new URL(serviceUrl).origin);
}
