import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferred, mount, settle, textOf, type MountedScreen } from '../support/ui-host';

const id = (index: number) => `0b0c0d0e-0000-4000-8000-${String(index).padStart(12, '0')}`;
const pro14 = { objectId: id(1), label: 'MacBook Pro 14' };
const pro16 = { objectId: id(2), label: 'MacBook Pro 16' };
const thinkPad = { objectId: id(3), label: 'ThinkPad X1 Carbon' };

const shown = (object: typeof pro14, attributes: unknown[] = []) => ({ ...object, attributes });
const found = (...objects: (typeof pro14)[]) => ({
  kind: 'ok',
  value: { objects: objects.map((object) => shown(object)) },
});
const consent = { kind: 'consent' };

interface EditOptions {
  cardinality?: 'one' | 'many';
  fieldValue?: unknown;
  renderContext?: string;
  search?: (payload: Record<string, unknown>) => unknown;
  labels?: (payload: Record<string, unknown>) => unknown;
  field?: () => unknown;
  submit?: (value: unknown) => unknown;
}

function edit({
  cardinality = 'many',
  fieldValue = null,
  renderContext = 'issue-view',
  search = () => found(pro14, pro16, thinkPad),
  labels = () => found(),
  field = () => ({ kind: 'ok', value: { cardinality } }),
  submit,
}: EditOptions = {}) {
  return mount(() => import('../../../src/app/object-field/edit'), {
    extension: { fieldValue, renderContext },
    functions: { search, labels, field },
    ...(submit ? { submit } : {}),
  });
}

interface Option {
  label: string;
  value: string;
}

/** Does to the Select what the host's Select does when a person uses it. */
function picker(screen: MountedScreen) {
  const select = () => screen.get('Select');
  const chosen = () => {
    const { value } = select().props;
    return (Array.isArray(value) ? value : value ? [value] : []) as Option[];
  };
  return {
    select,
    chosen: () => chosen().map(({ label }) => label),
    options: () => (select().props.options as Option[]).map(({ label }) => label),
    rawOptions: () => select().props.options as Option[],
    async focus() {
      screen.fire(select(), 'onFocus', {});
      await settle();
    },
    type(text: string) {
      screen.fire(select(), 'onInputChange', text, { action: 'input-change' });
    },
    async leave() {
      screen.fire(select(), 'onInputChange', '', { action: 'input-blur' });
      screen.fire(select(), 'onInputChange', '', { action: 'menu-close' });
      await settle();
    },
    async pick(label: string) {
      const options = select().props.options as Option[];
      const option = options.find((candidate) => candidate.label === label);
      if (!option) throw new Error(`${label} is not offered`);
      const isMulti = select().props.isMulti === true;
      screen.fire(select(), 'onChange', isMulti ? [...chosen(), option] : option);
      screen.fire(select(), 'onInputChange', '', { action: 'set-value' });
      await settle();
    },
    async remove(label: string) {
      const rest = chosen().filter((option) => option.label !== label);
      screen.fire(select(), 'onChange', select().props.isMulti === true ? rest : null);
      await settle();
    },
  };
}

const searches = (screen: MountedScreen) =>
  screen.calls
    .filter(({ functionKey }) => functionKey === 'search')
    .map(({ payload }) => payload.text);

