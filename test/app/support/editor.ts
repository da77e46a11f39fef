import { mount, textOf, type DocumentNode, type MountedScreen } from './ui-host';
import { ok } from './replies';
import { pass } from './fake-delays';

const id = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const pro14 = { objectId: id(1), label: 'MacBook Pro 14' };
export const pro16 = { objectId: id(2), label: 'MacBook Pro 16' };
export const thinkPad = { objectId: id(3), label: 'ThinkPad X1 Carbon' };

export const shown = (object: typeof pro14, attributes: unknown[] = []) => ({
  ...object,
  attributes,
});
/** The first of so many that match. */
export const foundOf = (total: number, ...objects: (typeof pro14)[]) =>
  ok({ objects: objects.map((object) => shown(object)), total });
export const found = (...objects: (typeof pro14)[]) => foundOf(objects.length, ...objects);

interface EditOptions {
  cardinality?: 'one' | 'many';
  fieldValue?: unknown;
  renderContext?: string;
  search?: (payload: Record<string, unknown>) => unknown;
  view?: (payload: Record<string, unknown>) => unknown;
  isConnected?: boolean;
  field?: () => unknown;
  /** What of the form's picks the field offers where it is now. */
  offered?: (payload: Record<string, unknown>) => unknown;
  /** What of renamed objects is of the field's type; by default all of it. */
  own?: (payload: Record<string, unknown>) => unknown;
  /** What Jira stores in the field by the time of a save; by default it does not say. */
  storedMeanwhile?: unknown;
  submit?: (value: unknown) => unknown;
}

export function edit({
  cardinality = 'many',
  fieldValue = null,
  renderContext = 'issue-view',
  search = () => found(pro14, pro16, thinkPad),
  view = () => found(),
  isConnected = true,
  field = () => ok({ cardinality, isConnected }),
  offered = () => ok({ objectIds: [] }),
  own = ({ objectIds }) => ok({ objectIds }),
  storedMeanwhile,
  submit,
}: EditOptions = {}) {
  return mount('src/app/object-field/edit.tsx', {
    extension: { fieldValue, renderContext, ...place },
    functions: { search, view, field, offered, own },
    jira: jiraStoring(storedMeanwhile),
    submit,
  });
}

/** Where an editor is opened. */
export const place = { fieldId: 'customfield_1', issue: { id: '7' } };

/** What Jira says that the field holds by now; nothing where that is undefined. */
export const jiraStoring = (value: unknown): Record<string, unknown> =>
  value === undefined
    ? {}
    : { '/rest/api/3/issue/7?fields=customfield_1': { fields: { customfield_1: value } } };

interface Option {
  label: string;
  value: string;
}

interface OptionGroup {
  label: string;
  options: Option[];
}

/** Does to a Select what the host's Select does when a person uses it. */
export function picker(screen: MountedScreen, testId = 'object-picker') {
  const select = () => screen.get('Select', { testId });
  const chosen = () => {
    const { value } = select().props;
    return (Array.isArray(value) ? value : value ? [value] : []) as Option[];
  };
  const groups = () =>
    (select().props.options as (Option | OptionGroup)[]).filter((one) => 'options' in one);
  const rawOptions = (): Option[] =>
    (select().props.options as (Option | OptionGroup)[]).flatMap((one) =>
      'options' in one ? one.options : [one],
    );
  return {
    select,
    chosen: () => chosen().map(({ label }) => label),
    options: () => rawOptions().map(({ label }) => label),
    rawOptions,
    /** What the list says of its options. */
    heading: () => groups()[0]?.label,
    /** What is said beside the picker of what the list doesn't show. */
    hint: () => textOf(screen.get('Box', { role: 'status' })),
    /** Whether the host is told to open no list. */
    isShut: () => select().props.menuIsOpen === false,
    focus: () => screen.act(select(), 'onFocus', {}),
    blur: () => screen.act(select(), 'onBlur', {}),
    type: (text: string) => {
      screen.fire(select(), 'onInputChange', text, { action: 'input-change' });
    },
    leave: async () => {
      screen.fire(select(), 'onInputChange', '', { action: 'input-blur' });
      await screen.act(select(), 'onInputChange', '', { action: 'menu-close' });
    },
    pick: async (label: string) => {
      const option = rawOptions().find((candidate) => candidate.label === label);
      if (!option) throw new Error(`${label} is not offered`);
      const isMulti = select().props.isMulti === true;
      screen.fire(select(), 'onChange', isMulti ? [...chosen(), option] : option);
      await screen.act(select(), 'onInputChange', '', { action: 'set-value' });
    },
    remove: async (label: string) => {
      const rest = chosen().filter((option) => option.label !== label);
      await screen.act(select(), 'onChange', select().props.isMulti === true ? rest : null);
    },
  };
}

/** Opens the picker, and picks these one after the other: objects, or what the list calls them. */
export async function pickIn(
  screen: MountedScreen,
  ...wanted: readonly (string | { readonly label: string })[]
) {
  const { focus, pick } = picker(screen);
  await focus();
  for (const one of wanted) await pick(typeof one === 'string' ? one : one.label);
}

/** Opens the picker, types, and lets the time pass after which that is searched for. */
export async function typeIn(screen: MountedScreen, text: string) {
  const { focus, type } = picker(screen);
  await focus();
  type(text);
  await pass(300);
}

export const searches = (screen: MountedScreen) =>
  screen.payloadsOf('search').map(({ text }) => text);

export async function save(screen: MountedScreen) {
  await screen.act(screen.get('CustomFieldEdit'), 'onSubmit');
}

/** Presses Confirm; what the host submits may also mean that the person leaves the editor. */
export async function confirm(screen: MountedScreen) {
  const isConfirm = ({ props }: DocumentNode) => props.label === 'Confirm';
  const button = screen.all('Pressable').find(({ children }) => children.some(isConfirm));
  if (!button) throw new Error('The editor has no button "Confirm"');
  await screen.act(button, 'onClick');
}
