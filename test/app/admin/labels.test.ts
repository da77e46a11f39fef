import { expect, test } from 'vitest';
import type { LabelJob } from '../../../src/app/admin/admin-contract';
import type { RoundFacts } from '../../../src/app/label-upkeep/round-facts';
import { noCounts, type UpkeepFacts } from '../../../src/app/label-upkeep/upkeep-facts';
import { buttonOf, press, textOf } from '../support/ui-host';
import { facts, field, token } from './support/admin-rows';
import { openAdminPage, pass } from './support/admin-screen';
import { picker } from '../support/editor';
import { useFakeDelays } from '../support/fake-delays';
import { ok, problem } from '../support/replies';

const job: UpkeepFacts = {
  ...{ runId: 'one', fieldId: field.fieldId, fieldName: 'Asset', isDryRun: true, phase: 'done' },
  ...{ startedAt: facts.now, finishedAt: facts.now, total: 1000, done: 1000, outdated: 37 },
  ...{ written: 0, changedMeanwhile: 0, unwritable: 0, unwritableKeys: [], unreadable: 0 },
  ...{ unconfigured: 0, hidden: 0, restricted: 0 },
};
const daily: LabelJob['daily'] = { isOn: false, run: null };
const changes = [{ key: 'DEMO-1', from: 'Old name', to: 'New name' }];

function open(functions: Parameters<typeof openAdminPage>[0], more: Partial<UpkeepFacts> | null) {
  return openAdminPage({
    facts: () => ok({ ...facts, token }),
    labelJob: () => ok({ job: more && { ...job, ...more }, daily }),
    labelChanges: () => ok({ changes, hiddenCount: 2 }),
    ...functions,
  });
}

useFakeDelays();

test('says after a dry run how many work items would change, and the first changes', async () => {
  const screen = await open({}, {});
  expect(screen.text()).toContain('1,000 checked: 37 outdated');
  expect(screen.text()).toContain('DEMO-1\nOld name\nNew name');
  expect(screen.text()).toContain('Changes in work items that you can’t see: 2.');
  expect(buttonOf(screen, 'Refresh labels on 37 work items').props.appearance).toBe('primary');
  const row = screen.all('Inline').find((inline) => textOf(inline).startsWith('Check labels'));
  expect(row?.props.shouldWrap).toBe(true);
});

test('offers no refresh of labels where none is old', async () => {
  const screen = await open({}, { outdated: 0 });
  expect(screen.text()).toContain('All labels are up to date.');
  expect(() => buttonOf(screen, 'Refresh labels on 37 work items')).toThrow();
  expect(screen.payloadsOf('labelChanges')).toEqual([]);
});

test('starts a job over labels for the chosen field, and shows its progress', async () => {
  const answers: (Partial<UpkeepFacts> | null)[] = [null, { phase: 'running', done: 300 }, {}];
  const screen = await open(
    {
      labelJob: () => {
        const next = answers.length > 1 ? answers.shift() : answers[0];
        return ok({ job: next && { ...job, ...next }, daily });
      },
      startLabelJob: () => ok({ isStarted: true }),
    },
    null,
  );
  await press(screen, 'Check labels');
  expect(screen.text()).toContain('Choose a field first.');
  expect(screen.payloadsOf('startLabelJob')).toEqual([]);
  const select = screen.get('Select', { testId: 'label-field' });
  await screen.act(select, 'onChange', { label: 'Asset', value: field.fieldId });
  await press(screen, 'Check labels');
  expect(screen.payloadsOf('startLabelJob')[0]).toEqual({ fieldId: field.fieldId, isDryRun: true });
  expect(screen.get('ProgressBar').props.value).toBe(0.3);
  expect(screen.text()).toContain('Work items checked: 300 of about 1,000');
  await pass();
  expect(screen.text()).toContain('37 outdated');
});

