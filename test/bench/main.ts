/**
 * Measures the figures that the project holds itself to: a table, or a list with `--json`. Names
 * after it measure only these: `npm run bench -- keystroke --json`, `npm run bench -- sandbox`.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { measureBulkEdit } from './bulk-edit';
import { measureCascadeLevel } from './cascade-level';
import { measureCommonReference } from './common-reference';
import { measureDatabaseTrips } from './database-trips';
import { measureEmbeddedTable } from './embedded-table';
import { measureFunctionsBundle } from './functions-bundle';
import { importGeography, measureImport } from './geography';
import { startGeographyService } from './geography-service';
import { measuredAlone, measuredOn, type Group } from './group';
import { measureHistory } from './history';
import { measureInterfaceBundles } from './interface-bundles';
import { measureScreenPoints } from './jira-points';
import { measureJqlFunction } from './jql-function';
import { measureKeystroke } from './keystroke';
import { measureLabelMatch } from './label-match';
import { measureLabelUpkeep } from './label-upkeep';
import { measurePickerOpening } from './picker-opening';
import { measureProjectTabs } from './project-tabs';
import { measureQueryParsing } from './query-parsing';
import { measureRefolding } from './refolding';
import { measureRefresh } from './refresh';
import type { Row } from './row';
import { measureManyObjects, measureStart, measureTyping, startMeasuredSandbox } from './sandbox';
import { measureSearchedAttributes } from './searched-attributes';
import { measureServiceGrowth } from './service-growth';
import { measureSortedPages } from './sorted-pages';
import { measureStoredQueries } from './stored-queries';
import {
  measureFilteredSearch,
  measureMemory,
  measureObjectReading,
  measureProcesses,
  startServers,
} from './throughput';
import { measureMembers, measureSchemaChange, measureWideSchemas } from './wide-workspaces';
import { measureTypedWords } from './typed-words';
import { measureWorkingDay } from './working-day';
import { measureWorkspaceGrowth } from './workspace-growth';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    // What of `service-growth`.
    part: { type: 'string' },
    // On which engine `throughput` and `service-growth` measure: on each that there is where absent.
    on: { type: 'string' },
  },
  allowPositionals: true,
});
const engine = z.enum(['embedded', 'Postgres', 'Citus']).optional().parse(values.on);

/** To add figures, add what measures them. What others would disturb comes first. */
const groups: Readonly<Record<string, Group>> = {
  geography: measuredOn(importGeography, {
    import: measureImport,
    // Before all that search.
    refolding: measureRefolding,
    'cascade-level': measureCascadeLevel,
    'common-reference': measureCommonReference,
    'embedded-table': measureEmbeddedTable,
    'label-match': measureLabelMatch,
    'searched-attributes': measureSearchedAttributes,
    'typed-words': measureTypedWords,
    'sorted-pages': measureSortedPages,
  }),
  sandbox: measuredOn(startMeasuredSandbox, {
    picker: measurePickerOpening,
    'many-objects': measureManyObjects,
    typing: measureTyping,
    'project-tabs': measureProjectTabs,
    'jira-points': measureScreenPoints,
  }),
  throughput: measuredOn(() => startServers(engine), {
    memory: measureMemory,
    'object-reading': measureObjectReading,
    'filtered-search': measureFilteredSearch,
    processes: measureProcesses,
  }),
  workspaces: measuredOn(() => startGeographyService(), {
    'database-trips': measureDatabaseTrips,
    'wide-schemas': measureWideSchemas,
    'schema-change': measureSchemaChange,
    members: measureMembers,
  }),
  app: measuredAlone({
    start: measureStart,
    keystroke: measureKeystroke,
    'jql-function': measureJqlFunction,
    'functions-bundle': measureFunctionsBundle,
    'interface-bundles': measureInterfaceBundles,
    'query-parsing': measureQueryParsing,
    refresh: measureRefresh,
    'label-upkeep': measureLabelUpkeep,
    'bulk-edit': measureBulkEdit,
    'working-day': measureWorkingDay,
    history: measureHistory,
  }),
};

/** These tell how something grows, take long, and are measured only by their names. */
const growing = measuredAlone({
  'service-growth': () => measureServiceGrowth({ part: values.part, on: engine }),
  'stored-queries': measureStoredQueries,
  'workspace-growth': measureWorkspaceGrowth,
});

const rows: Row[] = [];
const errors: unknown[] = [];
let endedAt = performance.now();
const chosen = choose(positionals);
for (const group of [...Object.values(groups), growing]) {
  const parts = group.parts.filter((part) => chosen.includes(part));
  if (parts.length > 0) await keepGoing(() => group.measure(parts, attempt));
}
console.log(values.json ? JSON.stringify(rows, null, 2) : asTable(rows));
// Processes that a failure left behind end with this one.
process.exit(errors.length === 0 && rows.every((row) => row.pass) ? 0 : 1);

async function attempt(name: string, measure: () => Promise<readonly Row[]>): Promise<void> {
  const [load = 0] = loadavg();
  await keepGoing(async () => {
    rows.push(...(await measure()));
  });
  const seconds = Math.round((performance.now() - endedAt) / 1_000);
  endedAt = performance.now();
  console.error(`${name}: ${seconds} s since the part before, with a load of ${load} before it`);
}

/** The figures of the others aren't lost. */
async function keepGoing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error);
    errors.push(error);
  }
}

/** The parts of these names and of the groups of these names; of each group where none is named. */
function choose(names: readonly string[]): readonly string[] {
  const all = Object.values(groups).flatMap(({ parts }) => parts);
  if (names.length === 0) return all;
  return names.flatMap((name) => {
    const group = groups[name];
    if (group !== undefined) return group.parts;
    if ([...all, ...growing.parts].includes(name)) return [name];
    const known = [...Object.keys(groups), ...all, ...growing.parts].join(', ');
    throw new Error(`There is no "${name}" to measure, but ${known}.`);
  });
}

function asTable(all: readonly Row[]): string {
  const width = Math.max(...all.map((row) => row.row.length));
  const line = ({ row, value, unit, bar, pass }: Row) =>
    `${pass ? 'ok  ' : 'MISS'}  ${row.padEnd(width)}  ${String(value).padStart(9)} ${unit} (${bar})`;
  return all.map(line).join('\n');
}
