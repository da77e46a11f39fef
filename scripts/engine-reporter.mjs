/** For Vitest: writes down how many tests ran on each engine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasPostgres } from './postgres.mjs';

export const enginesFile = 'test-results/engines.json';

/** The engine of each project of which the database is the point. */
const engines = {
  service: hasPostgres() ? 'Postgres' : 'the embedded database',
  'embedded-database': 'the embedded database',
  citus: 'Citus',
};

export default class EngineReporter {
  onTestRunEnd(modules) {
    const counts = {};
    for (const module of modules) {
      const engine = engines[module.project.name];
      if (engine === undefined) continue;
      const tests = [...module.children.allTests()];
      const ran = tests.filter((test) => ['passed', 'failed'].includes(test.result().state));
      counts[engine] = (counts[engine] ?? 0) + ran.length;
    }
    mkdirSync(dirname(enginesFile), { recursive: true });
    writeFileSync(enginesFile, JSON.stringify(counts));
  }
}
