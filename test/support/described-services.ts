const origins = new Set<string>();

/** From now on the answers of this service's public API are compared with its description. */
export function compareAnswersOf(serviceUrl: string): void {
  origins.add(new URL(serviceUrl).origin);
}

export function isOfService({ origin, pathname }: URL): boolean {
  return origins.has(origin) && /^\/(public\/v1|upload)\//.test(pathname);
}

/** For a test in which the service fails on purpose. */
export function ignoreAnswersOf(serviceUrl: string): void {
  origins.delete(new URL(serviceUrl).origin);
}
