import type { ExternalAddress, Manifest } from './manifest';

/**
 * The manifest names https origins, as the platform demands; on one machine each stands for a
 * local server. Enforcement always looks at the manifest's own origin.
 */
export type OriginMap = ReadonlyMap<string, string>;

/** The service stands for every remote of the app. */
export function originsOf({ remotes }: Pick<Manifest, 'remotes'>, serviceUrl: string): OriginMap {
  return new Map(remotes.map(({ baseUrl }) => [new URL(baseUrl).origin, serviceUrl]));
}

/** Returns where a request to this address really goes: the same address where nothing is mapped. */
export function resolveAddress(address: URL, origins: OriginMap): URL {
  const local = origins.get(address.origin);
  return local ? new URL(address.pathname + address.search, local) : address;
}

/** As {@link resolveAddress}, for an address as the manifest permits it: it may hold wildcards. */
export function resolvePermittedAddress(permitted: ExternalAddress, origins: OriginMap): string {
  const address = typeof permitted === 'string' ? permitted : permitted.address;
  if (!URL.canParse(address)) return address;
  const { origin } = new URL(address);
  const local = origins.get(origin);
  return local === undefined ? address : address.replace(origin, local);
}