test('asks less often while a job over labels waits, and keeps showing it where asking fails', async () => {
  const waits = { phase: 'running', waitingUntil: facts.now + 60_000 } as const;
  const answers = [ok({ job: { ...job, ...waits }, daily }), problem('It broke.')];
  const screen = await open({ labelJob: () => answers.shift() ?? ok({ job, daily }) }, null);
  await pass(28_000);
  expect(screen.text()).not.toContain('It broke.');
  await pass();
  expect(screen.text()).toContain('It broke.');
  expect(screen.all('ProgressBar')).toHaveLength(1);
  await pass(30_000);
  expect(screen.all('ProgressBar')).toEqual([]);
});

test('cancels a running job over labels', async () => {
  const screen = await open({ cancelLabelJob: () => ok({}) }, { phase: 'running', done: 300 });
  await press(screen, 'Cancel');
  expect(screen.text()).toContain('Stopping before the next 100 work items.');
});

test('names work items whose labels couldn’t be written, and counts those that the app doesn’t see', async () => {
  const unwritable = { unwritable: 12, unwritableKeys: ['DEMO-7'] };
  const screen = await open({}, { isDryRun: false, written: 25, ...unwritable, unseen: 12 });
  const notice = screen.get('SectionMessage', { title: '12 work items couldn’t be updated' });
  expect(notice).toBeDefined();
  expect(screen.get('Link', { href: '/browse/DEMO-7' })).toBeDefined();
  expect(screen.text()).toContain(
    'When the job began, the admin who started it could see about 12 more work items with this field than the app.',
  );
});

test('doesn’t take work items that were added since for ones that the app can’t see', async () => {
  const added = () => ok({ fields: [{ ...field, issueCount: 1012 }] });
  const screen = await open({ fields: added }, { isDryRun: false, done: 1000 });
  expect(screen.text()).not.toContain('more work items with this field');
});

test('says why a job over labels failed, or why its state couldn’t be loaded', async () => {
  const failed = await open({}, { phase: 'failed', message: 'Jira didn’t answer.' });
  expect(failed.text()).toContain('didn’t finish. Jira didn’t answer.');
  const unknown = await open({ labelJob: () => problem('No storage.') }, null);
  expect(unknown.text()).toContain('No storage.');
});

test('refreshes no labels without a token', async () => {
  const screen = await open({ facts: () => ok(facts) }, {});
  expect(screen.text()).toContain('To refresh labels, you need an access token.');
  expect(buttonOf(screen, 'Check labels').props.isDisabled).toBe(true);
});

const round = { ...noCounts, startedAt: facts.now, passedOver: [] };
const run: RoundFacts = {
  ...{ runId: 'one', phase: 'done', startedAt: facts.now, finishedAt: facts.now },
  ...{ round, day: { reads: 0, writes: 0 } },
};

async function openDaily(shown: Partial<RoundFacts> | null, isOn = true, job = null) {
  const answer = { job, daily: { isOn, run: shown && { ...run, ...shown } } };
  return open({ labelJob: () => ok(answer), turnDailyLabels: () => ok({}) }, null);
}

test('says what the daily refresh of labels brings before an admin turns it on', async () => {
  const screen = await openDaily(null, false);
  expect(screen.text()).toContain('might send emails or run automation rules');
  expect(screen.text()).toContain('everyone who can see a work item or request then sees the new');
  const toggle = screen.all('Toggle').find(({ props }) => /daily-labels$/.test(String(props.id)));
  expect(toggle?.props.isChecked).toBe(false);
  await screen.act(toggle!, 'onChange', {});
  expect(screen.payloadsOf('turnDailyLabels')).toEqual([{ isOn: true }]);
});

