import { setTimeout } from 'node:timers/promises';
import { demoTypeId } from '../../src/service';
import { measureCascadeLevel } from './cascade-level';
import { measureCommonReference } from './common-reference';
import { measureEmbeddedTable } from './embedded-table';
import { startGeographyService, type GeographyService } from './geography-service';
import { measureLabelMatch } from './label-match';
import { measureObjectReading } from './object-reading';
import { besideAt, told, type Row } from './row';
import { measureSearchedAttributes } from './searched-attributes';
import { timeMs } from './timing';

const city = demoTypeId('Geography', 'City');

/** The figures of the service with the full demo data. */
export async function measureService(): Promise<Row[]> {
  const service = await startGeographyService();
  try {
    return [
      ...(await measureImport(service)),
      ...(await measureCascadeLevel(service)),
      ...(await measureObjectReading(service)),
      ...(await measureCommonReference(service)),
      ...(await measureLabelMatch(service)),
      ...(await measureEmbeddedTable(service)),
      ...(await measureSearchedAttributes(service)),
    ];
  } finally {
    await service.close();
  }
}

const betweenSearchesMs = 200;
const searchesAfter = 100;

/** How long a search takes during the import and after it. */
async function measureImport(service: GeographyService): Promise<Row[]> {
  const search = () => service.search({ query: 'Label ~ "reyk"', typeId: city, limit: 20 });
  const during: number[] = [];
  const end = new AbortController();
  const importing = service.importAll().finally(() => end.abort());
  while (!end.signal.aborted) {
    during.push(await timeMs(search));
    await setTimeout(betweenSearchesMs);
  }
  await importing;
  const after: number[] = [];
  while (after.length < searchesAfter) after.push(await timeMs(search));
  return [
    besideAt(0.95, 'search during the import, beside after it', during, after, 4),
    told('memory with the full demo data', process.memoryUsage().rss / 1e6, 'MB'),
  ];
}
