import { describe, expect, test } from 'vitest';
import {
  confirm,
  edit,
  found,
  pickIn,
  picker,
  pro14,
  pro16,
  save,
  thinkPad,
} from '../support/editor';
import { deferred, settle, textOf } from '../support/ui-host';
import { useFakeDelays } from '../support/fake-delays';
import { consent, ok } from '../support/replies';

useFakeDelays();

describe('saving on an issue', () => {
  test('stores ids, labels and their flat arrays', async () => {
    const screen = await edit();
    await pickIn(screen, pro14, thinkPad);
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

  test('writes nothing and asks nothing where the person changed nothing, and closes', async () => {
    const screen = await edit({ fieldValue: { objects: [pro14] }, view: () => found(pro14) });
    const before = screen.calls.length;
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(false);
    await save(screen);
    expect([screen.submitted, screen.calls.slice(before)]).toEqual([[], []]);
    expect(screen.closed()).toBe(true);
  });

  test('reads the labels again in one call where the field is changed', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      view: () => found({ ...pro14, label: 'Renamed' }, thinkPad),
    });
    await pickIn(screen, thinkPad);
    const before = screen.calls.length;
    await save(screen);
    expect(screen.calls.slice(before)).toEqual([
      { functionKey: 'view', payload: { objectIds: [pro14.objectId, thinkPad.objectId] } },
    ]);
    expect(screen.submitted).toMatchObject([{ labels: ['Renamed', thinkPad.label] }]);
  });

  test.each([
    ['on an issue, by a change', 'issue-view', true],
    ['on an issue, by confirming labels alone', 'issue-view', false],
    ['in a form', 'issue-transition', true],
  ])(
    'keeps the label of an id of another type that somebody wrote, %s',
    async (_, renderContext, picks) => {
      const planted = { ...pro16, label: 'Anything' };
      const screen = await edit({
        ...{ renderContext, fieldValue: { objects: [pro14, planted] } },
        view: () => found({ ...pro14, label: 'Renamed' }, pro16, thinkPad),
        own: () => ok({ objectIds: [pro14.objectId] }),
      });
      if (picks) await pickIn(screen, thinkPad);
      if (renderContext === 'issue-view') await confirm(screen);
      const labels = ['Renamed', 'Anything', ...(picks ? [thinkPad.label] : [])];
      expect(screen.submitted.at(-1)).toMatchObject({ labels });
      const renamedIds = [pro14.objectId, planted.objectId];
      expect(screen.payloadsOf('own')[0]).toEqual({ objectIds: renamedIds });
    },
  );

  test('keeps all labels where nobody says which objects are the field’s own', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      view: () => found({ ...pro14, label: 'Renamed' }),
      own: () => consent,
    });
    await pickIn(screen, thinkPad);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ labels: [pro14.label, thinkPad.label] }]);
  });

  test('keeps id and label of an object that the person may not see', async () => {
    const screen = await edit({
      fieldValue: { objects: [pro14] },
      view: () => found(thinkPad),
    });
    await pickIn(screen, thinkPad);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14, thinkPad] }]);
  });

  test.each([
    ['the account is not connected', () => consent],
    ['the app cannot be reached', () => Promise.reject(new Error('offline'))],
  ])('saves the pick with the labels it knows where %s', async (_, view) => {
    const screen = await edit({ view });
    await pickIn(screen, pro14);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }]);
  });

  test('stores no symbol, however it shows the object', async () => {
    const withSymbol = { ...pro14, symbol: '💻' };
    const screen = await edit({ search: () => found(withSymbol), view: () => found(withSymbol) });
    await pickIn(screen, '💻 MacBook Pro 14');
    expect(picker(screen).chosen()).toEqual(['💻 MacBook Pro 14']);
    await save(screen);
    expect(JSON.stringify(screen.submitted)).not.toContain('💻');
    expect(screen.submitted).toMatchObject([{ objects: [pro14], labels: [pro14.label] }]);
  });

  test('clears the field with null', async () => {
    const screen = await edit({ fieldValue: { objects: [pro14] } });
    await picker(screen).remove(pro14.label);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });

  test('submits once where the host asks twice', async () => {
    const screen = await edit({ fieldValue: { objects: [pro14] } });
    await pickIn(screen, thinkPad);
    const { onSubmit } = screen.get('CustomFieldEdit').props as { onSubmit: () => void };
    onSubmit();
    onSubmit();
    await settle();
    expect(screen.submitted).toHaveLength(1);
  });

  test('keeps the picks and says so where Jira refuses them', async () => {
    const screen = await edit({ submit: () => Promise.reject(new Error('400')) });
    const { chosen } = picker(screen);
    await pickIn(screen, pro14);
    await save(screen);
    expect(screen.text()).toContain('couldn’t be saved');
    expect(chosen()).toEqual([pro14.label]);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }, { objects: [pro14] }]);
  });

  test.each([
    [
      { version: 9, items: [1] },
      [],
      'This field’s value can’t be read. Saving a change replaces it.',
    ],
    [
      { objects: [{ id: 7 }, pro14] },
      [pro14],
      'Part of this field’s value can’t be read. Saving a change removes that part.',
    ],
  ])(
    'leaves %j alone, of which something can’t be read, until the person changes it',
    async (fieldValue, readable, text) => {
      const screen = await edit({ fieldValue });
      expect(screen.text()).toContain(text);
      await save(screen);
      expect(screen.submitted).toEqual([]);
      expect(screen.closed()).toBe(true);
      await pickIn(screen, thinkPad);
      await save(screen);
      expect(screen.submitted).toMatchObject([{ objects: [...readable, thinkPad] }]);
    },
  );

  test('keeps an id that can be no object, and reads the other labels again', async () => {
    const odd = { objectId: 'x'.repeat(300), label: 'Odd one' };
    const screen = await edit({
      fieldValue: { objects: [odd, pro14] },
      view: () => found({ ...pro14, label: 'Renamed' }),
    });
    await pickIn(screen, thinkPad);
    await save(screen);
    expect(screen.calls.at(-1)).toEqual({
      functionKey: 'view',
      payload: { objectIds: [pro14.objectId, thinkPad.objectId] },
    });
    expect(screen.submitted).toMatchObject([
      { objects: [odd, { ...pro14, label: 'Renamed' }, thinkPad] },
    ]);
  });

  test('stores labels up to 255 characters', async () => {
    const long = { ...pro14, label: 'x'.repeat(10_000) };
    const screen = await edit({ search: () => found(long) });
    await pickIn(screen, `${'x'.repeat(20)}…${'x'.repeat(19)}`);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ labels: [`${'x'.repeat(254)}…`] }]);
  });
});

