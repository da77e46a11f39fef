import { describe, expect, test } from 'vitest';
import { consent, save } from '../support/editor';
import {
  calls,
  cesis,
  chosen,
  city,
  country,
  editCascade,
  kurzeme,
  latvia,
  levelPicker,
  liepaja,
  lithuania,
  messages,
  ok,
  path,
  pickDown,
  region,
  stored,
  valmiera,
  vidzeme,
} from '../support/cascade-editor';
import { deferred, settle } from '../support/ui-host';

const harbourId = '0c0c0c0c-0000-4000-8000-0000000000aa';
const many = { ...city, isMultiple: true };

describe('the levels', () => {
  test.each([
    ['nothing in a create dialog', 'issue-create', null, []],
    ['for the stored path on an issue', 'issue-view', path, ['view']],
    ['for the stored path on a transition', 'issue-transition', path, ['view']],
  ])(
    'ask the service, before one has the focus, %s',
    async (_, renderContext, fieldValue, functionKeys) => {
      const screen = await editCascade({ renderContext, fieldValue });
      expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual([
        'cascadeField',
        ...functionKeys,
      ]);
    },
  );

  test('stand one below the other, each with its name', async () => {
    const screen = await editCascade();
    expect(screen.text()).toBe('Country\nRegion\nCity');
    const inputIds = screen.all('Select').map(({ props }) => props.inputId);
    expect(screen.all('Label').map(({ props }) => props.labelFor)).toEqual(inputIds);
  });

  test('wait for what they need, and say for which level', async () => {
    const screen = await editCascade();
    const propsOf = (level: typeof city) => levelPicker(screen, level).select().props;
    expect(propsOf(region)).toMatchObject({
      isDisabled: true,
      placeholder: 'Choose Country first',
    });
    expect(propsOf(city)).toMatchObject({ isDisabled: true, placeholder: 'Choose Region first' });
    await pickDown(screen, [country, latvia]);
    expect(propsOf(region)).toMatchObject({ isDisabled: false, placeholder: 'Type to search' });
    expect(propsOf(city)).toMatchObject({ isDisabled: true });
  });

  test('offer what fits the selection above, and send no other selection', async () => {
    const screen = await editCascade();
    await pickDown(screen, [country, latvia]);
    await levelPicker(screen, region).focus();
    expect(levelPicker(screen, region).options()).toEqual([vidzeme.label, kurzeme.label]);
    expect(calls(screen, 'cascadeSearch').at(-1)).toEqual({
      levelId: region.levelId,
      text: '',
      selections: [{ levelId: country.levelId, objects: [latvia] }],
    });
  });

  test('take one object or several, as configured', async () => {
    const screen = await editCascade({ levels: [country, region, many], fieldValue: path });
    await pickDown(screen, [many, cesis]);
    expect(levelPicker(screen, many).chosen()).toEqual([valmiera.label, cesis.label]);
    await pickDown(screen, [region, kurzeme]);
    expect(levelPicker(screen, region).chosen()).toEqual([kurzeme.label]);
  });
});

