import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { createDatabase, startPostgres } from '../support/postgres-server';
import { startGeographyService } from './geography-service';
import { measureCrowd, measureLabelGrowth, measureRoom } from './label-growth';
import { measureObjectReading } from './object-reading';
import { measureProcesses } from './service-processes';
import type { Row } from './row';

interface GrowthOptions {
  /** `reading`, `processes`, `crowd`, `labels` or `room`; all where absent. */
  readonly part?: string | undefined;
  /** `embedded` or `Postgres`; both where absent. */
  readonly on?: string | undefined;
}

/** How the cost of the service grows, on the embedded database and on Postgres where it is installed. */
export async function measureServiceGrowth({ part, on }: GrowthOptions): Promise<Row[]> {
  const embedded = on === 'Postgres' ? [] : await measureOn('embedded', { part });
  const programs = findPostgresPrograms();
  if (programs === undefined || on === 'embedded') return embedded;
  const server = await startPostgres(programs, {
    settings: ['fsync=off', 'shared_buffers=512MB', 'max_wal_size=4GB'],
  });
  try {
    const [{ url }, partner] = [await createDatabase(server.url), await createDatabase(server.url)];
    const urls = { databaseUrl: url, partnerUrl: partner.url };
    return [...embedded, ...(await measureOn('Postgres', { part, ...urls }))];
  } finally {
    await server.stop();
  }
}

interface MeasuredOptions {
  readonly part: string | undefined;
  readonly databaseUrl?: string;
  readonly partnerUrl?: string;
}

async function measureOn(
  name: string,
  { part, databaseUrl, partnerUrl }: MeasuredOptions,
): Promise<Row[]> {
  const service = await startGeographyService(databaseUrl);
  const partner = await startGeographyService(partnerUrl);
  try {
    const parts = {
      reading: () => measureObjectReading(service),
      processes: () => (databaseUrl === undefined ? [] : measureProcesses(service, databaseUrl)),
      crowd: () => measureCrowd({ service, partner }),
      labels: () => measureLabelGrowth({ service, partner }),
      room: () => measureRoom(service.database),
    };
    const rows: Row[] = [];
    for (const [each, measure] of Object.entries(parts)) {
      if (part === undefined || part === each) rows.push(...(await measure()));
    }
    return rows.map((row) => ({ ...row, row: `${name}: ${row.row}` }));
  } finally {
    await service.close();
    await partner.close();
  }
}
