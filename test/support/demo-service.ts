import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Service, type ServiceOptions, startService } from '../../src/service';
import { compareAnswersOf } from './described-services';
import { createDemoData } from './kept-demo-data';

const defaults = {
  port: 0,
  demo: 'small',
} as const;

/** The real service with the small demo data, of its own and on a free port. */
export async function startDemoService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  // With another clock the demo has other dates.
  if (options.clock !== undefined) {
    const service = await startService({ ...defaults, dataDirectory: 'memory', ...options });
    compareAnswersOf(service.url);
    return service;
  }
  const dataDirectory = await createDemoData();
  const service = await startService({ ...defaults, dataDirectory, ...options });
  compareAnswersOf(service.url);
  return {
    ...service,
    close: async () => {
      await service.close();
      await rm(dirname(dataDirectory), { recursive: true });
    },
  };
}
