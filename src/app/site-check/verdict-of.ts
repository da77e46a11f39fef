import type { SiteWays } from '../jql-function/site-ways';
import type { SiteLine } from './site-check-contract';
import type { Finding } from './finding';
import * as platform from './platform-verdicts';
import { comparisonVerdict, emptinessVerdict, spellingVerdict } from './search-verdicts';

/** What a finding means. */
export interface SiteVerdict {
  readonly lines: readonly SiteLine[];
  /** What the app goes by from now on; undefined where the finding settles nothing of it. */
  readonly ways?: Partial<SiteWays> | undefined;
}

/** Decides what a finding means, and what the app does about it. */
export function siteVerdictOf(finding: Finding): SiteVerdict {
  switch (finding.check) {
    case 'spelling':
      return spellingVerdict(finding);
    case 'comparison':
      return comparisonVerdict(finding);
    case 'emptiness':
      return emptinessVerdict(finding);
    case 'thousandIds':
      return { lines: [platform.thousandIdsLine(finding)] };
    case 'expressions':
      return { lines: [platform.expressionsLine(finding)] };
    case 'storage':
      return { lines: platform.storageLines(finding) };
    case 'visibility':
      return { lines: [platform.visibilityLine(finding)] };
    case 'account':
      return { lines: [platform.accountLine(finding)] };
    case 'configuration':
      return { lines: [platform.configurationLine(finding)] };
    case 'context':
      return { lines: [platform.contextLine(finding)] };
    case 'links':
      return { lines: [platform.linksLine(finding)] };
  }
}
