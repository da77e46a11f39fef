import { EnvHttpProxyAgent, Pool } from 'undici';
import type { Dispatcher } from 'undici';
import { projectFailure } from './failure';

/** The variables that a program was started with. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Addresses of this machine are never asked of a proxy, nor are those without encryption. */
const alwaysDirect = 'localhost,127.0.0.1,[::1]';
/** For the proxy's answer to a request for a tunnel. */
const tunnelTimeoutMs = 30_000;

/**
 * Sends https requests through the proxy that `HTTPS_PROXY` names, except for the hosts in `NO_PROXY`; both
 * variables are also read in lower case, which counts first.
 * @returns undefined where the environment names no proxy
 * @throws {CommandFailure} `project` for a proxy that can't be one; its address, which may hold a password, isn't repeated
 * @see https://everything.curl.dev/usingcurl/proxies/env.html
 */
export function createProxy(environment: Environment): Dispatcher | undefined {
  const httpsProxy = valueOf(environment, 'HTTPS_PROXY');
  const noProxy = valueOf(environment, 'NO_PROXY');
  if (httpsProxy === '' || noProxy === '*') return undefined;
  const address = httpsProxy.includes('://') ? httpsProxy : `http://${httpsProxy}`;
  try {
    if (/^https?:$/.test(new URL(address).protocol)) {
      return new EnvHttpProxyAgent({
        httpProxy: '',
        httpsProxy: address,
        noProxy: `${noProxy},${alwaysDirect}`,
        clientFactory: (origin, options) =>
          new Pool(origin, { ...options, headersTimeout: tunnelTimeoutMs }),
      });
    }
  } catch {
    // What it says repeats the address.
  }
  throw projectFailure(
    'HTTPS_PROXY isn’t the address of a proxy. Set it to one such as http://proxy.example.com:3128, or unset it.',
  );
}

function valueOf(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] ?? environment[name] ?? '').trim();
}
