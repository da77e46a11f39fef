import { describe, expect, test } from 'vitest';
import { siteChecks } from '../../../src/app/site-check/site-check-contract';
import { accountIdOf } from '../../sandbox/support/fixture-sandbox';
import { stateOf, useCheckedSite } from './support/checked-site';

const { sandbox, set, call, check, openField, holdTwo, search } = useCheckedSite();

describe('the check of a site', () => {
  test('finds the sandbox as the app expects it', async () => {
    holdTwo();
    set({ givesConfiguration: true });
    await openField();
    for (const name of siteChecks) {
      const lines = await check(name);
      expect(lines.length, name).toBeGreaterThan(0);
      expect(lines.filter(({ state }) => state !== 'expected')).toEqual([]);
    }
  });

  test('writes nothing but its own keys, and removes its probes', async () => {
    holdTwo();
    const before = JSON.stringify(sandbox().jira.model.state.issues);
    const keys = sandbox().host.storage.use.keys;
    for (const name of siteChecks) await check(name);
    expect(JSON.stringify(sandbox().jira.model.state.issues)).toBe(before);
    // How this Jira reads searches, and twice what each of six checks takes of Jira's hour.
    expect(sandbox().host.storage.use.keys).toBe(keys + 1 + 2 * 6);
    const changing = sandbox()
      .host.calls.list()
      .filter(({ method, path }) => {
        const isQuestion = /\/(search|jql|permissions|expression)\//.test(path);
        return method !== 'GET' && !isQuestion;
      });
    expect(changing).toEqual([]);
  });

  test('reports no ids, names or keys of work items, objects or people', async () => {
    const ids = holdTwo();
    set({ jqlPropertyIn: 'first', jqlPropertyNotIn: 'someOther', projectsBlockingApp: ['DEMO'] });
    const said: string[] = [];
    for (const name of siteChecks) said.push(JSON.stringify(await check(name)));
    for (const secret of [...ids, 'DEMO', 'Asset', 'example.com', accountIdOf('admin')]) {
      expect(said.join('\n')).not.toContain(secret);
    }
  });

  test.each(['split-id', 'quoted-name', 'split-name'] as const)(
    'finds that Jira spells a field as %s, and the app writes searches so',
    async (spelling) => {
      const [id = ''] = holdTwo();
      set({
        jqlPropertySpellings: ['quoted-id', spelling],
        jqlIdleSpellings: ['quoted-id'],
      });
      await call('saveToken', { token: 'demo-admin-token' });
      const jql = `issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`;
      // The first spelling that Jira accepts finds nothing.
      expect(await search(jql)).toEqual([]);
      expect(stateOf(await check('spelling'))).toEqual(['adapted']);
      await call('startRefresh', {});
      await sandbox().host.advance(60_000, { schedules: false });
      expect(await search(jql)).toContain('DEMO-1');
    },
  );

  test('says where Jira accepts no spelling, or finds nothing by any', async () => {
    holdTwo();
    set({ jqlPropertySpellings: [] });
    expect(await check('spelling')).toMatchObject([
      { state: 'different', appDoes: expect.stringContaining('can’t search') as string },
    ]);
    const spellings = ['quoted-id', 'quoted-name', 'split-id', 'split-name'] as const;
    set({ jqlPropertySpellings: [...spellings], jqlIdleSpellings: [...spellings] });
    expect(await check('spelling')).toMatchObject([
      { state: 'different', appDoes: expect.stringContaining('may find nothing') as string },
    ]);
  });

  test('takes back a spelling in use where Jira accepts none any more, and asks again until it does', async () => {
    const [first = '', second = ''] = holdTwo();
    const jqlOf = (id: string) => `issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`;
    const cannot = 'Jira can’t search the objects of the field "Asset".';
    const refresh = async () => {
      await call('startRefresh', {});
      await sandbox().host.advance(60_000, { schedules: false });
    };
    await call('saveToken', { token: 'demo-admin-token' });
    expect(await search(jqlOf(first))).toContain('DEMO-1');
    set({ jqlPropertySpellings: [] });
    await check('spelling');
    expect(await search(jqlOf(second))).toContain(cannot);
    await refresh();
    expect(await search(jqlOf(first))).toContain(cannot);
    set({});
    await refresh();
    expect(await search(jqlOf(first))).toContain('DEMO-1');
    expect(stateOf(await check('spelling'))).toEqual(['expected']);
  });

  test('tries nothing with a field’s objects where Jira accepts no spelling of them', async () => {
    holdTwo();
    set({ jqlPropertySpellings: [] });
    await check('spelling');
    const unchecked = {
      state: 'open',
      found: expect.stringContaining('Couldn’t be checked') as string,
      appDoes: expect.stringContaining('can’t search') as string,
    };
    expect(await check('comparison')).toMatchObject([unchecked, unchecked]);
    expect(await check('emptiness')).toMatchObject([unchecked, { state: 'expected' }]);
    expect(await check('thousandIds')).toMatchObject([unchecked]);
  });

  test.each(['first', 'refused'] as const)(
    'finds that “in” is %s, and searches compare each object by itself',
    async (jqlPropertyIn) => {
      const [, second = ''] = holdTwo();
      set({ jqlPropertyIn });
      const states = stateOf(await check('comparison'));
      expect(states).toEqual(['adapted', 'expected']);
      await call('saveToken', { token: 'demo-admin-token' });
      const jql = `issue in workspaceObjects("Id = \\"${second}\\"", "Asset")`;
      expect(await search(jql)).toContain('DEMO-1');
      const found = (await call('holders', { sought: second })) as { fields: { count?: number }[] };
      expect(found.fields.some(({ count = 0 }) => count > 0)).toBe(true);
    },
  );

  test.each(['someOther', 'refused'] as const)(
    'finds that “not in” is %s, and searches compare each object by itself',
    async (jqlPropertyNotIn) => {
      const [first = ''] = holdTwo();
      set({ jqlPropertyNotIn });
      expect(stateOf(await check('comparison'))).toEqual(['expected', 'adapted']);
      await call('saveToken', { token: 'demo-admin-token' });
      const others = `workspaceObjects("Id = \\"${first}\\"", "Asset")`;
      const found = await search(`issue not in ${others}`);
      expect(found).not.toContain('DEMO-1');
      expect(found.length).toBeGreaterThan(0);
    },
  );

  test('goes back to lists once Jira takes them again', async () => {
    const [id = ''] = holdTwo();
    set({ jqlPropertyIn: 'refused' });
    await check('comparison');
    set({});
    expect(stateOf(await check('comparison'))).toEqual(['expected', 'expected']);
    await call('saveToken', { token: 'demo-admin-token' });
    await search(`issue in workspaceObjects("Id = \\"${id}\\"", "Asset")`);
    const kept = JSON.stringify(sandbox().jira.functions.entries);
    expect(kept).toContain('\\"cf[10050].ObjectId\\" in (');
  });

  test('finds that properties are never empty, and searches for no object ask about the field', async () => {
    holdTwo();
    set({ jqlPropertiesCanBeEmpty: false });
    expect(stateOf(await check('emptiness'))).toEqual(['adapted', 'expected']);
    await call('saveToken', { token: 'demo-admin-token' });
    const found = await search(
      'issue not in workspaceObjects("Label == \\"no such laptop\\"", "Asset")',
    );
    expect(found).toEqual(await search('cf[10050] is not EMPTY'));
  });

  test('says how many ids Jira takes', async () => {
    holdTwo();
    set({ jqlMostListValues: 600 });
    expect(await check('thousandIds')).toMatchObject([
      { state: 'different', found: 'Jira accepts 500 ids.' },
    ]);
    set({ jqlMostListValues: 50 });
    expect(await check('thousandIds')).toMatchObject([
      { state: 'different', found: 'Jira accepts fewer than 100 ids.' },
    ]);
  });

  test('says that Jira refuses a search for no object, and such searches get Jira’s refusal', async () => {
    holdTwo();
    set({ jqlAllowsContradictions: false });
    expect(await check('emptiness')).toMatchObject([
      { state: 'expected' },
      { state: 'different', appDoes: expect.stringContaining('may fail') as string },
    ]);
    await call('saveToken', { token: 'demo-admin-token' });
    const jql = 'issue in workspaceObjects("Label == \\"no such laptop\\"", "Asset")';
    expect(await search(jql)).toContain("can't be EMPTY and not EMPTY");
  });

  test('says what it needs where the site has no value to try', async () => {
    for (const issue of sandbox().jira.model.state.issues) issue.values = {};
    expect(stateOf(await check('spelling'))).toEqual(['open']);
    expect(stateOf(await check('comparison'))).toEqual(['open', 'open']);
    expect(stateOf(await check('emptiness'))).toEqual(['open', 'open']);
    expect(stateOf(await check('thousandIds'))).toEqual(['expected']);
  });
});
