/**
 * The manifest names https origins, as the platform demands; on one machine each stands for a
 * local server. Enforcement always looks at the manifest's own origin.
 */
export type OriginMap = ReadonlyMap<string, string>;

/** Returns where a request to this address really goes: the same address where nothing is mapped. */
export function resolveAddress(address: URL, origins: OriginMap): URL {
  const local = origins.get(address.origin);
  return local ? new URL(address.pathname + address.search, local) : address;
}