async function pass(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

async function save(screen: MountedScreen) {
  screen.fire(screen.get('CustomFieldEdit'), 'onSubmit');
  await settle();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('typing', () => {
  it('asks the service nothing before the field has the focus', async () => {
    const screen = await edit({ renderContext: 'issue-create' });
    await pass(2_000);
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['field']);
  });

  it('loads the first page when the field gets the focus, once', async () => {
    const screen = await edit();
    await picker(screen).focus();
    await picker(screen).focus();
    expect(searches(screen)).toEqual(['']);
    expect(picker(screen).options()).toEqual([pro14.label, pro16.label, thinkPad.label]);
  });

  it.each([
    { pauseMs: 120, atMost: 2 },
    { pauseMs: 400, atMost: 8 + 1 },
  ])(
    'searches at most $atMost times for 8 letters $pauseMs ms apart',
    async ({ pauseMs, atMost }) => {
      const screen = await edit();
      const { focus, type } = picker(screen);
      await focus();
      for (let length = 1; length <= 8; length += 1) {
        type('thinkpad'.slice(0, length));
        await pass(pauseMs);
      }
      await pass(1_000);
      expect(searches(screen).length).toBeLessThanOrEqual(atMost);
      expect(searches(screen).at(-1)).toBe('thinkpad');
    },
  );

  it('never shows an answer to an earlier text after one to a later text', async () => {
    const answers = new Map([
      ['mac', deferred<unknown>()],
      ['think', deferred<unknown>()],
    ]);
    const screen = await edit({
      search: ({ text }) => answers.get(String(text))?.promise ?? found(),
    });
    const { focus, type, options } = picker(screen);
    await focus();
    type('mac');
    await pass(300);
    type('think');
    await pass(300);
    answers.get('think')?.resolve(found(thinkPad));
    await settle();
    answers.get('mac')?.resolve(found(pro14));
    await settle();
    expect(options()).toEqual([thinkPad.label]);
  });

  it('never shows an answer to an earlier text while the later one is awaited', async () => {
    const early = deferred<unknown>();
    const screen = await edit({
      search: ({ text }) => (text === 'mac' ? early.promise : new Promise(() => undefined)),
    });
    const { focus, type, options } = picker(screen);
    await focus();
    type('mac');
    await pass(300);
    type('think');
    await pass(100);
    early.resolve(found(pro14));
    await settle();
    expect(options()).toEqual([]);
  });

  it('gives every option the id and the typed text as value, so that the host filters none out', async () => {
    const screen = await edit({ search: () => found(pro14) });
    const { focus, type, rawOptions } = picker(screen);
    await focus();
    type('pro  "mac\\');
    await pass(300);
    expect(rawOptions()).toEqual([{ label: pro14.label, value: `${pro14.objectId} pro  "mac\\` }]);
  });

  it('keeps the options that still fit while the next answer is awaited', async () => {
    const screen = await edit({
      search: ({ text }) => (text === '' ? found(pro14, thinkPad) : new Promise(() => undefined)),
    });
    const { focus, type, options, select } = picker(screen);
    await focus();
    type('pro mac');
    await pass(300);
    expect(options()).toEqual([pro14.label]);
    expect(select().props.isLoading).toBe(true);
  });

  it('leaves the caret alone: the typed text is not put into the field', async () => {
    const screen = await edit();
    picker(screen).type('mac');
    await pass(300);
    expect(picker(screen).select().props.inputValue).toBeUndefined();
  });

  it('shows the first page again, without a call, when the text is gone', async () => {
    const screen = await edit({
      search: ({ text }) => (text === '' ? found(pro14, thinkPad) : found(thinkPad)),
    });
    const { focus, type, leave, options } = picker(screen);
    await focus();
    type('think');
    await pass(300);
    await leave();
    await pass(1_000);
    expect(options()).toEqual([pro14.label, thinkPad.label]);
    expect(searches(screen)).toEqual(['', 'think']);
  });

  it('says that nothing matches', async () => {
    const screen = await edit({ search: () => found() });
    const { focus, type } = picker(screen);
    await focus();
    expect(screen.text()).toContain('nothing to pick');
    type('zebra');
    await pass(300);
    expect(screen.text()).toContain('Nothing matches “zebra”');
  });

  it('cuts pasted text to what a label can hold', async () => {
    const screen = await edit();
    picker(screen).type('x'.repeat(10_000));
    await pass(300);
    expect(String(searches(screen)[0])).toHaveLength(255);
  });
});

describe('picking', () => {
  it('adds to what is picked and no longer offers it', async () => {
    const screen = await edit();
    const { focus, pick, chosen, options } = picker(screen);
    await focus();
    await pick(pro14.label);
    await pick(thinkPad.label);
    expect(chosen()).toEqual([pro14.label, thinkPad.label]);
    expect(options()).toEqual([pro16.label]);
  });

  it('replaces what is picked where the field takes one object', async () => {
    const screen = await edit({ cardinality: 'one' });
    const { focus, pick, chosen } = picker(screen);
    await focus();
    await pick(pro14.label);
    await pick(pro16.label);
    expect(chosen()).toEqual([pro16.label]);
  });

  it('shows the attributes of a pick, and tells objects of one name apart by them', async () => {
    const attributes = [{ name: 'Serial number', text: 'C02' }];
    const screen = await edit({
      search: () => ({ kind: 'ok', value: { objects: [shown(pro14, attributes)] } }),
    });
    const { focus, pick, chosen } = picker(screen);
    await focus();
    await pick(`${pro14.label} · C02`);
    expect(chosen()).toEqual([pro14.label]);
    expect(screen.text()).toContain('Serial number: C02');
  });

  it('shows the attributes of what was picked before', async () => {
    const attributes = [{ name: 'Serial number', text: 'C02' }];
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      labels: () => ({ kind: 'ok', value: { objects: [shown(pro14, attributes)] } }),
    });
    expect(screen.text()).toContain('Serial number: C02');
  });
});

