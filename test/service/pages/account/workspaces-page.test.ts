import { expect, test } from 'vitest';
import { countStorage } from '../../../../src/service/model/resources/workspace-storage';
import { ada, grace, useIdentityServer } from '../../accounts/browser';

const running = useIdentityServer();
const address = () => `${running.url}/account/workspaces`;

const open = (email: string) => running.signIn('/account/workspaces', email);

test('lets someone create a workspace and rename it, where the operator allows it', async () => {
  const { browser, page } = await open(ada.email);
  const refused = await browser.submit(page, { intent: 'create', name: ' ' });
  expect([refused.status, refused.html.includes('Name can’t be empty.')]).toEqual([422, true]);
  const created = await browser.submit(page, { intent: 'create', name: 'Fleet <1>' });
  expect(created.html).toContain('“Fleet &lt;1&gt;” was created. You’re its administrator.');
  const id = /name="id" value="([^"]+)"/.exec(created.html)?.[1] ?? '';
  const renamed = await browser.submit(page, { intent: 'rename', id, name: 'Fleet' });
  expect(renamed.html).toContain('Fleet &lt;1&gt; is now called Fleet.');
  const people = await browser.visit(`${running.url}/account/people`);
  expect(people.html).toContain('People in Fleet');
  expect(people.html).not.toContain('Names used more than once');
  await running.database.query(
    'insert into type (workspace_id, id, name) values ($1, gen_random_uuid(), $2), ($1, gen_random_uuid(), $3)',
    [id, 'Caf\u00e9', 'Cafe\u0301'],
  );
  await running.database.query('update workspace_schema set version = gen_random_uuid()');
  const doubles = await browser.visit(`${running.url}/account/workspaces`);
  const [, listed = ''] = doubles.html.split('Names used more than once');
  expect(listed).toContain('<div>Caf\u00e9</div>');
  expect(listed).toContain('<div>Cafe\u0301</div>');
  const taken = await browser.submit(page, { intent: 'rename', id: ada.id, name: 'Mine' });
  expect(taken.status).toBe(403);
});

test('looks for names used more than once in 50 of a person’s workspaces at a time', async () => {
  const { browser } = await open(ada.email);
  const { database } = running;
  await database.query(
    `with added as (
       insert into workspace (id, name)
       select gen_random_uuid(), 'Added ' || lpad(number::text, 3, '0') from generate_series(1, 60) as number
       returning id
     ), versioned as (
       insert into workspace_schema (workspace_id, version) select id, gen_random_uuid() from added
     )
     insert into membership (workspace_id, user_id, role) select id, $1, 'administrator' from added`,
    [ada.id],
  );
  await database.query(
    `insert into type (workspace_id, id, name)
     select workspace.id, gen_random_uuid(), each from workspace, unnest($1::text[]) as each
     where workspace.name = 'Added 060'`,
    [['Caf\u00e9', 'Cafe\u0301']],
  );
  const read = async (query: string) => {
    const { html } = await browser.visit(`${address()}${query}`);
    return html.split('Names used more than once')[1] ?? '';
  };
  const first = await read('');
  expect(first).toContain('1 to 50 of');
  expect(first).not.toContain('Added 060');
  expect(await read('?page=2')).toContain('Added 060');
});

test('tells anyone else whom to ask, and changes nothing for them', async () => {
  const { browser, page } = await open(grace.email);
  expect(page.html).toContain('contact whoever runs the service');
  expect(page.html).toContain('You aren’t a member of any workspace.');
  const body = new URLSearchParams({ intent: 'create', name: 'Mine' });
  expect((await browser.visit(address(), { method: 'POST', body })).status).toBe(403);
});

test('shows administrators on the page about usage what their workspaces hold, once that is counted', async () => {
  const readStorage = async (email: string) => {
    const { page } = await running.signIn('/account/use', email);
    return page.html.split('<h2>Storage</h2>')[1];
  };
  expect(await readStorage(ada.email)).toContain('Not counted yet');
  await countStorage(running.database, { now: new Date(), countedEveryMs: 0 });
  expect(await readStorage(ada.email)).toMatch(/[\d.]+ MB of 20 GB/);
  expect(await readStorage(grace.email)).toBeUndefined();
});