test('says how far the daily refresh of labels is, what it left alone and what Jira refused', async () => {
  const counts = { done: 12_000, written: 40, unconfigured: 1, hidden: 2, restricted: 3 };
  const refused = { unwritable: 1, unwritableKeys: ['DEMO-9'] };
  const passedOver = [{ fieldName: 'City', reason: 'jiraRefused' as const }];
  const screen = await openDaily({
    round: { ...round, ...counts, ...refused, passedOver },
    field: { fieldName: 'Asset', done: 2_000, total: 5_000 },
  });
  expect(screen.text()).toContain('12,000 checked: 40 refreshed');
  expect(screen.text()).toContain('1 where the field isn’t configured');
  expect(screen.text()).toContain('2 where the token can’t read');
  expect(screen.text()).toContain('3 with labels that stay, because not every member may read');
  expect(screen.text()).toContain('Asset: 2,000 of about 5,000 work items checked.');
  expect(screen.text()).toContain(
    'City: the rest is left to the next round, because Jira rejected',
  );
  expect(screen.text()).toContain('The round goes on tomorrow.');
  expect(screen.get('Link', { href: '/browse/DEMO-9' })).toBeDefined();
});

test('tells the reason why the daily refresh of labels waits once', async () => {
  const message = 'The service doesn’t accept the app’s access token, so the round stopped.';
  const failed = await openDaily({ phase: 'failed', message });
  expect(failed.text().split(message)).toHaveLength(2);
  expect(failed.text()).not.toContain('goes on tomorrow');
  const waitingUntil = facts.now + 60_000;
  const waits = { waitingUntil, waitReason: 'serviceDown', finishedAt: undefined } as const;
  const waiting = await openDaily({ phase: 'running', ...waits });
  expect(waiting.text()).toContain('because the service failed to answer');
  expect(waiting.text()).not.toContain('Checking work items now');
});

test('promises no round that goes on after one that is over', async () => {
  const over = { round: { ...round, finishedAt: facts.now } };
  const screen = await openDaily(over, false);
  expect(screen.text()).toContain('Round from');
  expect(screen.text()).not.toContain('goes on where it stopped.');
});

test('shows the daily refresh of labels as it runs, and when it has been turned off', async () => {
  const answers = [
    { isOn: true, run: { ...run, phase: 'running', finishedAt: undefined } },
    { isOn: false, run: { ...run, phase: 'canceled' } },
  ] as const;
  let asked = 0;
  const screen = await open(
    { labelJob: () => ok({ job: null, daily: answers[Math.min(asked++, 1)] }) },
    null,
  );
  expect(screen.text()).toContain('Checking work items now.');
  await pass();
  expect(screen.text()).toContain('Off. If you turn it on, the round goes on where it stopped.');
});

type Screen = Awaited<ReturnType<typeof openAdminPage>>;

function type(screen: Screen, sought: string) {
  const input = screen.get('Textfield', { testId: 'sought' });
  return screen.act(input, 'onChange', { target: { value: sought } });
}

function search(screen: Screen) {
  const form = screen.all('Form').find((one) => textOf(one).includes('Object id or label'));
  return screen.act(form!, 'onSubmit', {});
}

async function find(sought: string, holders: () => unknown) {
  const screen = await openAdminPage({ holders });
  await type(screen, sought);
  await search(screen);
  return screen;
}

test('the search for an object says in which fields it is, how often, and links Jira’s search for each', async () => {
  const address = '/issues/?jql=x';
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 1200, address },
    { fieldId: 'customfield_10011', name: 'City' },
    { fieldId: 'customfield_10012', name: 'Contract', count: 0, address: '/issues/?jql=y' },
  ];
  const screen = await find(' MacBook Pro 14 ', () => ok({ fields }));
  expect(screen.payloadsOf('holders')[0]).toEqual({ sought: 'MacBook Pro 14' });
  expect(screen.text()).toContain('Asset: about 1,200');
  expect(screen.text()).toContain('Jira can’t search this field.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(textOf(screen.get('Link', { href: address }))).toContain('Asset');
  expect(screen.text()).not.toContain('Contract');
});

