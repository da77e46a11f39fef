import type { TestProject } from 'vitest/node';
import { findPostgresPrograms } from '../../scripts/postgres.mjs';
import { startPostgres } from './postgres-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The Postgres server that the tests run on; undefined where they use the embedded database. */
    postgresUrl?: string;
  }
}

/** Starts a server for the run, unless TEST_DATABASE_URL names one on which databases can be created. */
export default async function providePostgres(
  project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const programs = findPostgresPrograms();
  if (programs === undefined) throw new Error('Postgres is not installed.');
  const server = await startPostgres(programs);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
