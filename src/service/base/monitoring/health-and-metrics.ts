import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { DatabaseBusy } from '../database/database';
import type { Queryable, Database } from '../database/database';
import type { FileStore } from '../files/file-store';
import type { RequestLimits } from '../request-limits/request-limits';

interface MonitoredParts {
  readonly database: Database;
  readonly files: Pick<FileStore, 'hasRoom'>;
  readonly metrics: Metrics;
}

/** `/health` is answered within this time. */
const healthLimitMs = 2_000;

/**
 * Answers what monitors the service: `/health` with 200 where it can work and 503 where it has no
 * database or waits too long for it, and `/metrics`. A full disk doesn't keep it from reading.
 */
export function answerHealthAndMetrics(
  app: FastifyInstance,
  { database, files, metrics }: MonitoredParts,
): void {
  app.get('/health', async (_request, reply) => {
    const found = await findState(database);
    const isOk = found === 'ok';
    void reply.code(isOk ? 200 : 503).header('cache-control', 'no-store');
    const isFull = !(await database.hasRoom()) || !(await files.hasRoom());
    const status = isOk ? 'ok' : 'unavailable';
    return { status, database: found, ...(isFull && { disk: 'full' }) };
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

/** One request that was answered, or broke off. */
interface ObservedRequest {
  readonly method: string;
  /** The address with names in place of ids: `/public/v1/object/:id`. */
  readonly route: string;
  /** 0 where the client went away before it was answered. */
  readonly status: number;
  readonly durationMs: number;
}

/** What the service counts for whoever watches it. */
export interface Metrics {
  observe(request: ObservedRequest): void;
  /** The same limits, with what they refuse counted. */
  watchLimits(limits: RequestLimits): RequestLimits;
  /** In Prometheus' text format. */
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** From what an index answers to what a deletion of many objects takes. */
const durationsInSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** @see docs/running-the-service.md, "What to watch" */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'wds_http_request_duration_seconds',
    help: 'How long requests took, by route and status; status 0: the client went away.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationsInSeconds,
    registers,
  });
  const refusals = new Counter({
    name: 'wds_limit_refusals_total',
    help: 'Requests that a limit refused with 429.',
    labelNames: ['kind'],
    registers,
  });
  watchDatabase(database, registers);
  let watchesProcess = false;

  return {
    observe: ({ durationMs, ...labels }) => durations.observe(labels, durationMs / 1000),
    watchLimits: (limits) => ({
      ...limits,
      admit: async (...request) => {
        const admission = await limits.admit(...request);
        if (!admission.isAdmitted) refusals.inc({ kind: admission.refusedBy.kind });
        return admission;
      },
    }),
    read: async () => {
      // Only a service that is watched pays for what the process measures of itself.
      if (!watchesProcess) collectDefaultMetrics({ register: registry });
      watchesProcess = true;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function watchDatabase(database: Database, registers: Registry[]): void {
  new Gauge({
    name: 'wds_database_connections',
    help: 'Connections to the database of this process, by whether a statement or transaction has them.',
    labelNames: ['state'],
    registers,
    collect() {
      const { connections, busy } = database.load();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, connections - busy);
    },
  });
  new Gauge({
    name: 'wds_database_waiting',
    help: 'Statements and transactions that wait for their turn at the database.',
    registers,
    collect() {
      this.set(database.load().waiting);
    },
  });
}
