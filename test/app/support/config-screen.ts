import { press, mount, type MountedScreen } from './ui-host';
import { ok, problem } from './replies';

export const id = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const it1 = { id: id(1), name: 'IT' };
export const geography = { id: id(2), name: 'Geography' };
const attribute = (index: number, name: string) => ({ id: id(20 + index), name });
export const attributes = ['Serial number', 'Status', 'Memory', 'Location'].map((name, index) => ({
  ...attribute(index, name),
  attributeTypeCode: 'TEXT',
  isLabel: false,
}));
export const laptop = { id: id(10), name: 'Laptop', attributes };
export const person = { id: id(11), name: 'Person', attributes: [] };
export const saved = {
  version: 1,
  workspaceId: it1.id,
  typeId: laptop.id,
  query: 'Status = "In use"',
  attributes: [{ attributeId: attributes[1]!.id, name: 'Status' }],
  cardinality: 'many',
};
/** What a save stores of what was saved: with all that is known of the attributes today. */
export const savedAgain = {
  ...saved,
  attributes: [{ ...saved.attributes[0], attributeTypeCode: 'TEXT' }],
  portal: 'nothing',
};
/** Objects with these labels, as a check shows them. */
export const firstOf = (labels: readonly string[], attributes: readonly unknown[] = []) =>
  labels.map((label, index) => ({ objectId: id(500 + index), label, attributes }));
export const matches = (total: number, ...labels: string[]) =>
  ok({ kind: 'matches', total, first: firstOf(labels) });
export const queryError = ok({
  kind: 'queryError',
  message: 'Expected a value, found end of query.',
  line: 1,
  column: 10,
  excerpt: 'Status = \n         ^',
});
export const unreachable = problem('Unreachable.');

interface ConfigOptions {
  configuration?: unknown;
  workspaces?: () => unknown;
  types?: () => unknown;
  check?: (payload: Record<string, unknown>) => unknown;
  preview?: (payload: Record<string, unknown>) => unknown;
  issueCount?: () => unknown;
  optionNames?: () => unknown;
  attributesBehind?: () => unknown;
  submit?: () => unknown;
}

export function configure({
  configuration,
  workspaces = () => ok({ workspaces: [it1, geography] }),
  types = () => ok({ types: [laptop, person] }),
  check = () => matches(1, 'MacBook Pro 14'),
  preview = () => ok({ objects: [], total: 0 }),
  issueCount = () => ok({ count: 1240 }),
  optionNames = () => ok({ names: [] }),
  attributesBehind = () => ok({ attributes: [] }),
  submit,
}: ConfigOptions = {}) {
  return mount('src/app/object-field/config.tsx', {
    extension: { configuration },
    functions: { workspaces, types, check, preview, issueCount, optionNames, attributesBehind },
    submit,
  });
}

export const select = (screen: MountedScreen, testId: string) => screen.get('Select', { testId });
export const labels = (value: unknown) => (value as { label: string }[]).map(({ label }) => label);

export async function choose(screen: MountedScreen, testId: string, value: unknown) {
  await screen.act(select(screen, testId), 'onChange', value);
}

export async function typeQuery(screen: MountedScreen, query: string) {
  await screen.act(screen.get('TextArea'), 'onChange', {
    target: { value: query, type: 'textarea' },
  });
}

export async function save(screen: MountedScreen) {
  await press(screen, 'Save');
}

/** The configuration on the screen as JSON. */
export async function exported(screen: MountedScreen): Promise<string> {
  await press(screen, 'Export or import');
  return String(screen.get('TextArea', { testId: 'configuration-json' }).props.defaultValue);
}

/** Pastes a configuration as JSON, and imports it. */
export async function importJson(screen: MountedScreen, json: string) {
  const isOpen = screen.all('Popup').some(({ props }) => props.isOpen === true);
  if (!isOpen) await press(screen, 'Export or import');
  const input = screen.get('TextArea', { testId: 'configuration-json' });
  await screen.act(input, 'onChange', { target: { value: json } });
  await press(screen, 'Import');
}

export const checked = (screen: MountedScreen) =>
  screen.payloadsOf('check').map(({ query }) => query);
