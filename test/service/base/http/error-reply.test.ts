import { afterAll, beforeAll, expect, test } from 'vitest';
import { ignoreAnswersOf } from '../../../support/described-services';
import { readError, startFleetService, testTime, type FleetService } from '../../fleet-service';

let service: FleetService;
beforeAll(async () => {
  service = await startFleetService();
  ignoreAnswersOf(service.url);
});
afterAll(() => service.close());

test('tells nothing of what failed inside the service', async () => {
  await service.database.runScript('alter table membership rename to membership_gone');
  const answer = await service.api('GET', '/type');
  await service.database.runScript('alter table membership_gone rename to membership');
  expect(answer.status).toBe(500);
  expect(readError(answer)).toEqual({
    timestamp: testTime.toISOString(),
    message: 'The service failed to answer. Try again.',
    path: '/public/v1/type',
  });
});
