import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../database';
import type { Metrics } from '../watching/metrics';

interface WatchedParts {
  readonly database: Queryable;
  readonly metrics: Metrics;
}

/** Whoever asks for the health waits no longer than that. */
const healthLimitMs = 2_000;

/**
 * Answers what watches the service: `/health` with 200 where it can work and 503 where it has no
 * database, and `/metrics`.
 */
export function answerWatchers(app: FastifyInstance, { database, metrics }: WatchedParts): void {
  app.get('/health', async (_request, reply) => {
    const isReachable = await isReached(database);
    void reply.code(isReachable ? 200 : 503).header('cache-control', 'no-store');
    return isReachable
      ? { status: 'ok', database: 'ok' }
      : { status: 'unavailable', database: 'unreachable' };
  });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

async function isReached(database: Queryable): Promise<boolean> {
  const asked = database.query('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([asked, sleep(healthLimitMs, false, { ref: false })]);
}
