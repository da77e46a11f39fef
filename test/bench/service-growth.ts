import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { createDatabase, startPostgres } from '../support/postgres-server';
import { startGeographyService } from './geography-service';
import { measureCrowd, measureLabelGrowth, measureRoom } from './label-growth';
import { measureObjectReading } from './object-reading';
import { measureProcesses } from './service-processes';
import type { Row } from './row';

/** How the cost of the service grows, on the embedded database and on Postgres where it is installed. */
export async function measureServiceGrowth(): Promise<Row[]> {
  const embedded = await measureOn('embedded');
  const programs = findPostgresPrograms();
  if (programs === undefined) return embedded;
  const server = await startPostgres(programs, {
    settings: ['fsync=off', 'shared_buffers=512MB', 'max_wal_size=4GB'],
  });
  try {
    const [{ url }, partner] = [await createDatabase(server.url), await createDatabase(server.url)];
    return [...embedded, ...(await measureOn('Postgres', url, partner.url))];
  } finally {
    await server.stop();
  }
}

async function measureOn(name: string, databaseUrl?: string, partnerUrl?: string): Promise<Row[]> {
  const service = await startGeographyService(databaseUrl);
  const partner = await startGeographyService(partnerUrl);
  try {
    const rows = [
      ...(await measureObjectReading(service)),
      ...(databaseUrl === undefined ? [] : await measureProcesses(service, databaseUrl)),
      ...(await measureCrowd({ service, partner })),
      ...(await measureLabelGrowth({ service, partner })),
      ...(await measureRoom(service.database)),
    ];
    return rows.map((row) => ({ ...row, row: `${name}: ${row.row}` }));
  } finally {
    await service.close();
    await partner.close();
  }
}
