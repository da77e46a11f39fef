import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Database } from '../../../../src/service/base/database/database';
import {
  answerHealthAndMetrics,
  createMetrics,
} from '../../../../src/service/base/monitoring/health-and-metrics';

async function askHealth(ofDatabase: boolean, ofFiles: boolean) {
  const app = fastify();
  const database = {
    query: () => Promise.resolve([]),
    hasRoom: () => Promise.resolve(ofDatabase),
  } as unknown as Database;
  const files = { hasRoom: () => Promise.resolve(ofFiles) };
  answerHealthAndMetrics(app, { database, files, metrics: createMetrics(database) });
  const { statusCode, body } = await app.inject('/health');
  return [statusCode, JSON.parse(body)] as const;
}

const ok = { status: 'ok', database: 'ok' };

test.each([
  ['neither disk is full', true, true, ok],
  ['that of the database is full', false, true, { ...ok, disk: 'full' }],
  ['that of the files is full', true, false, { ...ok, disk: 'full' }],
])('Health is 200 where %s', async (_where, ofDatabase, ofFiles, body) => {
  expect(await askHealth(ofDatabase, ofFiles)).toEqual([200, body]);
});
