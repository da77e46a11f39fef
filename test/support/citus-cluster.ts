import { copyDatabase, type CreatedDatabase, onServer } from './postgres-server';

/** The servers of a cluster, the coordinator first, by the address of a database of it that has all of them. */
export async function findServers(clusterUrl: string): Promise<string[]> {
  const nodes = await onServer(clusterUrl, async (client) => {
    const { rows } = await client.query<{ name: string; port: number }>(
      `select nodename as name, nodeport as port from pg_dist_node
       where groupid > 0 and isactive order by nodeid`,
    );
    return rows;
  });
  const workers = nodes.map(({ name, port }) => {
    const url = new URL(clusterUrl);
    url.hostname = name;
    url.port = String(port);
    return url;
  });
  return [new URL(clusterUrl), ...workers].map((url) => {
    url.pathname = '/postgres';
    return url.href;
  });
}

/** Few, since each table has as many on each copy of the database. */
const shards = 4;

/** Creates an empty database that has the extension on all servers. */
export async function createOnCluster(
  servers: readonly string[],
  templates: string,
): Promise<CreatedDatabase> {
  return copyDatabase(servers, `${templates}_cluster`, async (url) => {
    const { pathname } = new URL(url);
    for (const server of servers) {
      await onServer(Object.assign(new URL(server), { pathname }).href, async (client) => {
        await client.query('create extension citus');
      });
    }
    const [coordinator, ...workers] = servers.map((server) => new URL(server));
    await onServer(url, async (client) => {
      await client.query('select citus_set_coordinator_host($1, $2)', addressOf(coordinator));
      for (const worker of workers)
        await client.query('select citus_add_node($1, $2)', addressOf(worker));
    });
  }).then(async (created) => {
    const name = new URL(created.url).pathname.slice(1);
    await onServer(created.url, async (client) => {
      await client.query(`alter database ${name} set citus.shard_count = ${shards}`);
    });
    return created;
  });
}

function addressOf(url: URL | undefined): [string, number] {
  return [url?.hostname ?? '', Number(url?.port)];
}
