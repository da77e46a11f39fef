import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startBareServer, type BareServer } from './bare-server';
import { city, geography, searchObjects, startGeographyService } from './geography-service';
import type { GeographyService } from './geography-service';
import { startServer } from './own-process';
import { besideAt, countedAlone, told, type Row } from './row';
import { timeMs } from './timing';

const request = { query: 'Label ~ "reyk"', typeId: city, limit: 20 };
const betweenSearchesMs = 200;
const searchesAfter = 100;

/** The service with all cities on the embedded database. */
export interface Geography extends GeographyService {
  /** What was measured while the cities were imported. */
  readonly ofImport: readonly Row[];
  /** Sends one statement over HTTP for somebody who says who they are, as the service asks them. */
  readonly byHand: BareServer['byHand'];
}

/** Imports all cities into a service of its own, and then opens what it has stored. */
export async function importGeography(): Promise<Geography> {
  const folder = await mkdtemp(join(tmpdir(), 'all-cities-'));
  const ofImport = await searchDuringImport(folder);
  const service = await startGeographyService(folder);
  const bare = await startBareServer(service.database);
  return {
    ...{ ...service, ofImport, byHand: bare.byHand },
    close: async () => {
      await bare.close();
      await service.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** How long a search takes during the import and after it, and how much memory the service has then. */
export function measureImport({ ofImport }: Geography): Promise<readonly Row[]> {
  return Promise.resolve(ofImport);
}

async function searchDuringImport(folder: string): Promise<readonly Row[]> {
  const service = await startServer('listener', folder);
  // One that is refused, since the service is too busy, counts as never answered.
  const searchMs = () =>
    timeMs(() => searchObjects(service.url, geography, request)).catch(() => Infinity);
  const [load = 0] = loadavg();
  const during: number[] = [];
  const end = new AbortController();
  const importing = service.importAll().finally(() => end.abort());
  while (!end.signal.aborted) {
    during.push(await searchMs());
    await setTimeout(betweenSearchesMs);
  }
  await importing;
  const after: number[] = [];
  while (after.length < searchesAfter) after.push(await searchMs());
  const memoryMb = await service.memoryMb();
  await service.stop();
  const again = await startServer('listener', folder);
  const atRestMb = await again.memoryMb();
  await again.stop();
  const name = 'search during the import, beside after it';
  return [
    countedAlone(besideAt(0.95, name, during, after, 4), load),
    told('embedded: memory of the service after it imported all cities', memoryMb, 'MB'),
    told('embedded: memory of the service at rest, full demo data', atRestMb, 'MB'),
  ];
}
