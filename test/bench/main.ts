/**
 * Measures the figures that the project holds itself to: a table, or a list with `--json`. Names
 * after it measure only these: `npm run bench -- keystroke --json`.
 */
import { parseArgs } from 'node:util';
import { measureBulkEdit } from './bulk-edit';
import { measureFunctionsBundle } from './functions-bundle';
import { measureHistory } from './history';
import { measureInterfaceBundles } from './interface-bundles';
import { measureJqlFunction } from './jql-function';
import { measureKeystroke } from './keystroke';
import { measureLabelUpkeep } from './label-upkeep';
import { measureQueryParsing } from './query-parsing';
import { measureRefresh } from './refresh';
import type { Row } from './row';
import { measureSandbox } from './sandbox';
import { measureService } from './service';
import { measureServiceGrowth } from './service-growth';
import { measureStoredQueries } from './stored-queries';
import { measureWorkingDay } from './working-day';
import { measureWorkspaceGrowth } from './workspace-growth';

/** To add figures, add what measures them. Each brings up and ends all that it needs. */
const measurements: Readonly<Record<string, () => Promise<Row[]>>> = {
  sandbox: measureSandbox,
  keystroke: measureKeystroke,
  'jql-function': measureJqlFunction,
  'functions-bundle': measureFunctionsBundle,
  'interface-bundles': measureInterfaceBundles,
  'query-parsing': measureQueryParsing,
  refresh: measureRefresh,
  'label-upkeep': measureLabelUpkeep,
  'bulk-edit': measureBulkEdit,
  'working-day': measureWorkingDay,
  service: measureService,
  history: measureHistory,
};

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // What of `service-growth`, and on which database.
    part: { type: 'string' },
    on: { type: 'string' },
  },
  allowPositionals: true,
});

/** These tell how something grows, take long, and are measured only by their names. */
const growing: typeof measurements = {
  'service-growth': () => measureServiceGrowth(values),
  'stored-queries': measureStoredQueries,
  'workspace-growth': measureWorkspaceGrowth,
};

const rows: Row[] = [];
let isWhole = true;
for (const measure of chosen(positionals)) {
  try {
    rows.push(...(await measure()));
  } catch (error) {
    // The figures of the others aren't lost.
    console.error(error);
    isWhole = false;
  }
}
console.log(values.json ? JSON.stringify(rows, null, 2) : asTable(rows));
process.exitCode = isWhole && rows.every((row) => row.pass) ? 0 : 1;

function chosen(names: readonly string[]): (() => Promise<Row[]>)[] {
  if (names.length === 0) return Object.values(measurements);
  const all = { ...measurements, ...growing };
  return names.map((name) => {
    const measure = all[name];
    if (measure !== undefined) return measure;
    throw new Error(`There is no "${name}" to measure, but ${Object.keys(all).join(', ')}.`);
  });
}

function asTable(all: readonly Row[]): string {
  const width = Math.max(...all.map((row) => row.row.length));
  const line = ({ row, value, unit, bar, pass }: Row) =>
    `${pass ? 'ok  ' : 'MISS'}  ${row.padEnd(width)}  ${String(value).padStart(9)} ${unit} (${bar})`;
  return all.map(line).join('\n');
}
