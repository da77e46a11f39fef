import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import type { GeographyService } from './geography-service';
import { answersPerSecond, readPath } from './object-reading';
import { atLeast, told, type Row } from './row';
import { percentile } from './timing';

const processes = 3;
const turns = 3;
/** Each process has one, the database two, and so has what asks them. */
const neededCores = 6;

/** How many objects three processes on one database answer, beside one. */
export async function measureProcesses(
  { url }: Pick<GeographyService, 'url'>,
  databaseUrl: string,
): Promise<Row[]> {
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, () => startProcess(databaseUrl)),
  );
  const urls = [url, ...others.map((other) => other.url)];
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const one = await answersPerSecond({ url: url + readPath });
    const all = await Promise.all(urls.map((each) => answersPerSecond({ url: each + readPath })));
    ratios.push(all.reduce((sum, each) => sum + each) / one);
  }
  await Promise.all(others.map((other) => other.stop()));
  const name = `GET /object/{id} by ${processes} processes, beside one`;
  const [ratio, unit] = [percentile(ratios, 0.5), 'times as many/s'] as const;
  const cores = availableParallelism();
  return [
    cores >= neededCores
      ? atLeast(name, ratio, unit, 2)
      : told(
          `${name} (at least 2 where there are ${neededCores} cores, and here are ${cores})`,
          ratio,
          unit,
        ),
  ];
}

async function startProcess(databaseUrl: string) {
  const file = new URL('geography-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', file, databaseUrl], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ended = once(child, 'exit');
  return {
    url: line,
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
