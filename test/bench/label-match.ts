import { canBePart, combineWithLabelMatch, printQuery, quoteString } from '../../src/query';
import { indexedWord, searchedText } from '../../src/service/model/values/searchable-text';
import { insideMatchesByHand, labelMatchesByHand } from './by-hand';
import type { Geography } from './geography';
import { city, geography } from './geography-service';
import { addCrowd } from './other-workspaces';
import { beside, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const limit = 20;
const rounds = 15;
const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
/** What people type on the way to a city. */
const typed = [
  ...['lond', 'san f', 'ber', 'new yo', 'são p', 'kyiv', 'tok', 'mosc', 'par', 'angeles los'],
  ...['istan', 'lag', 'cair', 'delh', 'mumb', 'shang', 'jakar', 'lim', 'bogo', 'reyk'],
];

/**
 * The label match of a picker over all cities: beside a handler that asks who calls as the service does,
 * and sends the one best statement; and in a crowd, beside alone.
 */
export async function measureLabelMatch(service: Geography): Promise<Row[]> {
  const alone = await timeLabelMatch(service, typed);
  const oneLetter = await timeLabelMatch(service, letters);
  const inside = await timeInside(service);
  await addCrowd(service.database, 200);
  const crowded = await timeLabelMatch(service, typed, []);
  const name = 'label match over 171,075 cities, over HTTP';
  const inCrowd = 'the same beside 200 other workspaces, beside alone (p95)';
  return [
    beside(`${name}, beside a handler with one statement (p95)`, alone.overHttp, alone.byHand, 1.5),
    beside('the same of one letter (p95)', oneLetter.overHttp, oneLetter.byHand, 1.5),
    beside('the same, also inside words (p95)', inside.overHttp, inside.byHand, 1.5),
    beside('the same, beside the beginnings of words (p95)', inside.overHttp, alone.overHttp),
    beside(inCrowd, crowded.overHttp, alone.overHttp, 1.2),
  ];
}

/** Of each text the time in the middle of all rounds; of these the 95th percentile. */
async function timeLabelMatch(
  service: Geography,
  texts: readonly string[],
  byHandStatements = labelMatchesByHand,
) {
  const overHttp: number[] = [];
  const byHand: number[] = [];
  for (const text of texts) {
    const request = { query: `Label ~ ${quoteString(text)}`, typeId: city, limit };
    const { key, words } = searchedText(text);
    const beginnings = words.map((word) => `${indexedWord(geography, word)}:*`);
    const parameters = [city, beginnings.join(' & '), key, limit, geography];
    const [httpMs, ...handMs] = await timeInTurns(rounds, [
      () => timeMs(() => service.search(request)),
      ...byHandStatements.map((sql) => () => timeMs(() => service.byHand(sql, parameters))),
    ]);
    overHttp.push(percentile(httpMs, 0.5));
    byHand.push(Math.min(...handMs.map((ms) => percentile(ms, 0.5))));
  }
  return { overHttp: percentile(overHttp, 0.95), byHand: percentile(byHand, 0.95) };
}

/** As a picker asks, whose words of three letters and more may be parts of words. */
async function timeInside(service: Geography) {
  const overHttp: number[] = [];
  const byHand: number[] = [];
  for (const text of typed) {
    const query = printQuery(combineWithLabelMatch(undefined, text));
    const { key, words } = searchedText(text);
    const beginnings = (some: readonly string[]) =>
      some.map((word) => `${indexedWord(geography, word)}:*`).join(' & ');
    if (!words.every(canBePart)) continue;
    const parameters = [city, beginnings(words), key, limit, geography, beginnings(words)];
    const [httpMs, ...handMs] = await timeInTurns(rounds, [
      () => timeMs(() => service.search({ query, typeId: city, limit })),
      ...insideMatchesByHand.map((sql) => () => timeMs(() => service.byHand(sql, parameters))),
    ]);
    overHttp.push(percentile(httpMs, 0.5));
    byHand.push(Math.min(...handMs.map((ms) => percentile(ms, 0.5))));
  }
  return { overHttp: percentile(overHttp, 0.95), byHand: percentile(byHand, 0.95) };
}
