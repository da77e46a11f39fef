import { describe, expect, test } from 'vitest';
import {
  edit,
  found,
  foundOf,
  pickIn,
  picker,
  pro14,
  pro16,
  searches,
  shown,
  thinkPad,
  typeIn,
} from '../support/editor';
import { deferred, settle, textOf } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { ok } from '../support/replies';

useFakeDelays();

describe('typing', () => {
  test('keeps the list closed until the person opens it, and the caret where it is: no typed text is put into the field', async () => {
    const screen = await edit();
    const { props } = picker(screen).select();
    expect(props).toMatchObject({ autoFocus: true });
    for (const opening of ['defaultMenuIsOpen', 'menuIsOpen', 'openMenuOnFocus']) {
      expect(props[opening]).toBeUndefined();
    }
    await typeIn(screen, 'mac');
    expect(picker(screen).select().props.inputValue).toBeUndefined();
  });

  test('loads the first page as the editor opens on an issue, where the field gets the focus', async () => {
    const screen = await edit({ field: () => new Promise(() => undefined) });
    expect(searches(screen)).toEqual(['']);
  });

  test('asks the service nothing in a form before the field has the focus, then for the first page, once', async () => {
    const screen = await edit({ renderContext: 'issue-create' });
    await pass(2_000);
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['field']);
    await picker(screen).focus();
    await picker(screen).focus();
    expect(searches(screen)).toEqual(['']);
    expect(picker(screen).options()).toEqual([pro14.label, pro16.label, thinkPad.label]);
  });

  test.each([
    { pauseMs: 120, atMost: 2 },
    { pauseMs: 400, atMost: 8 + 1 },
  ])(
    'searches up to $atMost times for 8 letters $pauseMs ms apart',
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

  test('never shows an answer to an earlier text, before or after one to a later text', async () => {
    const [mac, think] = [deferred<unknown>(), deferred<unknown>()];
    const answers = new Map([
      ['mac', mac.promise],
      ['think', think.promise],
    ]);
    const screen = await edit({ search: ({ text }) => answers.get(String(text)) ?? found() });
    const { type, options } = picker(screen);
    await typeIn(screen, 'mac');
    type('think');
    await pass(100);
    mac.resolve(found(pro14));
    await settle();
    expect(options()).toEqual(['Loading…']);
    await pass(300);
    think.resolve(found(thinkPad));
    await settle();
    expect(options()).toEqual([thinkPad.label]);
  });

  test('gives every option the id and the typed text as value, so that the host filters none out', async () => {
    const screen = await edit({ search: () => found(pro14) });
    const { rawOptions } = picker(screen);
    await typeIn(screen, 'pro  "mac\\');
    expect(rawOptions()).toEqual([{ label: pro14.label, value: `${pro14.objectId}\npro  "mac\\` }]);
  });

  test('keeps the options that still fit while the next answer is awaited', async () => {
    const screen = await edit({
      search: ({ text }) => (text === '' ? found(pro14, thinkPad) : new Promise(() => undefined)),
    });
    const { options, select } = picker(screen);
    await typeIn(screen, 'pro mac');
    expect(options()).toEqual([pro14.label, 'Loading…']);
    expect(select().props.isLoading).toBe(true);
  });

  test('offers an option that says so while it loads: no empty list, from which a screen reader reads “No options”', async () => {
    const answer = deferred<unknown>();
    const screen = await edit({ search: () => answer.promise });
    const { options, isShut } = picker(screen);
    expect([options(), isShut()]).toEqual([['Loading…'], false]);
    answer.resolve(found(thinkPad));
    await settle();
    expect(options()).toEqual([thinkPad.label]);
  });

  test.each(['one', 'many'] as const)(
    'keeps what was typed and picked where Enter comes before the answer, in a field of %s',
    async (cardinality) => {
      const answer = deferred<unknown>();
      const screen = await edit({
        cardinality,
        fieldValue: { objects: [pro14] },
        search: ({ text }) => (text === 'zz' ? answer.promise : found(pro14)),
      });
      const { select, rawOptions, chosen, focus, options } = picker(screen);
      await focus();
      await typeIn(screen, 'zz');
      const [loading] = rawOptions();
      expect(rawOptions()).toHaveLength(1);
      // The host hides every option that doesn't contain what was typed.
      expect(loading!.value).toContain('zz');
      screen.fire(select(), 'onInputChange', '', { action: 'set-value' });
      screen.fire(select(), 'onInputChange', '', { action: 'menu-close' });
      await screen.act(select(), 'onChange', cardinality === 'many' ? [loading] : loading);
      expect(select().props.inputValue).toBe('zz');
      expect(chosen()).toEqual([pro14.label]);
      await pass(300);
      answer.resolve(found(thinkPad));
      await settle();
      expect(options()).toEqual([thinkPad.label]);
      expect(picker(screen).hint()).toBe('1 object matches. Open the list to choose it.');
      expect(screen.submitted).toEqual([]);
    },
  );

  test('shows the first page again, without a call, when the text is gone', async () => {
    const screen = await edit({
      search: ({ text }) => (text === '' ? found(pro14, thinkPad) : found(thinkPad)),
    });
    const { leave, options } = picker(screen);
    await typeIn(screen, 'think');
    await leave();
    await pass(1_000);
    expect(options()).toEqual([pro14.label, thinkPad.label]);
    expect(searches(screen)).toEqual(['', 'think']);
  });

  test.each([
    ['after the answer to what was typed', true],
    ['after the pick', false],
  ])('keeps the first page that arrives %s, and asks for no other', async (_, isBeforePick) => {
    const firstPage = deferred<unknown>();
    const screen = await edit({
      cardinality: 'one',
      search: ({ text }) => (text === '' ? firstPage.promise : found(thinkPad)),
    });
    const { pick, options, heading } = picker(screen);
    await typeIn(screen, 'think');
    const answerFirstPage = () => firstPage.resolve(foundOf(60, pro14, pro16));
    if (isBeforePick) answerFirstPage();
    await settle();
    await pick(thinkPad.label);
    if (isBeforePick) expect(heading()).toContain('Showing 2 of 60.');
    answerFirstPage();
    await pass(1_000);
    expect(options()).toEqual([thinkPad.label, pro14.label, pro16.label]);
    expect(searches(screen)).toEqual(['', 'think']);
  });
});

