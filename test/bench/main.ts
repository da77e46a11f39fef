/**
 * Measures the figures that the project holds itself to: a table, or a list with `--json`. With
 * `growth` it tells instead how a label match grows with the number of objects, with
 * `stored-queries` how the daily refresh grows with the number of stored queries.
 */
import { parseArgs } from 'node:util';
import { buildApp } from '../../src/sandbox/forge/build-app';
import { measureFunctionsBundle } from './functions-bundle';
import { measureGrowth } from './growth';
import { measureInterfaceBundles } from './interface-bundles';
import { measureJqlFunction } from './jql-function';
import { measureKeystroke } from './keystroke';
import { measureQueryParsing } from './query-parsing';
import { measureRefresh } from './refresh';
import type { Row } from './row';
import { measureSandbox } from './sandbox';
import { measureService } from './service';
import { measureStoredQueries } from './stored-queries';
import { measureWorkingDay } from './working-day';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const rows = await measureWhatIsAsked();
console.log(values.json ? JSON.stringify(rows, null, 2) : asTable(rows));
process.exitCode = rows.every((row) => row.pass) ? 0 : 1;

function measureWhatIsAsked(): Promise<Row[]> {
  if (positionals.includes('growth')) return measureGrowth();
  if (positionals.includes('stored-queries')) return measureStoredQueries();
  return measureAll();
}

async function measureAll(): Promise<Row[]> {
  await buildApp();
  return [
    ...(await measureSandbox()),
    ...(await measureKeystroke()),
    ...(await measureJqlFunction()),
    ...measureFunctionsBundle(),
    ...(await measureInterfaceBundles()),
    ...measureQueryParsing(),
    ...(await measureRefresh()),
    ...(await measureWorkingDay()),
    ...(await measureService()),
  ];
}

function asTable(all: Row[]): string {
  const width = Math.max(...all.map((row) => row.row.length));
  const line = ({ row, value, unit, bar, pass }: Row) =>
    `${pass ? 'ok  ' : 'MISS'}  ${row.padEnd(width)}  ${String(value).padStart(9)} ${unit} (${bar})`;
  return all.map(line).join('\n');
}
