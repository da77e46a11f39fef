import { quoteString } from '../../src/query';
import { refoldTexts } from '../../src/service/model/resources/refold-texts';
import { forgetFolding } from '../service/rows';
import type { Geography } from './geography';
import { city } from './geography-service';
import { besideAt, told, type Row } from './row';
import { timeMs } from './timing';

const typed = ['lond', 'san f', 'são p', 'kyiv', '東京', "l'aq", 'o’f', 'žili', 'по', 'reyk'];
/** No statement of the service may run for long. */
const forgottenIn = 16;

/**
 * The label match of a picker over all cities while their texts are folded anew after an upgrade, beside afterwards.
 * It comes before all other searches: once a service knows that no text is of an earlier folding, it looks no more.
 */
export async function measureRefolding(service: Geography): Promise<Row[]> {
  await forgetAll(service);
  let isDone = false;
  const startedAt = performance.now();
  const folding = refoldTexts(service.database).then(() => (isDone = true));
  const during = await timeSearches(service, () => isDone);
  await folding;
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await timeSearches(service, (count) => count >= during.length);
  const name = 'label match over 171,075 cities while texts are folded anew, beside afterwards';
  return [
    besideAt(0.95, name, during, after, 4),
    told('texts of 171,075 cities folded anew beside searches', seconds, 's'),
  ];
}

async function timeSearches(
  service: Geography,
  isEnough: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isEnough(times.length)) {
    const query = `Label ~ ${quoteString(typed[times.length % typed.length] ?? '')}`;
    times.push(await timeMs(() => service.search({ query, typeId: city, limit: 20 })));
  }
  return times;
}

async function forgetAll({ database }: Geography): Promise<void> {
  for (let part = 0; part < forgottenIn; part += 1) {
    await database.query(
      `update object_value set folding = null
       where folding is not null and coalesce(text, value) ~ '[^\\x01-\\x7f]|''[A-Za-z]'
         and abs(hashtext(id::text)) % $1 = $2`,
      [forgottenIn, part],
    );
  }
  await forgetFolding(database);
}
