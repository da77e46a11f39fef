import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import type { SandboxProcess } from '../../support/sandbox-process';

type Leased = Pick<SandboxProcess, 'trackerUrl' | 'serviceUrl' | 'output'>;

/**
 * Gives each sandbox to one holder at a time. A connection holds a sandbox, and its end gives the
 * sandbox back, also where the holder's process dies. The line that comes first tells the addresses;
 * each line of the holder is answered with what the sandbox printed since.
 */
export class SandboxLeases {
  readonly #free: Leased[];
  readonly #waiting: Socket[] = [];
  readonly #server = createServer((socket) => this.#receive(socket));

  private constructor(sandboxes: readonly Leased[]) {
    this.#free = [...sandboxes];
  }

  static async open(sandboxes: readonly Leased[]): Promise<SandboxLeases> {
    const leases = new SandboxLeases(sandboxes);
    leases.#server.listen(0, '127.0.0.1');
    await once(leases.#server, 'listening');
    return leases;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no one in any more; who holds a sandbox still holds it. */
  close(): void {
    this.#server.close();
  }

  #receive(socket: Socket): void {
    // A holder whose process dies ends its connection by an error.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#forget(socket));
    this.#waiting.push(socket);
    this.#handOut();
  }

  #forget(socket: Socket): void {
    const index = this.#waiting.indexOf(socket);
    if (index !== -1) this.#waiting.splice(index, 1);
  }

  #handOut(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const [sandbox, holder] = [this.#free.shift(), this.#waiting.shift()];
      if (sandbox !== undefined && holder !== undefined) this.#lease(sandbox, holder);
    }
  }

  #lease(sandbox: Leased, holder: Socket): void {
    const { trackerUrl, serviceUrl, output } = sandbox;
    const printedBefore = output().length;
    const send = (message: unknown) => holder.write(`${JSON.stringify(message)}\n`);
    createInterface(holder).on('line', () => send(output().slice(printedBefore)));
    holder.once('close', () => {
      this.#free.push(sandbox);
      this.#handOut();
    });
    send({ trackerUrl, serviceUrl });
  }
}

export interface SandboxLease {
  trackerUrl: string;
  serviceUrl: string;
  /** What the sandbox printed since it was leased. */
  output: () => Promise<string>;
  /** Gives the sandbox back. */
  close: () => void;
}

/** Waits until a sandbox is free, and holds it until the lease, or this process, ends. */
export async function leaseSandbox(port: number): Promise<SandboxLease> {
  const socket = connect(port, '127.0.0.1');
  // The lines end with the connection, also where that breaks.
  socket.on('error', () => socket.destroy());
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const receive = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('The sandboxes of the browser tests have ended.');
    return JSON.parse(line.value);
  };
  return {
    ...addresses.parse(await receive()),
    output: async () => {
      socket.write('output\n');
      return z.string().parse(await receive());
    },
    close: () => socket.destroy(),
  };
}

const addresses = z.object({ trackerUrl: z.string(), serviceUrl: z.string() });
