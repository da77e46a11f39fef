import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmod, readFile, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { Terminal } from '@xterm/headless';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../src/service';
import { startDemoService } from '../support/demo-service';
import { keys } from './support/open-session';
import {
  hasOpenssl,
  platformReplies,
  platformUrl,
  startHttpsPlatform,
} from './support/https-platform';
import {
  configurationFor,
  deployable,
  makeFolder,
  makeProject,
  platformAt,
} from './support/project';
import { listenLocally } from '../support/local-server';

const runFile = promisify(execFile);
let service: Service;
let wds: string;

/** Builds the client, packs it, and installs the tarball as a person would. */
beforeAll(async () => {
  const home = await makeFolder();
  await runFile(process.execPath, ['--import', 'tsx', 'scripts/build-cli.ts']);
  await runFile('npm', ['pack', join(process.cwd(), 'dist/cli'), '--pack-destination', home]);
  const tarball = (await readdir(home)).find((name) => name.endsWith('.tgz')) ?? '';
  await runFile('npm', ['install', '--global', '--offline', '--prefix', home, join(home, tarball)]);
  wds = join(home, process.platform === 'win32' ? 'wds.cmd' : 'bin/wds');
  service = await startDemoService({ platform: { port: 0 } });
}, 180_000);
afterAll(() => service.close());

const project = () => makeProject(configurationFor(service), deployable());

describe('The installed client', () => {
  test('says its version, creates an app, and deploys it', async () => {
    const home = await project();
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(execFileSync(wds, ['--version'], { encoding: 'utf8' })).toBe(`${version}\n`);
    execFileSync(wds, ['app', 'create', 'Office map'], { cwd: home });
    const cwd = join(home, 'office-map');
    const { stdout } = await runFile(wds, ['app', 'deploy', '--build', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ appKey: 'com.example.office-map', fileCount: 3 });
  });

  test.skipIf(!hasOpenssl)('deploys through a proxy, and ends right after', async () => {
    const network = await startHttpsPlatform(platformReplies());
    const env = {
      ...process.env,
      HTTPS_PROXY: network.proxyAddress,
      NODE_EXTRA_CA_CERTS: network.certificatePath,
    };
    const cwd = await makeProject(platformAt(platformUrl), deployable());
    const { stdout } = await runFile(wds, ['app', 'deploy'], { cwd, env, timeout: 30_000 });
    expect(stdout).toContain('https://apps.example/1/');
    expect(network.received).toHaveLength(4);
    network.close();
  });

  test('without a terminal says so, and reads no further', async () => {
    const { status, stderr } = spawnSync(wds, [], {
      cwd: await project(),
      input: '/help\n',
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/needs a terminal/)]);
  });

  test('ends quietly where nobody reads on', async () => {
    const words = ['-c', `set -o pipefail; '${wds}' --help | head -1`];
    const options = { cwd: await makeFolder(), encoding: 'utf8' } as const;
    const { status, stderr } = spawnSync('bash', words, options);
    expect([status, stderr]).toEqual([0, '']);
  });
});

const hasPython = spawnSync('python3', ['-c', 'import pty, fcntl, termios']).status === 0;

/** The client on a pseudo-terminal; what it showed is without the sequences that move the cursor. */
function openTerminal(folder: string, words: readonly string[] = [], environment = {}) {
  const script = 'test/cli/support/pseudo-terminal.py';
  const terminal = spawn('python3', [join(process.cwd(), script), '90', wds, ...words], {
    cwd: folder,
    env: {
      ...process.env,
      CI: undefined,
      TERM: 'xterm-256color',
      NO_COLOR: undefined,
      FORCE_COLOR: undefined,
      ...environment,
    },
  });
  let raw = '';
  terminal.stdout.setEncoding('utf8').on('data', (text: string) => (raw += text));
  const ended = new Promise<number | null>((resolve) => terminal.on('close', resolve));
  return {
    raw: () => raw,
    type: (text: string) => terminal.stdin.write(text),
    narrow: () => terminal.kill('SIGUSR1'),
    end: () => terminal.kill('SIGUSR2'),
    shows: (pattern: RegExp) =>
      vi.waitFor(() => expect(stripVTControlCharacters(raw)).toMatch(pattern), {
        timeout: 30_000,
        interval: 50,
      }),
    ended,
  };
}

/** What a terminal shows before its cursor, in the same row. */
async function lineBeforeCursor(raw: string) {
  const screen = new Terminal({ cols: 90, rows: 30, allowProposedApi: true });
  await new Promise<void>((resolve) => screen.write(raw, resolve));
  const { baseY, cursorX, cursorY } = screen.buffer.active;
  const before = screen.buffer.active
    .getLine(baseY + cursorY)
    ?.translateToString(false, 0, cursorX);
  screen.dispose();
  return { before, isShown: raw.lastIndexOf('\u001B[?25h') > raw.lastIndexOf('\u001B[?25l') };
}