describe('two people editing one field', () => {
  const fieldValue = { objects: [pro14] };

  test.each([
    ['added another object', { objects: [pro14, pro16] }, [pro14, pro16, thinkPad]],
    ['took the first away', { objects: [] }, [thinkPad]],
    ['cleared the field', null, [thinkPad]],
    ['added the same object', { objects: [pro14, thinkPad] }, [pro14, thinkPad]],
    ['left what cannot be read', 'text', [pro14, thinkPad]],
  ])('keeps both changes where the other %s', async (_, storedMeanwhile, objects) => {
    const screen = await edit({ fieldValue, storedMeanwhile });
    await pickIn(screen, thinkPad);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects }]);
  });

  test('takes away what the person took away, and nothing that they never saw', async () => {
    const screen = await edit({ fieldValue, storedMeanwhile: { objects: [pro16, pro14] } });
    await picker(screen).remove(pro14.label);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [pro16] }]);
  });

  test('lets the later change win where the field takes one object', async () => {
    const storedMeanwhile = { objects: [pro16] };
    const screen = await edit({ cardinality: 'one', fieldValue, storedMeanwhile });
    await pickIn(screen, thinkPad);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [thinkPad] }]);
  });
});

describe('more objects than the field takes by now', () => {
  const fieldValue = { objects: [pro14, pro16, thinkPad] };

  test('are all shown and left as they are until the field is changed, and then have to be reduced', async () => {
    const screen = await edit({ cardinality: 'one', fieldValue });
    expect(picker(screen).chosen()).toEqual([pro14.label, pro16.label, thinkPad.label]);
    expect(screen.all('ErrorMessage')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.closed()).toBe(true);
    await picker(screen).remove(pro14.label);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(textOf(screen.get('ErrorMessage'))).toContain('Remove 1');
    await picker(screen).remove(pro16.label);
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [thinkPad] }]);
  });

  test('asks to reduce 1,000 objects to what a field holds, once the field is changed', async () => {
    const objects = Array.from({ length: 1_000 }, (_, index) => ({
      objectId: pro14.objectId.replace(/.{4}$/, String(1_000 + index)),
      label: `Laptop ${index}`,
    }));
    const screen = await edit({ fieldValue: { objects } });
    expect(screen.text()).toContain('Show all 1000');
    await picker(screen).remove('Laptop 7');
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(textOf(screen.get('ErrorMessage'))).toContain('up to 100 objects. Remove 899');
  });
});

