/** Measures the figures that the project holds itself to: a table, or a list with `--json`. */
import { parseArgs } from 'node:util';
import { buildApp } from '../../src/sandbox/forge/build-app';
import { measureFunctionsBundle } from './functions-bundle';
import { measureKeystroke } from './keystroke';
import { measureQueryParsing } from './query-parsing';
import type { Row } from './row';
import { measureSandbox } from './sandbox';

const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values;
await buildApp();
const rows: Row[] = [
  ...(await measureSandbox()),
  ...(await measureKeystroke()),
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
