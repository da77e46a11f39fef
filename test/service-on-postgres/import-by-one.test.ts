import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/service/base/database/open-database';
import type { Database } from '../../src/service/base/database/database';
import { findImported } from '../../src/service/run/demo/demo-tables';
import { typeId } from '../../src/service/run/demo/schema';
import { seedDemo } from '../../src/service/run/demo/seed';
import { createDatabase } from '../support/postgres-server';

/** Ten pieces: the countries, and most of the regions. */
const size = 3_000;
const countryCount = 250;

let url: string;
let drop: () => Promise<void>;
let database: Database;
const processes: ChildProcessByStdio<null, Readable, null>[] = [];
beforeAll(async () => {
  ({ url, drop } = await createDatabase(inject('postgresUrl') ?? ''));
  database = await openDatabase(url);
  await seedDemo(database, { demo: 'full', clock: () => new Date() });
});
afterAll(async () => {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.close();
  await drop();
});

/** What each process has imported: where its pieces ended. */
const steps: { readonly process: number; readonly imported: number }[] = [];

function startImporting(): void {
  const script = 'test/service-on-postgres/import-process.ts';
  const child = spawn(process.execPath, ['--import', 'tsx', script, url, String(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const number = processes.push(child) - 1;
  createInterface({ input: child.stdout }).on('line', (line) => {
    steps.push({ process: number, imported: Number(line) });
  });
}

const importers = () => new Set(steps.map((step) => step.process));

test(
  'Of several processes one imports, and another goes on where it was killed',
  { timeout: 120_000 },
  async () => {
    for (let count = 0; count < 3; count += 1) startImporting();
    await expect.poll(() => steps.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const [first] = importers();
    processes[first ?? 0]?.kill('SIGKILL');
    await once(processes[first ?? 0]!, 'exit');
    await expect.poll(() => steps.at(-1)?.imported, { timeout: 60_000 }).toBe(size);
    expect(importers().size).toBe(2);
    const ends = steps.map(({ imported }) => imported);
    expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other));
    expect(await findImported(database)).toBe(size);
    const [countries] = await database.query<{ count: number }>(
      'select count(*)::integer as count from object where type_id = $1',
      [typeId('Geography', 'Country')],
    );
    expect(countries?.count).toBe(countryCount);
  },
);