describe('saving on an issue', () => {
  it('stores ids, labels and their flat arrays', async () => {
    const screen = await edit();
    const { focus, pick } = picker(screen);
    await focus();
    await pick(pro14.label);
    await pick(thinkPad.label);
    expect(screen.submitted).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([
      {
        objects: [pro14, thinkPad],
        objectIds: [pro14.objectId, thinkPad.objectId],
        labels: [pro14.label, thinkPad.label],
      },
    ]);
  });

  it('reads the labels again in one call', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14, thinkPad] },
      labels: () => found({ ...pro14, label: 'Renamed' }, thinkPad),
    });
    const before = screen.calls.length;
    await save(screen);
    expect(screen.calls.slice(before)).toEqual([
      { functionKey: 'labels', payload: { objectIds: [pro14.objectId, thinkPad.objectId] } },
    ]);
    expect(screen.submitted).toMatchObject([{ labels: ['Renamed', thinkPad.label] }]);
  });

  it('keeps id and label of an object that the person may not see', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14, thinkPad] },
      labels: () => found(thinkPad),
    });
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14, thinkPad] }]);
  });

  it.each([
    ['the account is not connected', () => consent],
    ['the app cannot be reached', () => Promise.reject(new Error('offline'))],
  ])('saves the pick with the labels it knows where %s', async (_, labels) => {
    const screen = await edit({ labels });
    const { focus, pick } = picker(screen);
    await focus();
    await pick(pro14.label);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }]);
  });

  it('clears the field with null', async () => {
    const screen = await edit({ fieldValue: { objects: [pro14] } });
    await picker(screen).remove(pro14.label);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });

  it('submits once where the host asks twice', async () => {
    const screen = await edit({ fieldValue: { objects: [pro14] } });
    const { onSubmit } = screen.get('CustomFieldEdit').props as { onSubmit: () => void };
    onSubmit();
    onSubmit();
    await settle();
    expect(screen.submitted).toHaveLength(1);
  });

  it('keeps the picks and says so where Jira refuses them', async () => {
    const screen = await edit({ submit: () => Promise.reject(new Error('400')) });
    const { focus, pick, chosen } = picker(screen);
    await focus();
    await pick(pro14.label);
    await save(screen);
    expect(screen.text()).toContain("couldn't be saved");
    expect(chosen()).toEqual([pro14.label]);
  });

  it('leaves an unreadable value alone unless the person changes the field', async () => {
    const screen = await edit({ fieldValue: { version: 9, items: [1] } });
    expect(screen.text()).toContain("can't be read");
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(true);
  });

  it('stores labels up to 255 characters', async () => {
    const long = { ...pro14, label: 'x'.repeat(10_000) };
    const screen = await edit({ search: () => found(long) });
    const { focus, pick } = picker(screen);
    await focus();
    await pick(long.label);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ labels: ['x'.repeat(255)] }]);
  });
});