describe.skipIf(!hasPython)('On a pseudo-terminal', () => {
  test('the menu, the chat, a narrower window and Ctrl+C work, and the terminal is left in order', async () => {
    const terminal = openTerminal(await project());
    await terminal.shows(/Type \/ for the menu[^]*wds ›/);
    terminal.type('/');
    await terminal.shows(/❯ \/access/);
    terminal.type('nov\t');
    await terminal.shows(/wds › \/nova/);
    terminal.type('\r');
    await terminal.shows(/nova ›/);
    terminal.type('Type = "Laptop" order by Label\r');
    await terminal.shows(/\(\d+ objects\)[^]*nova ›/);
    terminal.narrow();
    terminal.type('/resume');
    await terminal.shows(/❯ \/resume +Continue a previous/);
    terminal.type(keys.interrupt);
    await terminal.shows(/nova ›[^]*wds ›/);
    terminal.type(keys.interrupt);
    expect(await terminal.ended).toBe(0);
    expect(terminal.raw()).toContain('\u001B[?2004l');
    expect(terminal.raw().lastIndexOf('\u001B[?25h')).toBeGreaterThan(
      terminal.raw().lastIndexOf('\u001B[?25l'),
    );
  });

  test('the cursor stands where one types', async () => {
    const terminal = openTerminal(await project());
    const stands = (before: string) =>
      vi.waitFor(
        async () =>
          expect(await lineBeforeCursor(terminal.raw())).toEqual({ before, isShown: true }),
        { timeout: 30_000, interval: 50 },
      );
    await stands('wds › ');
    terminal.type('日本é');
    await stands('wds › 日本é');
    terminal.type('\u001B[D\u001B[D');
    await stands('wds › 日');
    terminal.type(keys.escape);
    await stands('wds › ');
    terminal.type('/e');
    await terminal.shows(/❯ \/exit/);
    await stands('wds › /e');
    terminal.type('x'.repeat(100));
    await stands('x'.repeat(18));
    terminal.type('\u0015/access\r');
    await terminal.shows(/Personal access token \(hidden/);
    await stands('Personal access token (hidden; Esc cancels): ');
    terminal.type('abc');
    await stands('Personal access token (hidden; Esc cancels): •••');
    terminal.type(keys.escape);
    await terminal.shows(/Nothing was saved/);
    await stands('wds › ');
    terminal.type('/exit\r');
    expect(await terminal.ended).toBe(0);
    expect(await lineBeforeCursor(terminal.raw())).toEqual({ before: '', isShown: true });
  });

  test('an answer taller than the window stays whole, Ctrl+C cancels it, and a signal ends the session', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => `line ${index} of the answer`);
    const assistant = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const line of lines) {
        response.write(`event: text\ndata: ${JSON.stringify({ text: `${line}\n` })}\n\n`);
      }
    });
    const { url: serviceUrl } = await listenLocally(assistant);
    const configuration = {
      ...configurationFor(service),
      serviceUrl,
      tokenOrigins: [serviceUrl],
      userId: 'admin',
    };
    const terminal = openTerminal(await makeProject(configuration));
    await terminal.shows(/wds ›/);
    terminal.type('nova\r');
    await terminal.shows(/nova ›/);
    terminal.type('hello?\r');
    await terminal.shows(/line 299 of the answer/);
    terminal.type(keys.interrupt);
    await terminal.shows(/Canceled\.[^]*nova ›/);
    for (const line of lines) expect(terminal.raw()).toContain(line);
    expect(terminal.raw()).not.toContain('\u001B[3J');
    terminal.end();
    expect(await terminal.ended).toBe(130);
    expect(terminal.raw()).toContain('\u001B[?2004l');
    assistant.close();
    assistant.closeAllConnections();
  });

  test.each([
    ['wds', []],
    ['wds --screen-reader', ['--screen-reader']],
  ])('the end of the input ends %s', async (_, words) => {
    const terminal = openTerminal(await project(), words);
    await terminal.shows(/wds [›>]/);
    terminal.type(`nova\r${keys.endOfInput}`);
    expect(await terminal.ended).toBe(0);
    expect(stripVTControlCharacters(terminal.raw())).toMatch(/\n$/);
  });

  test('NO_COLOR is kept to', async () => {
    const terminal = openTerminal(await project(), [], { NO_COLOR: '1' });
    await terminal.shows(/wds ›/);
    terminal.type('nonsense\r');
    await terminal.shows(/That isn’t a command/);
    terminal.type('exit\r');
    expect(await terminal.ended).toBe(0);
    // oxlint-disable-next-line no-control-regex -- a color is a sequence that begins with one
    expect(terminal.raw()).not.toMatch(/\u001B\[[\d;]*m/);
  });

  test('for a screen reader nothing is redrawn, and a token is typed unseen', async () => {
    const folder = await project();
    await chmod(join(folder, '.wds/config.json'), 0o644);
    const terminal = openTerminal(folder, ['--screen-reader']);
    await terminal.shows(/Type \/help for the commands\.[^]*Now\s+only\s+you\s+can\.[^]*wds > /);
    terminal.type('access\r');
    await terminal.shows(/Personal access token \(hidden\): /);
    terminal.type('not-a-token\r');
    const refused = 'doesn’t accept this token[^]*Personal access token \\(hidden\\): [^]*';
    await terminal.shows(new RegExp(refused));
    terminal.type('nor-this-one\r');
    await terminal.shows(new RegExp(refused.repeat(2)));
    terminal.type('\r');
    await terminal.shows(/Nothing was saved/);
    terminal.type('app\r');
    await terminal.shows(/app > /);
    terminal.type('deploy\r');
    await terminal.shows(/\(y\/N\)/);
    terminal.type('y\r');
    await terminal.shows(/✓ Deployed 1\.0\.0/);
    terminal.end();
    expect(await terminal.ended).toBe(130);
    expect(terminal.raw()).not.toMatch(/not-a-token|nor-this-one|menu|Esc /);
  });
});
