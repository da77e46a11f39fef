import type { SiteLine } from './site-check-contract';
import type { Finding } from './finding';
import { questions } from './questions';
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

export function thousandIdsLine(finding: FindingOf<'thousandIds'>): SiteLine {
  const { hasField, isSpelled, most, finds } = finding;
  const facts = questions.thousandIds;
  if (!hasField) {
    return { ...facts, state: 'open', found: texts.noField, appDoes: texts.saveOne };
  }
  if (!isSpelled) {
    return { ...facts, state: 'open', found: texts.unspelled, appDoes: texts.notSearchable };
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
    ...questions.expressions,
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
    ...questions.storage,
    state: 'expected',
    found: texts.listed(listedCount, writtenCount),
    appDoes: texts.storageDoes,
  };
  const secondLine = plainLine({
    ...questions.secondSet,
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
  const facts = questions.visibility;
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
    ...questions.account,
    isExpected: accountType === 'licensed',
    found: accountType ?? texts.accountAbsent,
    otherwise: texts.accountWrong,
  });
}

/** Seen on the field's own screens: this page has no field. */
export function configurationLine({ isTold }: FindingOf<'configuration'>): SiteLine {
  const facts = questions.configuration;
  if (isTold === undefined) {
    return { ...facts, state: 'open', found: texts.noFieldOpened, appDoes: texts.openOne };
  }
  return {
    ...facts,
    state: isTold ? 'expected' : 'adapted',
    found: texts.configurationFound(isTold),
    appDoes: isTold ? texts.asBefore : texts.asksForConfiguration,
  };
}

/** A screen without one of them takes the browser's. */
export function contextLine({ isLocaleTold, isTimezoneTold }: FindingOf<'context'>): SiteLine {
  const isExpected = isLocaleTold && isTimezoneTold;
  const adapted = [
    ...(isLocaleTold ? [] : [texts.browserLanguage]),
    ...(isTimezoneTold ? [] : [texts.browserTimezone]),
  ];
  return {
    ...questions.context,
    state: isExpected ? 'expected' : 'adapted',
    found: texts.contextFound(isLocaleTold, isTimezoneTold),
    appDoes: isExpected ? texts.asBefore : adapted.join(' '),
  };
}

/** The screens that link fall back by themselves. */
export function linksLine({ pages }: FindingOf<'links'>): SiteLine {
  const isExpected = pages.every(({ path }) => path !== undefined);
  return {
    ...questions.links,
    state: isExpected ? 'expected' : 'adapted',
    found: pages.map(({ moduleKey, path }) => texts.page(moduleKey, path)).join(' '),
    appDoes: isExpected ? texts.asBefore : texts.linksWrong,
  };
}
