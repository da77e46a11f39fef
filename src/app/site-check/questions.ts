import type { siteChecks, SiteLine } from './site-check-contract';
import { verdictTexts as texts } from './verdict-texts';

/** What a line is about, whatever was found. */
export type Question = Pick<SiteLine, 'question' | 'assumptions' | 'expected'>;

export const questions = {
  spelling: { question: texts.spelling, assumptions: [32], expected: texts.spellingExpected },
  in: { question: texts.in, assumptions: [33], expected: texts.inExpected },
  'not in': { question: texts.notIn, assumptions: [33], expected: texts.notInExpected },
  emptiness: { question: texts.emptiness, assumptions: [43], expected: texts.emptinessExpected },
  nothing: { question: texts.nothing, assumptions: [35], expected: texts.nothingExpected },
  thousandIds: {
    question: texts.thousandIds,
    assumptions: [34],
    expected: texts.thousandIdsExpected,
  },
  expressions: {
    question: texts.expressions,
    assumptions: [6],
    expected: texts.expressionsExpected,
  },
  storage: { question: texts.storage, assumptions: [49], expected: texts.storageExpected },
  secondSet: { question: texts.secondSet, assumptions: [53], expected: texts.secondSetExpected },
  visibility: {
    question: texts.visibility,
    assumptions: [36, 48],
    expected: texts.visibilityExpected,
  },
  account: { question: texts.account, assumptions: [14], expected: texts.accountExpected },
  configuration: {
    question: texts.configuration,
    assumptions: [3],
    expected: texts.configurationExpected,
  },
  context: { question: texts.context, assumptions: [23], expected: texts.contextExpected },
  links: { question: texts.links, assumptions: [13], expected: texts.linksExpected },
} satisfies Record<string, Question>;

/** Every check: those of the app's function, and the screen's own. */
export type CheckName = (typeof siteChecks)[number] | 'context' | 'links';

const questionsOf: Readonly<Record<CheckName, readonly Question[]>> = {
  spelling: [questions.spelling],
  comparison: [questions.in, questions['not in']],
  emptiness: [questions.emptiness, questions.nothing],
  thousandIds: [questions.thousandIds],
  expressions: [questions.expressions],
  storage: [questions.storage, questions.secondSet],
  visibility: [questions.visibility],
  account: [questions.account],
  configuration: [questions.configuration],
  context: [questions.context],
  links: [questions.links],
};

/** In the place of what a check would have said. */
export function failedLines(check: CheckName, found: string): SiteLine[] {
  const failed = { state: 'failed', found, appDoes: texts.failedDoes } as const;
  return questionsOf[check].map((question) => ({ ...question, ...failed }));
}