describe('in a form', () => {
  test.each(['issue-create', 'issue-transition'])(
    'submits each change: %s',
    async (renderContext) => {
      const screen = await edit({ renderContext });
      const { remove } = picker(screen);
      await pickIn(screen, pro14, thinkPad);
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

  test('submits nothing by leaving the field untouched', async () => {
    const screen = await edit({ renderContext: 'issue-create' });
    await save(screen);
    expect(screen.submitted).toEqual([]);
  });

  test('submits again where a label turns out to be another one after a change', async () => {
    const late = deferred<unknown>();
    const screen = await edit({
      renderContext: 'issue-transition',
      fieldValue: { objects: [pro14] },
      view: () => late.promise,
    });
    await pickIn(screen, thinkPad);
    late.resolve(found({ ...pro14, label: 'Renamed' }));
    await settle();
    expect(screen.submitted).toMatchObject([
      { labels: [pro14.label, thinkPad.label] },
      { labels: ['Renamed', thinkPad.label] },
    ]);
  });

  test('submits one change after the other, and what went back to an earlier one again', async () => {
    const answers = [deferred<unknown>(), deferred<unknown>(), deferred<unknown>()];
    const pending = [...answers];
    const screen = await edit({
      renderContext: 'issue-create',
      submit: () => pending.shift()?.promise,
    });
    const { pick, remove } = picker(screen);
    await pickIn(screen, pro14);
    answers[0]?.resolve(true);
    await settle();
    await pick(thinkPad.label);
    await remove(thinkPad.label);
    expect(screen.submitted).toMatchObject([{ objects: [pro14] }, { objects: [pro14, thinkPad] }]);
    answers[1]?.resolve(true);
    await settle();
    expect(screen.submitted.slice(2)).toMatchObject([{ objects: [pro14] }]);
  });

  test('goes back after a refusal, and says no more that it failed', async () => {
    const refusals = [undefined, new Error('400')];
    const screen = await edit({
      renderContext: 'issue-create',
      submit: () => {
        const refusal = refusals.shift();
        return refusal ? Promise.reject(refusal) : true;
      },
    });
    const { remove } = picker(screen);
    await pickIn(screen, pro14, thinkPad);
    expect(screen.text()).toContain('couldn’t be saved');
    await remove(thinkPad.label);
    expect(screen.text()).not.toContain('couldn’t be saved');
    expect(screen.submitted).toMatchObject([
      { objects: [pro14] },
      { objects: [pro14, thinkPad] },
      { objects: [pro14] },
    ]);
  });
});
