import { expect, test } from 'vitest';
import {
  city,
  country,
  kurzeme,
  latvia,
  liepaja,
  region,
  type Level,
} from '../support/cascade-editor';
import { picker } from '../support/editor';
import { buttonOf, press, mount, type MountedScreen } from '../support/ui-host';
import { ok } from '../support/replies';

const offered = new Map([
  [country.levelId, latvia],
  [region.levelId, kurzeme],
  [city.levelId, liepaja],
]);

function open(levels: readonly Level[] = [country, region, city]): Promise<MountedScreen> {
  const item = (index: number) => ({
    ...{ key: `DEMO-${index}`, objects: [], valueKey: `${index}` },
    isUnreadable: index === 2,
  });
  return mount('src/app/cascade-field/edit.tsx', {
    extension: {
      ...{ fieldId: 'customfield_1', fieldValue: null, renderContext: 'issue-bulk-edit' },
      issues: [{ id: '1' }, { id: '2' }],
    },
    functions: {
      cascadeField: () => ok({ levels, isConnected: true }),
      cascadeSearch: ({ levelId }) =>
        ok({ objects: [{ ...offered.get(String(levelId)), attributes: [] }], total: 1 }),
      cascadeAllowed: () => ok({ levels: [] }),
      bulkItems: () => ok({ items: [item(1), item(2)] }),
      saveBulkPath: () => ok({ savedCount: 2, unchangedCount: 0, leftOut: [] }),
    },
  });
}

const saved = (screen: MountedScreen) => screen.payloadsOf('saveBulkPath')[0];

test('asks for the first level at once, which tells who has to connect an account', async () => {
  const screen = await open();
  const asked = screen.payloadsOf('cascadeSearch');
  expect(asked.map(({ levelId }) => levelId)).toEqual([country.levelId]);
});

test('clears the whole path of all work items', async () => {
  const screen = await open();
  expect(screen.text()).toContain('2 different values');
  expect(screen.text()).toContain('The app can’t read the value of 1 work item (DEMO-2).');
  await screen.act(screen.get('RadioGroup'), 'onChange', { target: { value: 'clear' } });
  await press(screen, 'Clear on 2 work items');
  expect(screen.text()).toContain('This empties the field on 2 work items.');
  expect(saved(screen)).toBeUndefined();
  await press(screen, 'Clear on 2 work items');
  expect(saved(screen)).toEqual({ offset: 0, selections: [] });
  expect(screen.get('SectionMessage').props.title).toBe('Cleared on 2 work items');
});

test('saves a path once it reaches its last level', async () => {
  const screen = await open();
  expect(screen.text()).toContain('Choose Country, Region and City first.');
  for (const [levelId, { label }] of offered) {
    expect(buttonOf(screen, 'Update 2 work items').props.isDisabled).toBe(true);
    const onLevel = picker(screen, `level-${levelId}`);
    await onLevel.focus();
    await onLevel.pick(label);
  }
  await press(screen, 'Update 2 work items');
  expect(saved(screen)).toEqual({
    offset: 0,
    selections: [...offered].map(([levelId, object]) => ({ levelId, objects: [object] })),
  });
  expect(screen.get('SectionMessage').props.title).toBe('Set to Liepāja on 2 work items');
});

test('asks only for the levels that the last one needs', async () => {
  const secondCity = { ...city, levelId: 'second', name: 'Second city' };
  const screen = await open([country, region, city, secondCity]);
  expect(screen.text()).toContain('Choose Country, Region and Second city first.');
});
