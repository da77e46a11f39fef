import type { SiteWays } from '../jql-function/site-ways';
import type { SiteLine } from './site-check-contract';
import type {
  ComparisonFinding,
  ComparisonTrials,
  EmptinessFinding,
  SpellingFinding,
  ComparedTrial,
} from './finding';
import { questions, type Question } from './questions';
import type { SiteVerdict } from './verdict-of';
import { verdictTexts as texts } from './verdict-texts';

/** The first way that finds stored objects; where none could be looked for, the app goes on asking. */
export function spellingVerdict({ hasField, forms }: SpellingFinding): SiteVerdict {
  const facts = questions.spelling;
  if (!hasField) return openVerdict(facts, texts.noField, texts.saveOne);
  const accepted = forms.flatMap(({ form, isAccepted }) => (isAccepted ? [form] : []));
  const isTried = forms.some(({ finds }) => finds !== undefined);
  const finding = forms.flatMap(({ form, finds }) => (finds ? [form] : []));
  const found = texts.spellingFound(accepted, isTried ? finding : undefined);
  const [first] = finding;
  if (first !== undefined) {
    const isExpected = first === 'quotedId';
    const line: SiteLine = {
      ...facts,
      state: isExpected ? 'expected' : 'adapted',
      found,
      appDoes: isExpected ? texts.asBefore : texts.writes(first),
    };
    return { lines: [line], ways: { spelling: first } };
  }
  if (accepted.length > 0 && !isTried) return openVerdict(facts, found, texts.saveOne);
  const line = { ...facts, state: 'different', found } as const;
  return accepted.length > 0
    ? { lines: [{ ...line, appDoes: texts.findsNothing }] }
    : { lines: [{ ...line, appDoes: texts.notSearchable }], ways: { spelling: 'none' } };
}

/** Each operator by itself: Jira may do one as expected and the other not. */
export function comparisonVerdict(finding: ComparisonFinding): SiteVerdict {
  const verdicts = (['in', 'not in'] as const).map((operator) =>
    operatorVerdict(operator, finding),
  );
  return {
    lines: verdicts.flatMap(({ lines }) => lines),
    ways: Object.assign({}, ...verdicts.map(({ ways }) => ways)) as Partial<SiteWays>,
  };
}

function operatorVerdict(operator: 'in' | 'not in', finding: ComparisonFinding): SiteVerdict {
  const facts = questions[operator];
  const { list, joined }: ComparisonTrials = finding[operator];
  if (!finding.isSpelled) return unspelledVerdict(facts);
  if (finding.objectCount === 0) return openVerdict(facts, texts.noValue, texts.saveTwo);
  if (areAsWanted(list)) {
    if (finding.objectCount === 1) return openVerdict(facts, texts.oneObject, texts.saveTwo);
    return { lines: [expectedLine(facts)], ways: { [operator]: 'list' } };
  }
  if (areAsWanted(joined)) {
    const found = texts.worksJoined(faultsOf(list));
    const line = { ...facts, state: 'adapted', found, appDoes: texts.writesJoined } as const;
    return { lines: [line], ways: { [operator]: 'joined' } };
  }
  const found = texts.worksNoWay(faultsOf(list), faultsOf(joined));
  const line = { ...facts, state: 'different', found, appDoes: texts.keepsList } as const;
  return { lines: [line], ways: { [operator]: 'list' } };
}

export function emptinessVerdict(finding: EmptinessFinding): SiteVerdict {
  const emptiness = emptinessOfProperty(finding);
  const facts = questions.nothing;
  if (finding.ofNothing.length === 0) {
    const { lines } = openVerdict(facts, texts.noEmpty, texts.saveOne);
    return { lines: [...emptiness.lines, ...lines] };
  }
  const line: SiteLine = areAsWanted(finding.ofNothing)
    ? expectedLine(facts)
    : {
        ...facts,
        state: 'different',
        found: faultsOf(finding.ofNothing),
        appDoes: texts.nothingWrong,
      };
  return { ...emptiness, lines: [...emptiness.lines, line] };
}

function emptinessOfProperty({ isSpelled, ofProperty, ofField }: EmptinessFinding): SiteVerdict {
  const facts = questions.emptiness;
  if (!isSpelled) return unspelledVerdict(facts);
  if (ofProperty.length === 0) return openVerdict(facts, texts.noEmpty, texts.saveOne);
  if (areAsWanted(ofProperty)) {
    return { lines: [expectedLine(facts)], ways: { emptiness: 'property' } };
  }
  const found = faultsOf(ofProperty);
  return areAsWanted(ofField)
    ? {
        lines: [{ ...facts, state: 'adapted', found, appDoes: texts.asksField }],
        ways: { emptiness: 'field' },
      }
    : {
        lines: [{ ...facts, state: 'different', found, appDoes: texts.asksProperty }],
        ways: { emptiness: 'property' },
      };
}

function expectedLine(facts: Question): SiteLine {
  return { ...facts, state: 'expected', found: texts.works, appDoes: texts.asBefore };
}

function openVerdict(facts: Question, found: string, appDoes: string): SiteVerdict {
  return { lines: [{ ...facts, state: 'open', found, appDoes }] };
}

/** Without a way to write a field's objects, what stands beside them can't be tried. */
function unspelledVerdict(facts: Question): SiteVerdict {
  return openVerdict(facts, texts.unspelled, texts.notSearchable);
}

function areAsWanted(trials: readonly ComparedTrial[]): boolean {
  return trials.every(({ wanted, answer }) => answer === wanted);
}

const answers = { found: 'found', notFound: 'not found', refused: 'refused by Jira' };

/** Such as `another object: found.` */
function faultsOf(trials: readonly ComparedTrial[]): string {
  const faults = trials.filter(({ wanted, answer }) => answer !== wanted);
  return `${faults.map(({ about, answer }) => `${about}: ${answers[answer]}`).join('; ')}.`;
}
