/**
 * The thread that Postgres runs on: it answers one request after the other. Plain JavaScript, since
 * a thread starts without what lets Node.js read TypeScript.
 * @see embedded-database.ts, which starts it and defines its messages
 */
import { Buffer } from 'node:buffer';
import { parentPort, workerData } from 'node:worker_threads';
import { parse, protocol } from '@electric-sql/pglite';
import { openInFolder, openInMemory } from './fresh-database.mjs';

const { serialize } = protocol;
const { location, cacheMegabytes } = workerData;
const postgres = await (location === undefined
  ? openInMemory()
  : openInFolder(location, cacheMegabytes));
let last = Promise.resolve();

parentPort.on('message', (request) => {
  last = last.then(() => answer(request)).then((reply) => parentPort.postMessage(reply));
});
parentPort.postMessage({ kind: 'opened' });

async function answer(request) {
  try {
    return { kind: 'answered', rows: await perform(request) };
  } catch (error) {
    const { message, code, constraint } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', message, code, constraint };
  }
}

async function perform({ kind, sql, parameters, isPrepared }) {
  switch (kind) {
    case 'statement':
      return isPrepared ? runPrepared(sql, parameters) : runStatement(sql, parameters);
    case 'script':
      await postgres.exec(sql);
      return [];
    case 'close':
      await postgres.close();
      return [];
  }
}

function runStatement(sql, parameters) {
  return run(sql, serialize.parse({ text: sql }), { values: parameters.map(asText) });
}

/** The names of statements that Postgres has read, by their text. */
const prepared = new Map();
let preparedCount = 0;

async function runPrepared(sql, parameters) {
  const statement = prepared.get(sql) ?? `statement-${(preparedCount += 1)}`;
  const isRead = prepared.has(sql);
  const reading = isRead ? Buffer.alloc(0) : serialize.parse({ name: statement, text: sql });
  const rows = await run(sql, reading, { statement, values: parameters.map(asText) });
  // A name is given once, also where the statement failed and is read again.
  prepared.set(sql, statement);
  return rows;
}

/** Everything that a statement takes, in one go: several trips cost more than most statements. */
async function run(sql, reading, binding) {
  const messages = await postgres.execProtocolStream(
    Buffer.concat([
      reading,
      serialize.bind(binding),
      serialize.describe({ type: 'P' }),
      serialize.execute({}),
      serialize.sync(),
    ]),
  );
  const [result] = parse.parseResults(messages, postgres.parsers);
  // Postgres confirms each statement that ran. One that takes more memory or stack than there is
  // here ends without confirmation and without an error, as if it had found nothing.
  if (result.command === undefined) throw new Error('The database did not finish a statement.');
  // A transaction in which a statement failed can only be rolled back.
  if (sql === 'commit' && result.command !== 'COMMIT') throw new Error('Nothing was committed.');
  return result.rows;
}

/** A parameter as Postgres reads it; the statement says what it is. */
function asText(value) {
  if (value === null) return null;
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? `{${value.map(asElement).join(',')}}` : String(value);
}

function asElement(value) {
  if (value === null) return 'null';
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
