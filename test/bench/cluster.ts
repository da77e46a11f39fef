import { demoObjectId } from '../../src/service';
import { city, geography, headersFor, type GeographyService } from './geography-service';
import { besideAt, type Row } from './row';
import { timeBoth } from './timing';

const region = demoObjectId('Geography', 'Region', 'IS.39');
const rounds = 300;
/** Of what a request takes on one server. */
const maximumRatio = 1.5;

/** What single requests take on a cluster, beside one Postgres server with the same small data. */
export async function measureCluster({
  service,
  partner,
}: Readonly<Record<'service' | 'partner', GeographyService>>): Promise<Row[]> {
  const compare = async (name: string, ask: (service: GeographyService) => Promise<void>) => {
    const [onCluster, onPostgres] = await timeBoth(
      rounds,
      () => ask(service),
      () => ask(partner),
    );
    return besideAt(0.5, `${name}, beside plain Postgres`, onCluster, onPostgres, maximumRatio);
  };
  const match = { query: 'Label ~ "rey"', typeId: city, limit: 20 };
  return [
    await compare('GET /object/{id}', readRegion),
    await compare('label match in the small data', (on) => on.search(match)),
  ];
}

async function readRegion({ url }: GeographyService): Promise<void> {
  const address = `${url}/public/v1/object/${region}`;
  const answer = await fetch(address, { headers: headersFor(geography) });
  if (!answer.ok) throw new Error(`The object was answered with ${answer.status}.`);
  await answer.arrayBuffer();
}
