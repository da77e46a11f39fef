import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { addExtension, findClusterServers } from '../support/citus-cluster';
import { createDatabase, startPostgres } from '../support/postgres-server';
import { measureCluster } from './cluster';
import { startGeographyService } from './geography-service';
import { measureCrowd, measureLabelGrowth, measureRoom } from './label-growth';
import type { Row } from './row';
import { measureMembers, measureWideSchemas } from './wide-workspaces';

interface GrowthOptions {
  /** `types`, `members`, `crowd`, `labels` or `room`; all where absent. */
  readonly part?: string | undefined;
  /** `embedded` or `Postgres`, both where absent; `Citus` on the cluster of CITUS_DATABASE_URL. */
  readonly on?: string | undefined;
}

/** How the cost of the service grows, on the embedded database and on Postgres where it is installed. */
export async function measureServiceGrowth({ part, on }: GrowthOptions): Promise<Row[]> {
  if (on === 'Citus') return measureOnCluster(process.env['CITUS_DATABASE_URL'] ?? '');
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

/** @throws Error without a cluster, or without Postgres to compare it with */
async function measureOnCluster(clusterUrl: string): Promise<Row[]> {
  const programs = findPostgresPrograms();
  if (clusterUrl === '' || programs === undefined) {
    throw new Error('Install Postgres, and set CITUS_DATABASE_URL to a database of a cluster.');
  }
  const servers = await findClusterServers(clusterUrl);
  const created = await createDatabase(...servers);
  await addExtension(servers, created.url);
  const server = await startPostgres(programs, { settings: ['fsync=off'] });
  const service = await startGeographyService(created.url);
  const partner = await startGeographyService((await createDatabase(server.url)).url);
  try {
    const name = `Citus, ${servers.length - 1} workers`;
    const rows = await measureCluster({ service, partner });
    return rows.map((row) => ({ ...row, row: `${name}: ${row.row}` }));
  } finally {
    for (const each of [service, partner]) await each.close();
    await server.stop();
    await created.drop();
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
      types: () => measureWideSchemas(service),
      members: () => measureMembers(service),
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
