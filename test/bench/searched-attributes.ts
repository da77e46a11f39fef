import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { indexedWord, searchedText } from '../../src/service/model/values/searchable-text';
import { canBePart, combineWithLabelMatch, printQuery } from '../../src/query';
import { attributeMatchesByHand } from './by-hand';
import { city, geography, type GeographyService } from './geography-service';
import { beside, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const attributes = ['Code', 'Tag', 'Former name'].map((name, index) => ({
  id: `00000000-0000-4000-a000-00000000000${index}`,
  name,
}));
const attributeIds = attributes.map(({ id }) => id);
const attributeNames = attributes.map(({ name }) => name);
const limit = 50;
const rounds = 15;
/** No statement of the service may run for long. */
const loadedIn = 16;
/** What people type on the way to a city, and to a code, which a few cities have. */
const typed = [
  'lond',
  'san f',
  'ber',
  'new yo',
  'kyiv',
  'tok',
  'par',
  'angeles los',
  '1a2',
  '7f3e',
];
const twoLetters = ['be', 'lo', 'pa', 'sa', '1a', 'c0'];

/**
 * A picker that searches three attributes beside the label, in one call: beside the same answer by
 * hand, as a label match is, and beside a label match.
 */
export async function measureSearchedAttributes(service: GeographyService): Promise<Row[]> {
  await addAttributes(service);
  const texts = await timeSearch(service, typed);
  const brief = await timeSearch(service, twoLetters);
  const name = 'label or one of three attributes of 171,075 cities, over HTTP';
  return [
    beside(`${name}, beside the same by hand (p95)`, texts.all, texts.byHand, 1.5),
    beside('the same, beside the label match (p95)', texts.all, texts.label),
    beside('two letters, beside the same by hand (p95)', brief.all, brief.byHand, 1.5),
    beside('two letters, beside the label match (p95)', brief.all, brief.label),
  ];
}

/** Of each text the time in the middle of all rounds; of these the 95th percentile. */
async function timeSearch(service: GeographyService, texts: readonly string[]) {
  const times: Record<'label' | 'all' | 'byHand', number[]> = { label: [], all: [], byHand: [] };
  for (const text of texts) {
    const search = (names: readonly string[]) => {
      const query = printQuery(combineWithLabelMatch(undefined, text, names));
      return timeMs(() => service.search({ query, typeId: city, limit }));
    };
    const { key, words } = searchedText(text);
    const beginning = (some: readonly string[]) =>
      some.map((word) => `${indexedWord(geography, word)}:*`).join(' & ');
    const [long, short] = [words.filter(canBePart), words.filter((word) => !canBePart(word))];
    const isValue = [
      ...(long.length > 0 ? [['parts', beginning(long)]] : []),
      ...(short.length > 0 ? [['words', beginning(short)]] : []),
    ];
    const condition = isValue.map(([column], index) => `${column} @@ $${7 + index}::tsquery`);
    const parameters = [
      ...[city, beginning(words), key, limit, geography, attributeIds],
      ...isValue.map(([, query = '']) => query),
    ];
    const [label, all, ...byHand] = await timeInTurns(rounds, [
      () => search([]),
      () => search(attributeNames),
      ...attributeMatchesByHand(condition.join(' and ')).map(
        (sql) => () => timeMs(() => service.database.query(sql, parameters)),
      ),
    ]);
    times.label.push(percentile(label, 0.5));
    times.all.push(percentile(all, 0.5));
    times.byHand.push(Math.min(...byHand.map((ms) => percentile(ms, 0.5))));
  }
  const p95 = (ms: readonly number[]) => percentile(ms, 0.95);
  return { label: p95(times.label), all: p95(times.all), byHand: p95(times.byHand) };
}

/** Every city gets a text of two codes for each of them. */
async function addAttributes({ database }: GeographyService): Promise<void> {
  for (const [index, { id, name }] of attributes.entries()) {
    await changeSchema(database, { workspaceId: geography }, (transaction) =>
      transaction.query(
        `insert into attribute (workspace_id, id, type_id, name, attribute_type_code, position)
         values ($1, $2, $3, $4, 'TEXT', $5)`,
        [geography, id, city, name, 100 + index],
      ),
    );
    for (let part = 0; part < loadedIn; part += 1) {
      await database.query(
        `insert into object_value
         (workspace_id, id, object_id, attribute_id, position, value, key, words, parts)
       select $1, gen_random_uuid(), id, $2, 0, one || ' ' || other, one || ' ' || other,
         array_to_tsvector(array[$4 || one, $4 || other]),
         array_to_tsvector(array(
           select $4 || right(word, length) from unnest(array[one, other]) as word,
             generate_series(3, length(word)) as length))
       from (
         select id, left(md5(id || 'a${index}'), 8) as one, left(md5(id || 'b${index}'), 6) as other
         from object where workspace_id = $1 and type_id = $3 and abs(hashtext(id::text)) % ${loadedIn} = $5
       ) as coded`,
        [geography, id, city, indexedWord(geography, '').replaceAll("'", ''), part],
      );
    }
  }
  await database.runScript('analyze');
}