test('the search for an object says that no work items hold it, and links no empty search', async () => {
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 0, address: '/issues/?jql=x' },
  ];
  const screen = await find('No such thing', () => ok({ fields }));
  expect(screen.text()).toContain('No work items hold an object with this label.');
  expect(screen.text()).toContain('The app counts only what it can see');
  expect(screen.text()).not.toContain('about 0');
});

test('the search for an object says why it failed, or that there is no field', async () => {
  const failed = await find('x', () => problem('Jira didn’t answer.'));
  expect(failed.text()).toContain('Jira didn’t answer.');
  const none = await find('x', () => ok({ fields: [] }));
  expect(none.text()).toContain('No field on this site holds objects yet.');
});

test('the search for objects finds picked ones by their ids and a typed one, each in a row', async () => {
  const objects = [
    { objectId: 'id-1', label: 'MacBook Pro 14', attributes: [] },
    { objectId: 'id-2', label: 'ThinkPad X1', attributes: [] },
  ];
  const fields = [
    { fieldId: 'customfield_10010', name: 'Asset', count: 2, address: '/issues/?jql=x' },
  ];
  const screen = await openAdminPage({
    searchEverywhere: () => ok({ objects, total: 2 }),
    holders: ({ sought }) =>
      ok({ fields: sought === 'id-2' ? [{ ...fields[0], count: 0 }] : fields }),
  });
  const objectPicker = picker(screen, 'sought-objects');
  await objectPicker.focus();
  for (const { label } of objects) await objectPicker.pick(label);
  await type(screen, 'Scanner');
  await search(screen);
  const asked = ['id-1', 'id-2', 'Scanner'].map((sought) => ({ sought }));
  expect(screen.payloadsOf('holders')).toEqual(asked);
  const table = screen.get('DynamicTable', { label: 'Where these objects are used' });
  const rows = table.children.find(({ props }) => props.name === 'rows')?.children ?? [];
  const place = 'Asset: about 2 · Show in Jira’s search: Asset';
  expect(rows.map((row) => row.children.map((cell) => textOf(cell).replaceAll('\n', '')))).toEqual([
    ['MacBook Pro 14', place],
    ['ThinkPad X1', 'No work items hold this object.'],
    ['Scanner', place],
  ]);
});

test('the search for objects tells equal labels apart by named values, in the list and in the result', async () => {
  const serial = (value: string) => ({
    ...{ attributeId: 's', attributeTypeCode: 'TEXT', name: 'Serial number' },
    values: [{ value }],
  });
  const objects = ['C02-1', 'C02-2'].map((value) => ({
    objectId: `id-${value}`,
    ...{ label: 'Dock', attributes: [serial(value)] },
  }));
  const screen = await openAdminPage({
    searchEverywhere: () => ok({ objects, total: 2 }),
    holders: () => ok({ fields: [{ fieldId: 'f', name: 'Asset', count: 2 }] }),
  });
  const objectPicker = picker(screen, 'sought-objects');
  await objectPicker.focus();
  await objectPicker.pick('Dock · Serial number: C02-2');
  await search(screen);
  expect(screen.payloadsOf('holders')).toEqual([{ sought: 'id-C02-2' }]);
  const table = screen.get('DynamicTable', { label: 'Where these objects are used' });
  expect(textOf(table)).toContain('Dock · Serial number: C02-2');
});

test('the search for an object asks nothing before something is typed, and says so', async () => {
  const screen = await find('   ', () => ok({ fields: [] }));
  expect(screen.payloadsOf('holders')).toEqual([]);
  expect(screen.text()).toContain('Choose an object, or enter an id or a label.');
});

test('the search for an object refuses an empty field only where it is searched, not where it is cleared', async () => {
  const screen = await find('', () => ok({ fields: [] }));
  await type(screen, 'Scanner');
  await search(screen);
  await type(screen, '');
  expect(screen.text()).not.toContain('Choose an object, or enter an id or a label.');
});
