import { afterEach, describe, expect, test, vi } from 'vitest';
import { callApp } from '../../sandbox/support/fixture-sandbox';
import { useCheckedSite } from './support/checked-site';

const { sandbox, set, check, openField } = useCheckedSite();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function reply(name: 'visibility' | 'expressions'): Promise<unknown> {
  const answer = await callApp(sandbox(), 'checkSite', { check: name });
  return (answer as { value: unknown }).value;
}

test.each(['visibility', 'expressions'] as const)(
  'the check of %s waits for the hour to end once background work has used its share',
  async (name) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-02T01:20:00.000Z') });
    vi.stubEnv('WDS_EXPECTED_SITES', '50');
    const told: unknown[] = [];
    for (let time = 0; time < 20; time += 1) told.push(await reply('visibility'));
    expect(told[0]).toMatchObject({ kind: 'ok' });
    const callsBefore = sandbox().host.calls.list().length;
    expect(await reply(name)).toMatchObject({
      code: 'JIRA_BUSY',
      message:
        'Background work has used its share of Jira’s hourly limit. Try again in 40 minutes.',
    });
    const calls = sandbox().host.calls.list().slice(callsBefore);
    expect(calls.filter(({ path }) => !path.includes('/permissions/check'))).toEqual([]);
  },
);

describe('the check of a site’s platform', () => {
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
    expect(line?.found).toMatch(/customfield_10050: the app sees about \d+, the admin about \d+\./);
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

  test('is refused to people whose account type Jira doesn’t tell', async () => {
    set({ contextLacks: ['accountType'] });
    const reply = await callApp(sandbox(), 'checkSite', { check: 'account' });
    expect(reply).toMatchObject({ ok: true, value: { kind: 'problem', code: 'NOT_ALLOWED' } });
  });
});
