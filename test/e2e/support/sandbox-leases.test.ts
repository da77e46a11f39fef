import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leaseSandbox, type SandboxLease, SandboxLeases } from './sandbox-leases';

const sandboxOf = (name: string, printed: string[] = []) => ({
  trackerUrl: `http://${name}.tracker`,
  serviceUrl: `http://${name}.service`,
  output: () => printed.join(''),
});

describe('The leases of sandboxes', () => {
  const printed = ['before\n'];
  let leases: SandboxLeases;
  beforeEach(async () => {
    leases = await SandboxLeases.open([sandboxOf('first', printed), sandboxOf('second')]);
  });
  afterEach(() => leases.close());
  const lease = () => leaseSandbox(leases.port);

  test('give each holder a sandbox of its own', async () => {
    const held = await Promise.all([lease(), lease()]);
    expect(held.map(({ trackerUrl }) => trackerUrl).sort()).toEqual([
      'http://first.tracker',
      'http://second.tracker',
    ]);
    for (const { close } of held) close();
  });

  test('let a third holder wait until a sandbox is given back', async () => {
    const [first, second] = [await lease(), await lease()];
    let third: SandboxLease | undefined;
    const waiting = lease().then((granted) => (third = granted));
    // Whatever is asked of a held sandbox is answered in between.
    await first.output();
    await second.output();
    expect(third).toBeUndefined();
    second.close();
    await waiting;
    expect(third?.serviceUrl).toBe(second.serviceUrl);
    first.close();
    third?.close();
  });

  test('give a sandbox to the next where its holder dies', async () => {
    const first = await lease();
    const script = `require('node:net').connect(${leases.port}, '127.0.0.1').on('data', () => console.log('held'))`;
    const holder = spawn(process.execPath, ['-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const waiting = lease();
    holder.kill('SIGKILL');
    const second = await waiting;
    expect(second.trackerUrl).toBe('http://second.tracker');
    first.close();
    second.close();
  });

  test('tell a holder what its sandbox printed since', async () => {
    const held = await lease();
    printed.push('meanwhile\n');
    expect(await held.output()).toBe('meanwhile\n');
    held.close();
  });
});
