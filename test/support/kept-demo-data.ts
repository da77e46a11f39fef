import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rebuildIfChanged } from '../../src/sandbox/bundling/rebuild';
import { openDatabase } from '../../src/service/base/database/open-database';
import { seedDemo } from '../../src/service/run/demo/seed';
import { areOfSameSources, bringKept, keepFolder } from './kept-folder';

const kept = 'test-results/demo-data';
/** Some dates of the demo are counted from the day on which it was made. */
const keptForMs = 6 * 3_600_000;

/**
 * A new data directory of the service with the small demo data. To make that takes seconds where to
 * copy it takes a fraction of one: what the first one makes is kept for all that come after it with
 * the same sources.
 */
export async function createDemoData(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-data-'));
  if (await isRecent()) await bringKept(kept, folder);
  const dataDirectory = join(folder, 'data');
  await rebuildIfChanged(folder, async () => {
    await rm(dataDirectory, { recursive: true, force: true });
    await makeDemoData(dataDirectory);
  });
  const isKept = (await isRecent()) && (await areOfSameSources(folder, kept));
  if (!isKept) await keepFolder(folder, kept);
  return dataDirectory;
}

async function makeDemoData(dataDirectory: string): Promise<void> {
  await mkdir(dataDirectory);
  const database = await openDatabase(dataDirectory);
  await seedDemo(database, { demo: 'small', clock: () => new Date() });
  await database.close();
}

async function isRecent(): Promise<boolean> {
  const made = await stat(kept).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs < keptForMs;
}
