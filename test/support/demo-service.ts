import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { publicPathPrefix } from '../../src/api/endpoint';
import {
  demoAttributeId,
  demoTypeId,
  demoWorkspaceId,
  startService,
  type Service,
  type ServiceOptions,
} from '../../src/service';
import { clientWith, type WorkspaceClient } from './api-client';
import { compareAnswersOf } from './described-services';
import { createDemoData } from './kept-demo-data';
import { createOnPostgres } from './test-database';

/** The real service with the small demo data, of its own and on a free port. */
export async function startDemoService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  if (options.databaseUrl !== undefined) return start(options);
  // With another clock the demo has other dates.
  const created = await createOnPostgres(options.clock === undefined ? 'demo' : 'tables');
  if (created === undefined) return startEmbeddedDemoService(options);
  return start({ ...options, databaseUrl: created.url }, created.drop);
}

/** The same on the embedded database, whatever else there is; also where no tests run. */
export async function startEmbeddedDemoService(
  options: Partial<ServiceOptions> = {},
): Promise<Service> {
  if (options.clock !== undefined || options.dataDirectory !== undefined) return start(options);
  const dataDirectory = await createDemoData();
  const remove = () => rm(dirname(dataDirectory), { recursive: true });
  return start({ ...options, dataDirectory }, remove);
}

async function start(
  options: Partial<ServiceOptions>,
  remove: () => Promise<void> = () => Promise.resolve(),
): Promise<Service> {
  const service = await startService({
    port: 0,
    demo: 'small',
    dataDirectory: 'memory',
    ...options,
  });
  compareAnswersOf(service.url);
  return {
    ...service,
    close: async () => {
      await service.close();
      await remove();
    },
  };
}

/** The typed client of a person of the demo, in its IT workspace. */
export function demoClient({ url }: Pick<Service, 'url'>, account = 'admin'): WorkspaceClient {
  return clientWith(url, `demo-${account}-token`).inWorkspace(demoWorkspaceId('IT'));
}

interface DemoCall {
  readonly body?: unknown;
  readonly account?: string;
  readonly workspaceId?: string;
}

/** A call of the public API by a person of the demo; `path` is what comes after its prefix. */
export function callDemo(
  { url }: Pick<Service, 'url'>,
  method: string,
  path: string,
  { body, account = 'admin', workspaceId = demoWorkspaceId('IT') }: DemoCall = {},
): Promise<Response> {
  return fetch(url + publicPathPrefix + path, {
    method,
    headers: {
      authorization: `Bearer demo-${account}-token`,
      'wds-workspace-id': workspaceId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Creates a laptop with these values, by the names of the attributes. */
export function createDemoLaptop(
  service: Pick<Service, 'url'>,
  values: Readonly<Record<string, string[]>>,
) {
  const attributes = Object.entries(values).map(([name, values]) => ({
    attributeId: demoAttributeId('IT', 'Laptop', name),
    values,
  }));
  return demoClient(service).objects.create({ typeId: demoTypeId('IT', 'Laptop'), attributes });
}
