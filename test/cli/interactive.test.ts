import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appPage } from '../../src/api/app-platform';
import { productionConfiguration } from '../../src/cli/configuration/configuration';
import { commandsOf } from '../../src/cli/terminal/modes';
import type { Mode } from '../../src/cli/terminal/modes';
import { startDemoService } from '../support/demo-service';
import { registerApp } from '../support/register-app';
import { keys, openSession } from './support/open-session';
import type { OpenSession } from './support/open-session';
import { configurationFor, makeProject, manifestOf, newKey, run, website } from './support/project';
import { duringTests } from '../support/during-tests';

const service = duringTests(() => startDemoService({ platform: { port: 0 } }));
let folder: string;
let session: OpenSession;
let key: string;

beforeEach(async () => {
  key = newKey();
  folder = await makeProject(configurationFor(service), {
    ...website,
    'manifest.yaml': manifestOf(key),
  });
  session = await openSession(folder);
});
afterEach(() => session.close());

async function enter(mode: Mode): Promise<void> {
  if (mode === 'chat') await session.submit('/nova');
  if (mode === 'app') await session.submit('/app');
}

/**
 * Each row of the specification's table of interactive commands: scope, command, what is then to be
 * seen. /access is also where its absence would be a dead end.
 */
const commandRows: readonly (readonly [Mode, string, RegExp])[] = [
  ['main', 'access', /Personal access token \(hidden/],
  ['main', 'nova', /nova ›/],
  ['main', 'app', /app ›/],
  ['main', 'clear', /^wds ›/],
  ['main', 'help', /\/access +Save your personal access token/],
  ['main', 'exit', /wds ›/],
  ['chat', 'new', /This is a new conversation/],
  ['chat', 'resume', /There are no earlier conversations/],
  ['chat', 'access', /Personal access token \(hidden/],
  ['chat', 'help', /\/resume +Continue a previous conversation/],
  ['chat', 'exit', /wds › *▏/],
  ['app', 'list', /Name +Status +App key|You have no apps yet/],
  ['app', 'deploy', /Deploy version 1\.0\.0 of Office map .*\s\(y\/N\)/s],
  ['app', 'promote', /You have no app with the key/],
  ['app', 'access', /Personal access token \(hidden/],
  ['app', 'help', /\/promote +Give customers/],
  ['app', 'exit', /wds › *▏/],
];

describe.each(commandRows)('In the mode %s the command %s', (mode, name, seen) => {
  test.each([
    ['with its slash', `/${name}`],
    ['as a bare word', name],
    ['in capitals, with spaces around it', `  /${name.toUpperCase()} `],
  ])('works %s', async (_spelling, line) => {
    await enter(mode);
    await session.submit(line);
    await session.waitFor(seen);
    const isQuit = mode === 'main' && name === 'exit';
    expect(session.hasQuit()).toBe(isQuit);
    if (isQuit) expect(session.screen()).toMatch(/^wds › \/?exit$/i);
  });

  test('is in the menu', async () => {
    await enter(mode);
    session.type('/');
    await session.waitFor(new RegExp(`[❯ ] /${name} `));
  });
});

test('the modes have the commands of the specification and /access, and no others', () => {
  const present = Object.entries(commandsOf).flatMap(([mode, commands]) =>
    commands.map(({ name }) => `${mode} ${name}`),
  );
  expect(present).toEqual(commandRows.map(([mode, name]) => `${mode} ${name}`));
});

describe('The keys', () => {
  test('Enter submits', async () => {
    await session.submit('help');
    await session.waitFor(/Clear the screen/);
  });

  test('Enter submits the command that the menu shows', async () => {
    session.type('/n');
    await session.waitFor(/❯ \/nova/);
    await session.submit('');
    await session.waitFor(/^nova ›/m);
  });

  test('Tab completes what the menu shows, and a bare word', async () => {
    session.type('/ac');
    await session.waitFor(/❯ \/access/);
    session.type(keys.tab);
    await expect.poll(session.prompt).toBe('wds › /access');
    session.type(keys.escape);
    session.type(keys.escape);
    await expect.poll(session.prompt).toBe('wds ›');
    session.type('he');
    session.type(keys.tab);
    await expect.poll(session.prompt).toBe('wds › help');
  });

  test('Up and Down move in the menu, around its ends', async () => {
    session.type('/');
    await session.waitFor(/❯ \/access/);
    session.type(keys.down);
    await session.waitFor(/❯ \/nova/);
    session.type(keys.up + keys.up);
    await session.waitFor(/❯ \/exit/);
  });

  test('Up and Down go through earlier lines where no menu is open', async () => {
    await session.submit('/help');
    await session.submit('nonsense');
    session.type(keys.up);
    await expect.poll(session.prompt).toBe('wds › nonsense');
    session.type(keys.up);
    await expect.poll(session.prompt).toBe('wds › /help');
    session.type(keys.down + keys.down);
    await expect.poll(session.prompt).toBe('wds ›');
  });

  test('the menu filters while it is typed into', async () => {
    session.type('/e');
    await session.waitFor(/❯ \/exit/);
    expect(session.screen()).not.toMatch(/\/nova/);
    expect(session.screen()).toMatch(/\/help/);
    session.type('zzz');
    await expect.poll(session.screen).not.toMatch(/❯/);
  });

  test('Esc dismisses the menu, then clears the line', async () => {
    session.type('/he');
    await session.waitFor(/❯ \/help/);
    session.type(keys.escape);
    await expect.poll(session.screen).not.toMatch(/❯/);
    expect(session.prompt()).toBe('wds › /he');
    session.type(keys.escape);
    await expect.poll(session.prompt).toBe('wds ›');
  });

  test('Esc leaves the chat, and only the chat', async () => {
    await session.submit('/nova');
    session.type(keys.escape);
    await expect.poll(session.prompt).toBe('wds ›');
    await session.submit('/app');
    session.type(keys.escape);
    expect(session.prompt()).toBe('app ›');
    expect(session.hasQuit()).toBe(false);
  });

  test.each(['nova', 'app'])(
    'Ctrl+C leaves %s for the main prompt, and quits there',
    async (mode) => {
      await session.submit(mode);
      session.type(keys.interrupt);
      await expect.poll(session.prompt).toBe('wds ›');
      expect(session.hasQuit()).toBe(false);
      session.type(keys.interrupt);
      expect(session.hasQuit()).toBe(true);
    },
  );

  test.each(['main', 'chat', 'app'] as const)(
    'Ctrl+D quits in the mode %s, but only on an empty line',
    async (mode) => {
      await enter(mode);
      session.type(`ab${keys.home}${keys.endOfInput}`);
      await expect.poll(session.line).toBe('b');
      session.type(keys.delete + keys.endOfInput);
      await expect.poll(session.hasQuit).toBe(true);
    },
  );

  test('Ctrl+D while a command runs quits after it, and confirms nothing', async () => {
    await enter('app');
    session.type(`deploy${keys.enter}${keys.endOfInput}`);
    await expect.poll(session.hasQuit).toBe(true);
    expect(session.screen()).not.toMatch(/✓ Deployed/);
  });

  test('pasted text with line ends stays one line until Enter', async () => {
    await session.submit('/nova');
    session.type('\u001B[200~Type = "Laptop"\r\norder by Label\r\u001B[201~');
    await expect.poll(session.prompt).toBe('nova › Type = "Laptop" order by Label');
    await session.submit('');
    await session.waitFor(/\(\d+ objects\)/);
  });

  test('a line that isn’t a command is explained but not repeated: it may be a secret', async () => {
    await session.submit('demo-admin-token');
    await session.waitFor(/That isn’t a command here\. Type \/help/);
    expect(session.screen().match(/demo-admin-token/g)).toHaveLength(1);
  });

  test('there is no create in the app mode', async () => {
    await session.submit('/app');
    await session.submit('/create');
    await session.waitFor(/That isn’t a command here/);
  });
});

async function register(project: string): Promise<void> {
  const { out } = await run(project, ['app', 'list', '--json']);
  const app = appPage.shape.result.parse(JSON.parse(out)).find(({ appKey }) => appKey === key);
  await registerApp(service.url, app?.id ?? '');
}

describe('In the app mode', () => {
  beforeEach(() => enter('app'));

  test('a deploy and a promote say what will change for whom, and wait for a yes', async () => {
    await session.submit('deploy');
    await session.waitFor(
      /You\s+get\s+it\s+right\s+away\.\s+Customers\s+get\s+nothing\s+until\s+you\s+promote\s+it\s+and\s+register\s+the\s+app/,
    );
    expect(session.screen()).not.toMatch(/\n \S/);
    session.type(keys.enter);
    await session.waitFor(/Nothing was changed/);
    await session.submit('deploy');
    session.type(`y${keys.enter}`);
    await session.waitFor(/✓ Deployed 1\.0\.0/);
    await session.submit('promote');
    await session.waitFor(
      /Customers\s+will\s+get\s+version\s+1\.0\.0[^]*once\s+you\s+register\s+the\s+app/,
    );
    session.type(keys.enter);
    await register(folder);
    await session.submit('promote');
    await session.waitFor(
      /Every\s+customer\s+will\s+get\s+version\s+1\.0\.0[^]*They\s+have\s+no\s+version\s+yet/,
    );
    session.type(`yes${keys.enter}`);
    await session.waitFor(/✓ Customers get 1\.0\.0/);
    await session.submit('promote');
    await session.waitFor(
      /Customers\s+already\s+get\s+version\s+1\.0\.0[^]*Nothing\s+will\s+change/,
    );
    session.type(`y${keys.enter}`);
    await session.waitFor(/✓ Customers already get this build of 1\.0\.0/);
    await session.submit('deploy');
    session.type(`y${keys.enter}`);
    await session.waitFor(/(✓ Deployed 1\.0\.0[^]*){2}/);
    await session.submit('promote');
    await session.waitFor(/They\s+now\s+have\s+an\s+earlier\s+build\s+of\s+1\.0\.0/);
    session.type(`y${keys.enter}`);
    await session.waitFor(/✓ Customers get [^✓]* instead\s+of\s+an\s+earlier\s+build/);
    await writeFile(join(folder, 'manifest.yaml'), manifestOf(key, '2.0.0'));
    await session.submit('deploy');
    await session.waitFor(/Customers\s+keep\s+1\.0\.0\s+until\s+you\s+promote\s+it/);
    expect(JSON.parse((await run(folder, ['app', 'list', '--json'])).out)).toContainEqual(
      expect.objectContaining({ appKey: key, status: 'PROMOTED' }),
    );
  });

  test('Ctrl+C at the confirmation changes nothing', async () => {
    await session.submit('deploy');
    await session.waitFor(/y\/N/);
    session.type(keys.interrupt);
    await session.waitFor(/Nothing was changed/);
    expect(session.hasQuit()).toBe(false);
  });
});

describe('In the chat', () => {
  beforeEach(() => enter('chat'));

  test('a question offers queries, each with its count', async () => {
    await session.submit('which laptops are in stock?');
    await session.waitFor(/Type = "Laptop" and Status = "In stock" {2}\(\d+ objects\)/);
  });

  test('a question that is too long is given back as it was typed', async () => {
    const question = `${'long '.repeat(3_300)}?`;
    session.type(`\u001B[200~${question}\u001B[201~`);
    await session.submit('');
    await session.waitFor(/has 16,501 characters, and the assistant takes up to 16,000/);
    expect(session.line()).toBe(question);
  });

  test('a token for another address is not sent', async () => {
    session.close();
    const elsewhere = { ...configurationFor(service), tokenOrigins: ['https://else.example'] };
    session = await openSession(await makeProject(elsewhere));
    await enter('chat');
    await session.submit('hello');
    await session.waitFor(/isn’t sent to http/);
  });
});

test('screens look as they were looked at', async () => {
  session.close();
  session = await openSession(await makeProject({ ...productionConfiguration }));
  session.type('/');
  await session.waitFor(/❯/);
  await expect(session.screen()).toMatchFileSnapshot('screens/menu.txt');
  session.type(keys.escape + keys.escape);
  await session.submit('/app');
  await session.submit('/help');
  await session.waitFor(/(\/promote +Give[^]*){2}/);
  await expect(session.screen()).toMatchFileSnapshot('screens/app-help.txt');
});
