import { describe, expect, test } from 'vitest';
import { getAccount } from '../../../src/sandbox/server/caller';
import { invokeApp } from '../../../src/sandbox/server/invocations';
import { useCheckedSite } from './support/checked-site';

const { sandbox, set, check, openField } = useCheckedSite();

describe('the check of a site, of what lies beside searches,', () => {
  test('says which expressions Jira refuses', async () => {
    set({ expressionsLack: ['join'] });
    const [line] = await check('expressions');
    expect(line?.state).toBe('different');
    expect(line?.found).toContain(
      'slice, map and join of a list: type: Unrecognized method: join.',
    );
  });

  test('says that the app sees less than the admin', async () => {
    set({ projectsBlockingApp: ['DEMO'] });
    const [line] = await check('visibility');
    expect(line?.state).toBe('different');
    expect(line?.found).toMatch(/customfield_10050: the app sees about \d+, you see about \d+\./);
  });

  test('says how many keys a list of the storage shows, and whether a key is set twice', async () => {
    expect(await check('storage')).toMatchObject([
      { state: 'expected', found: 'A list showed 0 of 5 keys right away.' },
      { state: 'expected' },
    ]);
    set({ storageListsLag: false, storageRefusesExistingKeys: false });
    expect(await check('storage')).toMatchObject([
      { state: 'expected', found: 'A list showed 5 of 5 keys right away.' },
      { state: 'different', found: 'The second write replaced the first.' },
    ]);
  });

  test('says whether the configuration was there when a field was last opened', async () => {
    expect(await check('configuration')).toMatchObject([
      { state: 'open', found: 'Nobody has opened a field of this app yet.' },
    ]);
    await openField();
    expect(await check('configuration')).toMatchObject([
      { state: 'adapted', appDoes: expect.stringContaining('asks Jira') as string },
    ]);
    set({ givesConfiguration: true });
    await openField();
    expect(await check('configuration')).toMatchObject([
      { state: 'expected', found: 'Provided when someone last opened a field.' },
    ]);
  });

  test('is refused, as all else is, to people whose account type Jira doesn’t tell', async () => {
    set({ contextLacks: ['accountType'] });
    const reply = await invokeApp(sandbox(), {
      ...{ account: getAccount('admin'), moduleKey: 'admin', functionKey: 'checkSite' },
      ...{ payload: { check: 'account' }, extension: {} },
    });
    expect(reply).toMatchObject({ ok: true, value: { kind: 'problem', code: 'NOT_ALLOWED' } });
  });
});
