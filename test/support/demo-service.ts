import { type Service, type ServiceOptions, startService } from '../../src/service';

/** The real service with the small demo data, in memory and on a free port. */
export function startDemoService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  return startService({
    port: 0,
    dataDirectory: 'memory',
    demo: 'small',
    clientId: 'unused',
    clientSecret: 'unused',
    ...options,
  });
}
