import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../src/service';
import { openDatabase } from '../../src/service/base/database/open-database';
import { fillFleet } from '../service/fleet';
import { duringTests } from '../support/during-tests';
import { createEmptyDatabase } from '../support/test-database';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** One service for all tests of a file, with the fleet in a database that it reaches by way of a line. */
export const useFleetBehindLine = () => duringTests(startStage);

async function startStage() {
  const { url, drop } = await createEmptyDatabase();
  const database = await openDatabase(url);
  await fillFleet(database);
  await database.close();
  const line = await layLine(url);
  const folder = await mkdtemp(join(tmpdir(), 'behind-line-'));
  const service = await startService({ port: 0, dataDirectory: folder, databaseUrl: line.url });
  const close = async () => {
    line.letGo();
    await service.close();
    await line.close();
    await drop();
    await rm(folder, { recursive: true });
  };
  return { line, serviceUrl: service.url, close };
}

/** Stands between the service and its database, and can be cut, slow, or dead without being cut. */
export interface Line {
  /** The address of the database, by way of the line. */
  readonly url: string;
  cut(): void;
  mend(): void;
  /** From now on, whatever is sent takes so long to arrive, in either direction. */
  delay(milliseconds: number): void;
  /** From now on nothing arrives, and nobody is told. */
  hold(): void;
  /** All that was held arrives, and what is sent from now on. */
  letGo(): void;
  close(): Promise<void>;
}

async function layLine(databaseUrl: string): Promise<Line> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let delayMs = 0;
  /** What waits until it may arrive; undefined where nothing has to. */
  let held: (() => void)[] | undefined;
  const arrive = async () => {
    if (delayMs > 0) await sleep(delayMs);
    if (held !== undefined) await new Promise<void>((resolve) => held?.push(resolve));
  };
  const slowly = () =>
    new Transform({
      transform: (chunk: Buffer, _encoding, done) => void arrive().then(() => done(null, chunk)),
    });
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    near.pipe(slowly()).pipe(far).pipe(slowly()).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => (isCut = false),
    delay: (milliseconds) => (delayMs = milliseconds),
    hold: () => (held ??= []),
    letGo: () => {
      for (const goOn of held ?? []) goOn();
      held = undefined;
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
