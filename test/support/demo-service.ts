import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Service, type ServiceOptions, startService } from '../../src/service';
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
