import { describe, expect, test } from 'vitest';
import {
  cesis,
  chosen,
  city,
  country,
  editCascade,
  geography,
  latvia,
  levelPicker,
  liepaja,
  messages,
  path,
  pickDown,
  region,
  stored,
  valmiera,
  vidzeme,
  type Level,
} from '../support/cascade-editor';
import { confirm, save } from '../support/editor';
import { textOf } from '../support/ui-host';
import { ok, consent } from '../support/replies';

describe('values of another making', () => {
  test('puts a bare value on the last level, which says what comes first, and where it can be taken away', async () => {
    const screen = await editCascade({ fieldValue: { objects: [valmiera] } });
    expect(chosen(screen)).toEqual([[], [], [valmiera.label]]);
    await levelPicker(screen, city).focus();
    expect(screen.payloadsOf('cascadeSearch')).toEqual([]);
    const hints = screen.all('Box').filter(({ props }) => props.role === 'status');
    expect(hints.map(textOf)).toEqual(['', '', 'Choose Region first']);
    await levelPicker(screen, city).remove(valmiera.label);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });

  test.each([
    [
      ['Baltics'],
      'Baltics was chosen on a level that has since been removed from this field. Saving a change removes it here too.',
    ],
    [
      ['Baltics', 'Nordics'],
      'Baltics, Nordics were chosen on levels that have since been removed from this field. Saving a change removes them here too.',
    ],
  ])('says what a save removes of levels that are gone: %j', async (labels, message) => {
    const objects = labels.map((label) => ({ objectId: label, label }));
    const gone = { levelId: 'older', objects };
    const screen = await editCascade({ fieldValue: { ...path, levels: [gone, ...path.levels] } });
    expect(messages(screen)).toEqual([message]);
    await pickDown(screen, [city, cesis]);
    await save(screen);
    expect(screen.submitted).toEqual([stored([latvia], [vidzeme], [cesis])]);
  });

  test('asks to reduce more objects than a level takes by now, once the field is changed', async () => {
    const screen = await editCascade({
      fieldValue: stored([latvia], [vidzeme], [valmiera, cesis, liepaja]),
    });
    expect(levelPicker(screen, city).chosen()).toHaveLength(3);
    expect(messages(screen)).toEqual([]);
    await levelPicker(screen, city).remove(liepaja.label);
    await save(screen);
    expect(messages(screen)).toEqual(['City now takes one object. Remove 1 to save your change.']);
    expect(screen.submitted).toEqual([]);
    await levelPicker(screen, city).remove(cesis.label);
    await save(screen);
    expect(screen.submitted).toEqual([path]);
  });

  test.each([
    ['text', 'This field’s value can’t be read. Saving a change replaces it.'],
    [{ objects: 'none' }, 'This field’s value can’t be read. Saving a change replaces it.'],
    [
      { ...path, levels: 'none' },
      'Part of this field’s value can’t be read. Saving a change removes that part.',
    ],
    [
      { ...path, objects: 'none' },
      'Part of this field’s value can’t be read. Saving a change removes that part.',
    ],
  ])(
    'says if all or part of %j can’t be read, and leaves it alone',
    async (fieldValue, message) => {
      const screen = await editCascade({ fieldValue });
      expect(screen.text()).toContain(message);
      await save(screen);
      expect(screen.submitted).toEqual([]);
    },
  );
});

describe('a field that cannot be used', () => {
  test.each([
    [path, 'Latvia / Vidzeme / Valmiera\nNot configured.'],
    [undefined, 'Not configured.'],
  ])('says why, and keeps the path on the screen without a gap: %j', async (fieldValue, text) => {
    const problem = { kind: 'problem', code: 'X', message: 'Not configured.', canRetry: false };
    const screen = await editCascade({ fieldValue, functions: { cascadeField: () => problem } });
    expect(screen.text()).toBe(text);
    expect(screen.all('Stack').filter(({ children }) => children.length === 0)).toEqual([]);
    await save(screen);
    expect(screen.closed()).toBe(true);
  });

  test('brings what is known of the stored path once the person has connected, and leaves their changes', async () => {
    let isConnected = false;
    const geo = geography([country, region, city]);
    const onceConnected = (answer: (payload: Record<string, unknown>) => unknown) => {
      return (payload: Record<string, unknown>) => (isConnected ? answer(payload) : consent);
    };
    const screen = await editCascade({
      fieldValue: stored([{ ...latvia, label: 'Latvija' }], [vidzeme], [valmiera]),
      functions: {
        cascadeSearch: onceConnected(geo.cascadeSearch),
        view: onceConnected(geo.view),
      },
    });
    await levelPicker(screen, country).focus();
    await levelPicker(screen, city).remove(valmiera.label);
    expect(chosen(screen)).toEqual([['Latvija'], [vidzeme.label], []]);
    isConnected = true;
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], []]);
    await pickDown(screen, [city, cesis]);
    expect(screen.payloadsOf('view')).toHaveLength(2);
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], [cesis.label]]);
  });

  test('does not close where a level cannot be searched', async () => {
    const screen = await editCascade({ functions: { cascadeSearch: () => consent } });
    await levelPicker(screen, country).focus();
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
  });
});

const livland = { ...vidzeme, label: 'Livland' };
const view = (...objects: (typeof latvia)[]) => ({
  view: () => ok({ objects: objects.map((object) => ({ ...object, attributes: [] })) }),
});
const open = (objects: (typeof latvia)[], levels: Level[] = [country, region, city]) =>
  editCascade({ levels, fieldValue: path, functions: view(...objects) });

test('says on each level which object was renamed, deleted or hidden since', async () => {
  const screen = await open([livland, valmiera]);
  expect(chosen(screen)).toEqual([[latvia.label], [livland.label], [valmiera.label]]);
  expect(screen.all('Text').map(textOf)).toEqual([
    'Latvia: deleted, or you don’t have access',
    'Livland: saved as “Vidzeme”',
  ]);
});

test('stores the new name of any level where the person confirms, without any other change', async () => {
  const screen = await open([latvia, livland, valmiera]);
  expect(messages(screen)).toEqual(['Confirm to save the new names.']);
  await confirm(screen);
  expect(screen.submitted).toEqual([stored([latvia], [livland], [valmiera])]);
});

test('stores a new name also where the last level was added since, and ends the path where it did', async () => {
  const street = { ...city, levelId: 'street', name: 'Street', needs: [city.levelId] };
  const screen = await open([latvia, livland, valmiera], [country, region, city, street]);
  await confirm(screen);
  expect(screen.submitted).toMatchObject([{ objects: [valmiera] }]);
});

test('leaves a path alone that has a level which was removed since', async () => {
  const screen = await open([latvia, livland, valmiera], [country, { ...city, needs: [] }]);
  await confirm(screen);
  expect(screen.submitted).toEqual([]);
  expect(screen.closed()).toBe(true);
});

test('stores the path that others picked meanwhile by its new names', async () => {
  const screen = await editCascade({
    fieldValue: stored([latvia], [vidzeme], []),
    functions: view(latvia, livland, valmiera),
    storedMeanwhile: path,
  });
  await confirm(screen);
  expect(screen.submitted).toEqual([stored([latvia], [livland], [valmiera])]);
});