describe('picking', () => {
  const attributes = [{ attributeId: 'a', name: 'Serial number', values: [{ value: 'C02' }] }];
  const status = { attributeId: 'b', name: 'Status', values: [{ value: 'In use' }] };

  test.each([
    { cardinality: 'many', picked: [pro14.label, thinkPad.label], left: [pro16.label] },
    { cardinality: 'one', picked: [thinkPad.label], left: undefined },
  ] as const)('holds $picked where the field takes $cardinality', async (field) => {
    const screen = await edit({ cardinality: field.cardinality });
    const { chosen, options } = picker(screen);
    await pickIn(screen, pro14, thinkPad);
    expect(chosen()).toEqual(field.picked);
    if (field.left) expect(options()).toEqual(field.left);
  });

  test.each(['LAPTOP 7', ' ', '") or (Label ~ "'])(
    'keeps what is stored under the odd id %j beside a further pick',
    async (objectId) => {
      const screen = await edit({ fieldValue: { objects: [{ objectId, label: 'Odd one' }] } });
      const { chosen } = picker(screen);
      await pickIn(screen, thinkPad);
      expect(chosen()).toEqual(['Odd one', thinkPad.label]);
    },
  );

  test('does not offer again what is stored under its id in capitals', async () => {
    const stored = { ...pro14, objectId: pro14.objectId.toUpperCase() };
    const screen = await edit({ fieldValue: { objects: [stored] } });
    const { focus, pick, chosen, options } = picker(screen);
    await focus();
    expect(options()).toEqual([pro16.label, thinkPad.label]);
    await pick(thinkPad.label);
    expect(chosen()).toEqual([pro14.label, thinkPad.label]);
  });

  test('shows below the picker the attributes of a pick that shares its label with another object, and of no other', async () => {
    const objects = [
      shown({ ...pro16, label: pro14.label }),
      shown(pro14, attributes),
      shown(thinkPad, [status]),
    ];
    const screen = await edit({ search: () => ok({ objects, total: 3 }) });
    const { chosen } = picker(screen);
    await pickIn(screen, `${pro14.label} · C02`, `${thinkPad.label} · In use`);
    expect(chosen()).toEqual([pro14.label, thinkPad.label]);
    expect(screen.all('Text').map(textOf)).toEqual([pro14.label, 'C02']);
  });

  test('offers each object with its values behind the label, in one text that has no spaces but single ones', async () => {
    const objects = [
      shown(pro14, [...attributes, status]),
      shown(pro16, [status]),
      shown(thinkPad),
    ];
    const screen = await edit({ search: () => ok({ objects, total: 3 }) });
    const { focus, options } = picker(screen);
    await focus();
    expect(options()).toEqual([
      `${pro14.label} · C02 · In use`,
      `${pro16.label} · In use`,
      thinkPad.label,
    ]);
  });

  test('tells picks of one name apart by what differs, and names it below', async () => {
    const twin = { ...pro16, label: pro14.label };
    const serial = { ...attributes[0], values: [{ value: 'C03' }] };
    const objects = [
      shown(pro14, [status, ...attributes]),
      shown(twin, [status, serial]),
      shown(thinkPad),
    ];
    const screen = await edit({
      fieldValue: { objects: [pro14, twin, thinkPad] },
      view: () => ok({ objects }),
    });
    expect(picker(screen).chosen()).toEqual([
      `${pro14.label} · C02`,
      `${pro14.label} · C03`,
      thinkPad.label,
    ]);
    expect(screen.all('Text').map(textOf)).toEqual([
      pro14.label,
      'In use · C02',
      pro14.label,
      'In use · C03',
    ]);
  });

  test('shows below the picker the id by which the list told a pick from another', async () => {
    const docks = ['1a', '2b'].map((start) => ({
      objectId: `${start}0c0d0e-0000-4000-8000-000000000021`,
      label: 'Dock',
    }));
    const screen = await edit({ search: () => found(...docks) });
    const { chosen } = picker(screen);
    await pickIn(screen, 'Dock · 2b0c0d0e (ID)');
    expect(chosen()).toEqual(['Dock']);
    expect(screen.all('Text').map(textOf)).toContain('2b0c0d0e (ID)');
  });

  test('finds the object that is picked where the field takes one', async () => {
    const screen = await edit({ cardinality: 'one', search: () => found(pro14) });
    const { pick, chosen, options } = picker(screen);
    await typeIn(screen, 'pro');
    await pick(pro14.label);
    await typeIn(screen, 'pro');
    expect(options()).toEqual([pro14.label]);
    expect(chosen()).toEqual([pro14.label]);
  });

  test('offers first what was picked since the screen opened, the newest before the others, until something is typed', async () => {
    const screen = await edit({
      search: ({ text }) => (text === '' ? found(pro14, pro16) : found(thinkPad)),
    });
    const { pick, remove, options } = picker(screen);
    await pickIn(screen, pro16);
    await typeIn(screen, 'think');
    await pick(thinkPad.label);
    await remove(pro16.label);
    await remove(thinkPad.label);
    expect(options()).toEqual([thinkPad.label, pro16.label, pro14.label]);
    await typeIn(screen, 'think');
    expect(options()).toEqual([thinkPad.label]);
  });

  test('says in the list that only the first are shown, and of how many', async () => {
    const laptops = Array.from({ length: 50 }, (_, index) => ({
      objectId: pro14.objectId.replace(/.{4}$/, String(1_000 + index)),
      label: `Laptop ${index}`,
    }));
    const answers = [foundOf(3_865, ...laptops), found(...laptops)];
    const screen = await edit({ search: () => answers.shift() });
    const { focus, pick, heading } = picker(screen);
    await focus();
    expect(heading()).toBe('Showing 50 of 3,865. Type to narrow the results.');
    await pick('Laptop 7');
    expect(heading()).toBe('Showing 50 of 3,865. Type to narrow the results.');
    await typeIn(screen, 'lap');
    expect(heading()).toBeUndefined();
  });
});