describe('more objects than the field takes by now', () => {
  const fieldValue = { objects: [pro14, pro16, thinkPad] };

  it('shows them all and saves them unchanged', async () => {
    const screen = await edit({ cardinality: 'one', fieldValue });
    expect(picker(screen).chosen()).toEqual([pro14.label, pro16.label, thinkPad.label]);
    expect(screen.all('ErrorMessage')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14, pro16, thinkPad] }]);
  });

  it('asks to reduce them once the field is changed, and saves only then', async () => {
    const screen = await edit({ cardinality: 'one', fieldValue });
    await picker(screen).remove(pro14.label);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(textOf(screen.get('ErrorMessage'))).toContain('Remove 1');
    await picker(screen).remove(pro16.label);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [thinkPad] }]);
  });
});

describe('in a form', () => {
  it.each(['issue-create', 'issue-transition'])(
    'submits every change on %s',
    async (renderContext) => {
      const screen = await edit({ renderContext });
      const { focus, pick, remove } = picker(screen);
      await focus();
      await pick(pro14.label);
      await pick(thinkPad.label);
      await remove(pro14.label);
      await remove(thinkPad.label);
      expect(screen.submitted).toMatchObject([
        { objects: [pro14] },
        { objects: [pro14, thinkPad] },
        { objects: [thinkPad] },
        null,
      ]);
    },
  );

  it('submits nothing by leaving the field untouched', async () => {
    const screen = await edit({ renderContext: 'issue-create' });
    await save(screen);
    expect(screen.submitted).toEqual([]);
  });

  it('submits again where a label turns out to be another one after a change', async () => {
    const late = deferred<unknown>();
    const screen = await edit({
      renderContext: 'issue-transition',
      fieldValue: { objects: [pro14] },
      labels: () => late.promise,
    });
    const { focus, pick } = picker(screen);
    await focus();
    await pick(thinkPad.label);
    late.resolve(found({ ...pro14, label: 'Renamed' }));
    await settle();
    expect(screen.submitted).toMatchObject([
      { labels: [pro14.label, thinkPad.label] },
      { labels: ['Renamed', thinkPad.label] },
    ]);
  });
});

describe('a grant that ends in the middle of typing', () => {
  async function typeUntilConsent() {
    let isConnected = true;
    const screen = await edit({ search: () => (isConnected ? found(pro14, thinkPad) : consent) });
    const { focus, pick, type } = picker(screen);
    await focus();
    await pick(pro14.label);
    isConnected = false;
    type('think');
    await pass(300);
    return { screen, connect: () => (isConnected = true) };
  }

  it('asks to connect in place, keeps the picks and does not close the editor', async () => {
    const { screen } = await typeUntilConsent();
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
    expect(screen.get('Link').props.href).toBe('https://site.example/connect');
    expect(picker(screen).chosen()).toEqual([pro14.label]);
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
  });

  it('holds the typed text while the person is away, and searches for it on "Try again"', async () => {
    const { screen, connect } = await typeUntilConsent();
    await picker(screen).leave();
    expect(picker(screen).select().props.inputValue).toBe('think');
    connect();
    screen.fire(screen.get('LoadingButton'), 'onClick');
    await settle();
    expect(searches(screen).at(-1)).toBe('think');
    expect(picker(screen).options()).toEqual([thinkPad.label]);
    expect(screen.text()).not.toContain('Connect');
  });
});

describe('a field that cannot be used', () => {
  it('says why, keeps what is picked on the screen and offers no picker', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      field: () => ({
        kind: 'problem',
        code: 'NOT_CONFIGURED',
        message: 'Not configured.',
        canRetry: false,
      }),
    });
    expect(screen.text()).toContain('Not configured.');
    expect(screen.text()).toContain(pro14.label);
    expect(screen.all('Select')).toEqual([]);
  });

  it('can be tried again', async () => {
    const answers = [
      { kind: 'problem', code: 'CHOOSE_WORK_TYPE', message: 'Choose.', canRetry: true },
    ];
    const screen = await edit({
      field: () => answers.shift() ?? { kind: 'ok', value: { cardinality: 'one' } },
    });
    screen.fire(screen.get('LoadingButton'), 'onClick');
    await settle();
    expect(screen.all('Select')).toHaveLength(1);
  });
});
