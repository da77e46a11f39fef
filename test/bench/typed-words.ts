import { randomUUID } from 'node:crypto';
import { combineWithLabelMatch, printQuery } from '../../src/query';
import type { Parameter } from '../../src/service/base/database/database';
import { changeSchema } from '../../src/service/model/permissions/workspace-view';
import { attributeId } from '../../src/service/run/demo/schema';
import { indexedWord, sortKey } from '../../src/service/model/values/searchable-text';
import { insertAccount } from '../service/rows';
import { twoWordsByHand } from './by-hand';
import { city, geography, type GeographyService } from './geography-service';
import { beside, type Row } from './row';
import { percentile, timeInTurns, timeMs } from './timing';

const limit = 50;
const rounds = 15;
/** No statement of the service may run for long. */
const loadedIn = 16;
const statusId = '00000000-0000-4000-a000-0000000000a1';
const contactId = '00000000-0000-4000-a000-0000000000a2';
const countryId = attributeId('Geography', 'City', 'Country');
const names = ['Status', 'Contact', 'Country'];
const options = ['In stock', 'In use', 'In repair', 'Retired'].map((name) => ({
  id: randomUUID(),
  name,
}));
const people = ['Jürgen Weber', 'Amara Okafor', 'Lena Fischer', 'Ben Rossi', 'Chloe Kim'].flatMap(
  (name) => Array.from({ length: 10 }, () => ({ id: randomUUID(), name })),
);

/** A word for labels and, beside it, what the other one means: the options, or the people with it in their names. */
const typed = [
  ['london', 'stock', { options: ['In stock'] }],
  ['paris', 'retired', { options: ['Retired'] }],
  ['spring', 'repair', { options: ['In repair'] }],
  ['kyiv', 'lena', { people: ['Lena Fischer'] }],
  ['berlin', 'okafor', { people: ['Amara Okafor'] }],
  ['hamburg', 'rossi', { people: ['Ben Rossi'] }],
] as const;

/**
 * A picker that searches an option, a person and a reference beside the label, in one call for two words: beside
 * the same answer by hand.
 */
export async function measureTypedWords(service: GeographyService): Promise<Row[]> {
  await addAttributes(service);
  const times = { all: [] as number[], byHand: [] as number[] };
  for (const [word, other, meant] of typed) {
    const query = printQuery(combineWithLabelMatch(undefined, `${word} ${other}`, names));
    const parameters = parametersOf(word, other, meant);
    const [all, ...byHand] = await timeInTurns(rounds, [
      () => timeMs(() => service.search({ query, typeId: city, limit })),
      ...twoWordsByHand.map(
        (sql) => () => timeMs(() => service.database.query(sql, [...parameters])),
      ),
    ]);
    times.all.push(percentile(all, 0.5));
    times.byHand.push(Math.min(...byHand.map((ms) => percentile(ms, 0.5))));
  }
  const name =
    'two words in the label, an option, a person or a reference of 171,075 cities, over HTTP';
  const p95 = (ms: readonly number[]) => percentile(ms, 0.95);
  return [beside(`${name}, beside the same by hand (p95)`, p95(times.all), p95(times.byHand), 1.5)];
}

interface Meant {
  readonly options?: readonly string[];
  readonly people?: readonly string[];
}

function parametersOf(word: string, other: string, meant: Meant): Parameter[] {
  const beginning = (text: string) => `${indexedWord(geography, text)}:*`;
  const optionIds = options.filter(({ name }) => meant.options?.includes(name)).map(({ id }) => id);
  const peopleIds = people.filter(({ name }) => meant.people?.includes(name)).map(({ id }) => id);
  return [
    ...[city, beginning(word), sortKey(`${word} ${other}`), limit, geography, beginning(other)],
    ...[statusId, optionIds, contactId, peopleIds, countryId],
  ];
}

/** Every city gets one of four options and one of fifty people. */
async function addAttributes({ database }: GeographyService): Promise<void> {
  for (const { id, name } of people) {
    await insertAccount(database, { id, email: `${id}@example.com`, name });
    await database.query(
      `insert into membership (workspace_id, user_id, role) values ($1, $2, 'reader')`,
      [geography, id],
    );
  }
  for (const [id, name, code, configuration] of [
    [statusId, 'Status', 'OPTION', JSON.stringify({ options })],
    [contactId, 'Contact', 'USER', null],
  ] as const) {
    await changeSchema(database, { workspaceId: geography }, (transaction) =>
      transaction.query(
        `insert into attribute
           (workspace_id, id, type_id, name, attribute_type_code, configuration, position)
         values ($1, $2, $3, $4, $5, $6::jsonb, 200)`,
        [geography, id, city, name, code, configuration],
      ),
    );
  }
  for (let part = 0; part < loadedIn; part += 1) {
    await database.query(
      `insert into object_value (workspace_id, id, object_id, attribute_id, position, value, user_id)
       select $1, gen_random_uuid(), placed.id, given.attribute_id, 0, given.value, given.user_id
       from (
         select id, ($4::uuid[])[1 + abs(hashtext(id || 's')) % 4] as option,
           ($6::uuid[])[1 + abs(hashtext(id || 'p')) % 50] as person
         from object
         where workspace_id = $1 and type_id = $7 and abs(hashtext(id::text)) % ${loadedIn} = $2
       ) as placed, lateral (values
         ($3::uuid, option::text, null::uuid), ($5::uuid, person::text, person)
       ) as given (attribute_id, value, user_id)`,
      [
        ...[geography, part, statusId, options.map(({ id }) => id)],
        ...[contactId, people.map(({ id }) => id), city],
      ],
    );
  }
  await database.runScript('analyze');
}
