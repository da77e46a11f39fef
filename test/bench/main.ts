/** Measures what `docs/numbers.md` lists: a table for people, or a list with `--json`. */
import { parseArgs } from 'node:util';
import { measureFunctionsBundle } from './functions-bundle';
import { measureQueryParsing } from './query-parsing';
import type { Row } from './row';
import { measureSandbox } from './sandbox';

const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
const rows: Row[] = [
  ...(await measureSandbox()),
  ...measureFunctionsBundle(),
  ...measureQueryParsing(),
];
console.log(json ? JSON.stringify(rows, null, 2) : asTable(rows));
process.exitCode = rows.every((row) => row.pass) ? 0 : 1;

function asTable(all: Row[]): string {
  const width = Math.max(...all.map((row) => row.row.length));
  const line = ({ row, value, unit, bar, pass }: Row) =>
    `${pass ? 'ok  ' : 'MISS'}  ${row.padEnd(width)}  ${String(value).padStart(9)} ${unit} (${bar})`;
  return all.map(line).join('\n');
}
