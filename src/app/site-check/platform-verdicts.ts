import type { SiteLine } from './site-check-contract';
import type { Finding } from './finding';
import { verdictTexts as texts } from './verdict-texts';

type FindingOf<Check extends Finding['check']> = Extract<Finding, { check: Check }>;

interface Facts extends Omit<SiteLine, 'state' | 'appDoes'> {
  readonly isExpected: boolean;
  /** What the app does where it isn't. */
  readonly otherwise: string;
}

function plainLine({ isExpected, otherwise, ...facts }: Facts): SiteLine {
  const appDoes = isExpected ? texts.asBefore : otherwise;
  return { ...facts, state: isExpected ? 'expected' : 'different', appDoes };
}

export function thousandIdsLine({ hasField, most, finds }: FindingOf<'thousandIds'>): SiteLine {
  const facts = {
    question: texts.thousandIds,
    assumptions: [34],
    expected: texts.thousandIdsExpected,
  };
  if (!hasField) {
    return { ...facts, state: 'open', found: texts.noField, appDoes: texts.saveOne };
  }
  const count = most?.toLocaleString('en-US');
  return plainLine({
    ...facts,
    isExpected: most === 1_000 && finds !== false,
    found: count === undefined ? texts.takesFew : texts.takes(count, finds),
    otherwise: texts.fewIds,
  });
}

export function expressionsLine({ results }: FindingOf<'expressions'>): SiteLine {
  const faults = results.flatMap(({ about, fault }) =>
    fault === undefined ? [] : [`${about}: ${fault}`],
  );
  return plainLine({
    question: texts.expressions,
    assumptions: [6],
    expected: texts.expressionsExpected,
    isExpected: faults.length === 0,
    found: faults.length === 0 ? texts.allTaken : faults.join('; '),
    otherwise: texts.expressionsWrong,
  });
}

/** The app is built for a list that lags behind, so either result is as expected. */
export function storageLines({
  listedCount,
  writtenCount,
  secondSet,
}: FindingOf<'storage'>): SiteLine[] {
  const listLine: SiteLine = {
    question: texts.storage,
    assumptions: [49],
    state: 'expected',
    found: texts.listed(listedCount, writtenCount),
    expected: texts.storageExpected,
    appDoes: texts.storageDoes,
  };
  const secondLine = plainLine({
    question: texts.secondSet,
    assumptions: [53],
    expected: texts.secondSetExpected,
    isExpected: secondSet === 'refused',
    found: texts.secondSetFound(secondSet),
    otherwise: texts.secondSetWrong,
  });
  return [listLine, secondLine];
}

/** Counts are approximate. An app that sees more than the admin is as it should be. */
export function visibilityLine({ fields }: FindingOf<'visibility'>): SiteLine {
  const found = fields.map(({ fieldId, forApp, forAdmin }) =>
    forApp === undefined ? texts.hiddenField(fieldId) : texts.sees(fieldId, forApp, forAdmin),
  );
  const facts = {
    question: texts.visibility,
    assumptions: [36, 48],
    expected: texts.visibilityExpected,
  };
  if (fields.length === 0) {
    return { ...facts, state: 'open', found: texts.noField, appDoes: texts.saveOne };
  }
  return plainLine({
    ...facts,
    isExpected: fields.every(({ forApp = -1, forAdmin }) => forApp >= forAdmin),
    found: found.join(' '),
    otherwise: texts.appSeesLess,
  });
}

export function accountLine({ accountType }: FindingOf<'account'>): SiteLine {
  return plainLine({
    question: texts.account,
    assumptions: [14],
    expected: texts.accountExpected,
    isExpected: accountType === 'licensed',
    found: accountType ?? texts.accountAbsent,
    otherwise: texts.accountWrong,
  });
}

export function contextLine({ isLocaleTold, isTimezoneTold }: FindingOf<'context'>): SiteLine {
  return plainLine({
    question: texts.context,
    assumptions: [23],
    expected: texts.contextExpected,
    isExpected: isLocaleTold && isTimezoneTold,
    found: texts.contextFound(isLocaleTold, isTimezoneTold),
    otherwise: texts.contextWrong,
  });
}

/** The screens that link fall back by themselves. */
export function linksLine({ pages }: FindingOf<'links'>): SiteLine {
  const isExpected = pages.every(({ path }) => path !== undefined);
  return {
    question: texts.links,
    assumptions: [13],
    state: isExpected ? 'expected' : 'adapted',
    found: pages.map(({ moduleKey, path }) => texts.page(moduleKey, path)).join(' '),
    expected: texts.linksExpected,
    appDoes: isExpected ? texts.asBefore : texts.linksWrong,
  };
}
