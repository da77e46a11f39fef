import type { siteChecks, SiteLine } from './site-check-contract';
import { verdictTexts as texts } from './verdict-texts';

/** Every check: those of the app's function, and the screen's own. */
export type CheckName = (typeof siteChecks)[number] | 'context' | 'links';

const questions: Readonly<Record<CheckName, string>> = {
  spelling: texts.spelling,
  comparison: `${texts.in}; ${texts.notIn}`,
  emptiness: texts.emptiness,
  thousandIds: texts.thousandIds,
  expressions: texts.expressions,
  storage: texts.storage,
  visibility: texts.visibility,
  account: texts.account,
  context: texts.context,
  links: texts.links,
};

/** In the place of what a check would have said. */
export function failedLine(check: CheckName, found: string): SiteLine {
  return {
    question: questions[check],
    assumptions: [],
    state: 'failed',
    found,
    expected: texts.failedExpected,
    appDoes: texts.failedDoes,
  };
}
