import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Queryable } from '../../base/database/database';
import { describeFault } from '../../base/monitoring/log';
import type { Log } from '../../base/monitoring/log';
import { noId } from '../../base/refusals/storable-inputs';
import { isWithoutSpaces } from '../../../query';
import { earlierFolding, foldingVersion } from '../values/foldings';
import { distinctWords, nameParts, partsOf, searchedText } from '../values/searchable-text';
import { wordsAsVector } from './store-objects';

/** Among the names of migrations: says that no text is folded as by an earlier version any more. */
const mark = `folding-${foldingVersion}`;
/** Few enough for searches not to wait for long, where statements run one after the other. */
const valuesPerStep = 500;
const charactersPerStep = 50_000;
const namesPerStep = 100;
const checkedAgainAfterMs = 1_000;
const triedAgainAfterMs = 10_000;

const lastChecks = new WeakMap<
  Queryable,
  { readonly hasEarlier: boolean; readonly atMs: number }
>();

/** Whether stored texts may be folded as by an earlier version, so that a search has to look for both. */
export async function hasEarlierTexts(database: Queryable): Promise<boolean> {
  const last = lastChecks.get(database);
  const atMs = performance.now();
  if (last !== undefined && (!last.hasEarlier || atMs - last.atMs < checkedAgainAfterMs)) {
    return last.hasEarlier;
  }
  const hasEarlier = !(await isMarked(database));
  lastChecks.set(database, { hasEarlier, atMs });
  return hasEarlier;
}

async function isMarked(database: Queryable): Promise<boolean> {
  const marks = await database.query('select from migration where name = $1', [mark]);
  return marks.length > 0;
}

/**
 * Folds behind the scenes what an earlier version folded otherwise. After a failure it goes on a little later.
 * @returns what ends that; it waits for a step that is under way
 */
export function keepRefolding({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Log;
}): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function refold(): Promise<void> {
    while (!signal.aborted) {
      try {
        await refoldTexts(database, signal);
        return;
      } catch (fault) {
        log.error(describeFault(fault), 'Texts were not folded anew.');
        await pause(triedAgainAfterMs, signal);
      }
    }
  }
  const underWay = refold();
  return () => {
    stopping.abort();
    return underWay;
  };
}

/**
 * Folds the texts and names again that an earlier version folded to something else, so that they are found
 * and sorted like new ones. It takes small steps, each a transaction that remembers how far it came: several processes
 * can share the work, and it goes on where it was stopped. A database that has none is left as it is.
 * @param stop ends it after the step that is under way
 */
export async function refoldTexts(database: Database, stop?: AbortSignal): Promise<void> {
  while (!stop?.aborted && !(await isMarked(database))) {
    const works = [refoldNames, ...(await readUnfinished(database)).map(refoldValuesOf)];
    const outcomes: Outcome[] = [];
    for (const work of works) outcomes.push(await refoldAll(database, work, stop));
    if (outcomes.every((outcome) => outcome === 'done')) await setMark(database);
    // Others do the rest at the moment.
    else await pause(checkedAgainAfterMs, stop);
  }
}

/** The outcome of a step: there is more, all is done, or another process does one at the moment. */
type Outcome = 'more' | 'done' | 'taken';
type Step = (transaction: Queryable) => Promise<Outcome>;

async function refoldAll(database: Database, step: Step, stop?: AbortSignal): Promise<Outcome> {
  let outcome: Outcome = 'more';
  while (outcome === 'more' && !stop?.aborted) {
    const begunAt = performance.now();
    outcome = await database.transaction(step, { isPatient: true });
    // Others have the database for at least half of the time.
    if (outcome === 'more') await pause(performance.now() - begunAt, stop);
  }
  return outcome;
}

async function pause(ms: number, stop?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, stop === undefined ? {} : { signal: stop }).catch(() => undefined);
}

async function setMark(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query('insert into migration values ($1) on conflict do nothing', [mark]);
    await transaction.query('delete from folding_progress');
  });
}

/** Until the transaction ends, nobody else does the work of this name. */
async function isFree(transaction: Queryable, name: string): Promise<boolean> {
  const [row] = await transaction.query<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"',
    [`${mark} ${name}`],
  );
  return row?.isFree === true;
}

/** The workspaces whose texts were not looked at up to the end. */
async function readUnfinished(database: Database): Promise<string[]> {
  const finished = await database.query<{ id: string }>(
    'select workspace_id as id from folding_progress where folding = $1 and object_id is null',
    [foldingVersion],
  );
  const finishedIds = new Set(finished.map(({ id }) => id));
  const all = await database.query<{ id: string }>('select id from workspace order by id');
  return all.map(({ id }) => id).filter((id) => !finishedIds.has(id));
}

async function refoldNames(transaction: Queryable): Promise<Outcome> {
  if (!(await isFree(transaction, 'names'))) return 'taken';
  const rows = await transaction.query<{ id: string; name: string }>(
    `select id, name from account where name_folding is distinct from $1
     order by id limit ${namesPerStep}`,
    [foldingVersion],
  );
  if (rows.length === 0) return 'done';
  await transaction.query(
    `update account set name_words = folded.words::tsvector, name_folding = $1
     from unnest($2::uuid[], $3::text[], $4::text[]) as folded (id, name, words)
     where account.id = folded.id and account.name = folded.name`,
    [
      foldingVersion,
      rows.map(({ id }) => id),
      rows.map(({ name }) => name),
      rows.map(({ name }) => nameParts(name)),
    ],
  );
  return 'more';
}

/** The key of a value within its workspace; all null after the last. */
interface Place {
  readonly objectId: string | null;
  readonly attributeId: string | null;
  readonly position: number | null;
}

