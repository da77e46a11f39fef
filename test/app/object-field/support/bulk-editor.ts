import { found, picker, pro14, pro16 } from '../../support/editor';
import { press, mount, type MountedScreen, type MountOptions } from '../../support/ui-host';
import { ok } from '../../support/replies';

export const itemOf = (index: number, more: Record<string, unknown> = {}) => ({
  key: `DEMO-${index}`,
  objects: [],
  isUnreadable: false,
  valueKey: '',
  ...more,
});

/** What a part of a save tells, with the work items that Jira refused. */
export const savedResult = (savedCount: number, unchangedCount = 0, ...refusedKeys: string[]) =>
  ok({
    ...{ savedCount, unchangedCount },
    leftOut: refusedKeys.map((key) => ({ key, reason: 'refused' })),
  });

export type BulkFunctions = NonNullable<MountOptions['functions']>;

/** What the resolver answers while two empty work items are edited. */
export function bulkFunctions(): BulkFunctions {
  return {
    field: () => ok({ cardinality: 'many', isConnected: true }),
    search: () => found(pro14, pro16),
    view: () => found(),
    bulkItems: () => ok({ items: [itemOf(1), itemOf(2)] }),
    saveBulk: () => savedResult(2),
  };
}

/** Opens the editor on so many work items. */
export function openBulkEdit(functions: BulkFunctions, count = 2): Promise<MountedScreen> {
  const issues = Array.from({ length: count }, (_, index) => ({ id: String(index + 1) }));
  const extension = { fieldId: 'customfield_1', fieldValue: null, issues };
  return mount('src/app/object-field/edit.tsx', {
    extension: { ...extension, renderContext: 'issue-bulk-edit' },
    functions,
  });
}

export async function choose(screen: MountedScreen, operation: string) {
  await screen.act(screen.get('RadioGroup'), 'onChange', { target: { value: operation } });
}

export async function clear(screen: MountedScreen) {
  await choose(screen, 'clear');
  await press(screen, 'Clear on 2 work items');
  await press(screen, 'Clear on 2 work items');
}

export const outcome = (screen: MountedScreen) => screen.get('SectionMessage').props.title;

/** The first option. */
export const pickable = (screen: MountedScreen) => picker(screen).options()[0] ?? '';

export const saves = (screen: MountedScreen) => screen.payloadsOf('saveBulk');
