import { beforeAll, expect, test } from 'vitest';
import { ignoreAnswersOf } from '../../../support/described-services';
import { readError, startFleetService, testTime } from '../../fleet-service';
import { duringTests } from '../../../support/during-tests';

const service = duringTests(() => startFleetService());
beforeAll(() => ignoreAnswersOf(service.url));

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
