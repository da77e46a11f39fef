import { demoObjectId, demoTypeId, demoWorkspaceId } from '../../src/service';
import { headersFor, type GeographyService } from './geography-service';
import { besideAt, type Row } from './row';
import { timeInTurns, timeMs } from './timing';

const workspaceId = demoWorkspaceId('Geography');
const region = demoObjectId('Geography', 'Region', 'IS.39');
const rounds = 300;
/** Of what a request takes on one server. */
const maximumRatio = 1.5;

/** What single requests take on a cluster, beside one Postgres server with the same small data. */
export async function measureCluster({
  service,
  partner,
}: Readonly<Record<'service' | 'partner', GeographyService>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, ask] of asked) {
    const [onCluster, onPostgres] = await timeInTurns(rounds, [
      () => timeMs(() => ask(service)),
      () => timeMs(() => ask(partner)),
    ]);
    rows.push(besideAt(0.5, name, onCluster, onPostgres, maximumRatio));
  }
  return rows;
}

const asked: readonly (readonly [
  name: string,
  ask: (service: GeographyService) => Promise<void>,
])[] = [
  ['GET /object/{id}, beside plain Postgres', readRegion],
  [
    'label match in the small data, beside plain Postgres',
    (service) =>
      service.search({
        query: 'Label ~ "rey"',
        typeId: demoTypeId('Geography', 'City'),
        limit: 20,
      }),
  ],
];

async function readRegion({ url }: GeographyService): Promise<void> {
  const address = `${url}/public/v1/object/${region}`;
  const answer = await fetch(address, { headers: headersFor(workspaceId) });
  if (!answer.ok) throw new Error(`The object was answered with ${answer.status}.`);
  await answer.arrayBuffer();
}
