import { copyDatabase, createDatabase, type CreatedDatabase, onServer } from './postgres-server';

/** The servers of a cluster, the coordinator first, by the address of a database of it that has all of them. */
export async function findClusterServers(clusterUrl: string): Promise<string[]> {
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

/** Creates an empty database that has the extension on all servers. */
export async function createOnCluster(
  servers: readonly string[],
  templates: string,
): Promise<CreatedDatabase> {
  const created = await copyDatabase(
    servers,
    `${templates}_cluster`,
    (url) => addExtension(servers, url),
    () => createDatabase(...servers),
  );
  await keepFewShards(created.url);
  return created;
}

/** Makes a cluster of a database that all of these servers have under one name. */
export async function addExtension(servers: readonly string[], url: string): Promise<void> {
  const { pathname } = new URL(url);
  for (const server of servers) {
    await onServer(Object.assign(new URL(server), { pathname }).href, async (client) => {
      await client.query('create extension citus');
    });
  }
  const [coordinator, ...workers] = servers.map((server) => new URL(server));
  await onServer(url, async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', addressOf(coordinator));
    for (const worker of workers) {
      await client.query('select citus_add_node($1, $2)', addressOf(worker));
    }
  });
  await keepFewShards(url);
}

/** Each table has as many on each copy of the database. */
async function keepFewShards(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await onServer(url, async (client) => {
    await client.query(`alter database ${name} set citus.shard_count = 4`);
  });
}

function addressOf(url: URL | undefined): [string, number] {
  return [url?.hostname ?? '', Number(url?.port)];
}
