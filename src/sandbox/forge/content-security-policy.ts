import { CSPInjectionService, CSPProcessingService } from '@forge/csp';
import { load } from 'cheerio';
import type { Manifest } from './manifest';
import { resolvePermittedAddress } from './origins';
import type { OriginMap } from './origins';

interface ContentPlace {
  /** The page of a Custom UI resource: the policy names the inline scripts that it was built with. */
  page: string;
  /** Jira's own address. */
  siteUrl: string;
  origins: OriginMap;
}

const processing = new CSPProcessingService({ info: console.warn }, load);
const injection = new CSPInjectionService();

/**
 * Returns the policy that the platform itself would send with a Custom UI resource, by its own
 * package: with this machine's addresses, and without reports to Atlassian.
 */
export function contentSecurityPolicyOf(
  { permissions: { content, external } }: Manifest,
  { page, siteUrl, origins }: ContentPlace,
): string {
  const frames = external.frames.map((frame) =>
    resolvePermittedAddress(typeof frame === 'string' ? frame : frame.address, origins),
  );
  const existingCSPDetails = processing.getCspDetails(page, {
    scopes: [],
    external: { frames },
    ...(content && { content }),
  });
  return injection
    .getInjectableCSP({ existingCSPDetails, microsEnv: 'prod', hostname: siteUrl })
    .filter((directive) => !directive.startsWith('report-uri '))
    .join('; ');
}