describe('changing a parent', () => {
  const hidden = { ...vidzeme, objectId: '0c0c0c0c-0000-4000-8000-00000000fffe' };

  test('clears only what its query no longer allows below, and says so', async () => {
    const screen = await editCascade({
      levels: [country, region, many],
      fieldValue: stored([latvia], [vidzeme], [valmiera, cesis]),
    });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [], []]);
    expect(messages(screen)).toEqual([
      'Vidzeme isn’t available for Lithuania, so Region and City were cleared.',
      'Not saved yet. Choose Region and City to save your change, or clear the whole field.',
    ]);
  });

  test('keeps what still fits', async () => {
    const levels = [{ ...country, isMultiple: true }, region, city];
    const screen = await editCascade({ levels, fieldValue: path });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([
      [latvia.label, lithuania.label],
      [vidzeme.label],
      [valmiera.label],
    ]);
    expect(messages(screen)).toEqual([]);
  });

  test('takes only some of several away', async () => {
    const levels = [{ ...country, isMultiple: true }, { ...region, isMultiple: true }, many];
    const screen = await editCascade({
      levels,
      fieldValue: stored([latvia], [vidzeme, kurzeme], [valmiera, liepaja]),
    });
    await levelPicker(screen, region).remove(kurzeme.label);
    expect(levelPicker(screen, city).chosen()).toEqual([valmiera.label]);
    expect(messages(screen)).toEqual([
      'Liepāja isn’t available for Vidzeme, so it was removed from City.',
    ]);
  });

  test('asks the service nothing where the parent is cleared', async () => {
    const screen = await editCascade({ fieldValue: path });
    await levelPicker(screen, country).remove(latvia.label);
    expect(chosen(screen)).toEqual([[], [], []]);
    expect(messages(screen)).toEqual(['Region and City depend on Country, so they were cleared.']);
    expect(calls(screen, 'cascadeAllowed')).toEqual([]);
  });

  test('says so of a level that stands alone', async () => {
    const screen = await editCascade({ fieldValue: path });
    await levelPicker(screen, region).remove(vidzeme.label);
    expect(messages(screen)).toContain('City depends on Region, so it was cleared.');
  });

  test('gives up what the editor cannot see once its parent is another', async () => {
    const screen = await editCascade({ fieldValue: stored([latvia], [hidden], [valmiera]) });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [], []]);
  });

  const severalCountries = { ...country, isMultiple: true };

  test('keeps what the editor cannot see, and asks nothing, where another parent can only allow more', async () => {
    const screen = await editCascade({
      levels: [severalCountries, region, city],
      fieldValue: stored([latvia], [hidden], [valmiera]),
    });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([
      [latvia.label, lithuania.label],
      [hidden.label],
      [valmiera.label],
    ]);
    expect(calls(screen, 'cascadeAllowed')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([stored([latvia, lithuania], [hidden], [valmiera])]);
  });

  test('is checked where another parent may allow less', async () => {
    const screen = await editCascade({
      levels: [severalCountries, { ...region, growsWith: [] }, city],
      fieldValue: path,
    });
    await pickDown(screen, [country, lithuania]);
    expect(calls(screen, 'cascadeAllowed')).toHaveLength(1);
  });

  test('keeps everything and saves nothing while the rest cannot be checked', async () => {
    const answers = [consent];
    const functions = { cascadeAllowed: () => answers.shift() ?? ok({ levels: [] }) };
    const screen = await editCascade({ fieldValue: path, functions });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [vidzeme.label], [valmiera.label]]);
    expect(screen.text()).toContain('isn’t complete yet');
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
    answers.push(consent);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    await screen.act(screen.get('LoadingButton'), 'onClick');
    expect(screen.text()).not.toContain('isn’t complete yet');
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [valmiera] }]);
  });

  test('counts only the answer about the newest selections', async () => {
    const first = deferred<unknown>();
    const answers = [first.promise, ok({ levels: [] })];
    const screen = await editCascade({
      fieldValue: path,
      functions: { cascadeAllowed: () => answers.shift() },
    });
    await pickDown(screen, [country, lithuania], [country, latvia]);
    first.resolve(ok({ levels: [{ levelId: region.levelId, objectIds: [] }] }));
    await settle();
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], [valmiera.label]]);
  });

  test('has what depends on each of two changed levels checked', async () => {
    const harbour = {
      ...country,
      levelId: harbourId,
      name: 'Harbour',
      needs: [country.levelId],
      growsWith: [],
    };
    const first = deferred<unknown>();
    const below = new Map([
      [country.levelId, harbour],
      [region.levelId, city],
    ]);
    const cascadeAllowed = async ({ changedLevelId }: Record<string, unknown>) => {
      await first.promise;
      const { levelId } = below.get(String(changedLevelId)) ?? city;
      return ok({ levels: [{ levelId, objectIds: [] }] });
    };
    const value = stored([latvia], [vidzeme], [valmiera]);
    const screen = await editCascade({
      levels: [country, { ...region, needs: [] }, harbour, city],
      fieldValue: {
        ...value,
        levels: [...value.levels, { levelId: harbourId, objects: [liepaja] }],
      },
      functions: { cascadeAllowed },
    });
    await pickDown(screen, [country, lithuania], [region, kurzeme]);
    first.resolve(undefined);
    await settle();
    expect(levelPicker(screen, harbour).chosen()).toEqual([]);
    expect(levelPicker(screen, city).chosen()).toEqual([]);
  });

  test('is checked before a save that comes at once', async () => {
    const answer = deferred<unknown>();
    const screen = await editCascade({
      levels: [{ ...country, isMultiple: true }, region, city],
      fieldValue: path,
      functions: { cascadeAllowed: () => answer.promise },
    });
    await pickDown(screen, [country, lithuania]);
    const saving = save(screen);
    answer.resolve(ok({ levels: [] }));
    await saving;
    expect(screen.submitted).toMatchObject([{ objects: [valmiera] }]);
  });
});
