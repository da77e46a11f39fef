import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DatabaseBusy } from '../database';
import type { Queryable } from '../database';
import type { Metrics } from './metrics';

interface MonitoredParts {
  readonly database: Queryable;
  readonly metrics: Metrics;
}

/** Whoever asks for the health waits no longer than that. */
const healthLimitMs = 2_000;

/**
 * Answers what monitors the service: `/health` with 200 where it can work and 503 where it has no
 * database or waits too long for it, and `/metrics`.
 */
export function answerHealthAndMetrics(
  app: FastifyInstance,
  { database, metrics }: MonitoredParts,
): void {
  app.get('/health', async (_request, reply) => {
    const found = await findState(database);
    const isOk = found === 'ok';
    void reply.code(isOk ? 200 : 503).header('cache-control', 'no-store');
    return { status: isOk ? 'ok' : 'unavailable', database: found };
  });
  app.get('/metrics', async (_request, reply) => {
    const { contentType, text } = await metrics.read();
    return reply.type(contentType).send(text);
  });
}

async function findState(database: Queryable): Promise<'ok' | 'slow' | 'unreachable'> {
  const asked = database.query('select 1').then(
    () => 'ok' as const,
    (error: unknown) => (error instanceof DatabaseBusy ? 'slow' : 'unreachable'),
  );
  return Promise.race([asked, sleep(healthLimitMs, 'slow' as const, { ref: false })]);
}