const beforeAll: Place = { objectId: noId, attributeId: noId, position: 0 };
const afterAll: Place = { objectId: null, attributeId: null, position: null };

function refoldValuesOf(workspaceId: string): Step {
  return async (transaction) => {
    if (!(await isFree(transaction, workspaceId))) return 'taken';
    const [reached = beforeAll] = await transaction.query<Place>(
      `select object_id as "objectId", attribute_id as "attributeId", position
       from folding_progress where workspace_id = $1 and folding = $2`,
      [workspaceId, foldingVersion],
    );
    if (reached.objectId === null) return 'done';
    const values = await readNext(transaction, workspaceId, reached);
    await refold(transaction, workspaceId, values.flatMap(foldAnew));
    const { objectId, attributeId, position } = values.at(-1) ?? afterAll;
    await transaction.query(
      `insert into folding_progress (workspace_id, folding, object_id, attribute_id, position)
       values ($1, $2, $3, $4, $5)
       on conflict (workspace_id) do update set folding = excluded.folding, position = excluded.position,
         object_id = excluded.object_id, attribute_id = excluded.attribute_id`,
      [workspaceId, foldingVersion, objectId, attributeId, position],
    );
    return objectId === null ? 'done' : 'more';
  };
}

interface StoredValue extends Place {
  /** The id of the row: a value that somebody changes gets another one. */
  readonly id: string;
  readonly key: string | null;
  /** Null where each folding makes the same of it. */
  readonly text: string | null;
  readonly hasParts: boolean;
}

/**
 * The next values in the order of their keys: the last one of them, and those before it whose text may fold to
 * something else now. Of ASCII, those are words with an apostrophe.
 */
function readNext(
  transaction: Queryable,
  workspaceId: string,
  { objectId, attributeId, position }: Place,
): Promise<StoredValue[]> {
  return transaction.query<StoredValue>(
    `select "objectId", "attributeId", position, id, key, text, "hasParts" from (
       select *, lead(id) over (order by "objectId", "attributeId", position) is null as "isLast" from (
         select *, sum(length(text)) over (order by "objectId", "attributeId", position) as characters
         from (
           select object_id as "objectId", attribute_id as "attributeId", position, id, key,
             parts is not null as "hasParts",
             case when key is not null and folding is distinct from $5 and (
               parts is null or coalesce(text, value) ~ '[^\\x01-\\x7f]|[A-Za-z0-9]''[A-Za-z]'
             ) then coalesce(text, value) end as text
           from object_value
           where workspace_id = $1
             and (object_id, attribute_id, position) > ($2::uuid, $3::uuid, $4::integer)
           order by object_id, attribute_id, position limit ${valuesPerStep}
         ) as looked_at
       ) as counted
       where coalesce(characters - length(text), 0) <= ${charactersPerStep}
     ) as taken
     where text is not null or "isLast" order by "objectId", "attributeId", position`,
    [workspaceId, objectId, attributeId, position, foldingVersion],
  );
}

interface FoldedValue {
  readonly id: string;
  readonly objectId: string | null;
  readonly attributeId: string | null;
  readonly key: string;
  readonly words: readonly string[];
}

/** What is to be stored of a value; nothing where that is there already. */
function foldAnew(value: StoredValue): FoldedValue[] {
  const { id, objectId, attributeId, text, hasParts } = value;
  if (text === null) return [];
  const { key, words } = searchedText(text);
  const isSame = hasParts && key === value.key && hasSameWords(text, words);
  return isSame ? [] : [{ id, objectId, attributeId, key, words }];
}

/** Whether an earlier folding made the same words of a text, and of them the same parts. */
function hasSameWords(text: string, words: readonly string[]): boolean {
  const [earlier = []] = earlierFolding.readingsIn(earlierFolding.foldBeginning(text, Infinity));
  return (
    JSON.stringify(distinctWords(earlier)) === JSON.stringify(words) &&
    words.every((word) => !isWithoutSpaces(word))
  );
}

/** In the order in which a change of an object takes them: the object before its values. */
async function refold(
  transaction: Queryable,
  workspaceId: string,
  values: readonly FoldedValue[],
): Promise<void> {
  if (values.length === 0) return;
  const objectIds = [...new Set(values.map(({ objectId }) => objectId))];
  const ids = values.map(({ id }) => id);
  await transaction.query(
    `select from object where workspace_id = $1 and id = any ($2::uuid[]) order by id
     for no key update`,
    [workspaceId, objectIds],
  );
  await transaction.query(
    `update object_value as value set key = folded.key, words = folded.words::tsvector,
       parts = folded.parts::tsvector, folding = $2
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[])
       as folded (id, object_id, attribute_id, key, words, parts)
     where value.workspace_id = $1 and value.object_id = folded.object_id
       and value.attribute_id = folded.attribute_id and value.id = folded.id`,
    [
      ...[workspaceId, foldingVersion, ids, values.map(({ objectId }) => objectId)],
      ...[values.map(({ attributeId }) => attributeId), values.map(({ key }) => key)],
      values.map(({ words }) => wordsAsVector(workspaceId, words)),
      values.map(({ words }) => wordsAsVector(workspaceId, partsOf(words))),
    ],
  );
  await transaction.query(
    `update object set label_key = value.key, label_words = value.words
     from object_value as value join attribute
       on attribute.workspace_id = $1 and attribute.id = value.attribute_id
     where object.workspace_id = $1 and object.id = value.object_id and attribute.is_label
       and value.workspace_id = $1 and value.object_id = any ($2::uuid[])
       and value.id = any ($3::uuid[]) and value.position = 0`,
    [workspaceId, objectIds, ids],
  );
}
