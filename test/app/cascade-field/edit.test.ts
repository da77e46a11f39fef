import { describe, expect, test } from 'vitest';
import { save } from '../support/editor';
import {
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
  path,
  pickDown,
  region,
  stored,
  valmiera,
  vidzeme,
  vilnius,
  vilniusRegion,
} from '../support/cascade-editor';
import { deferred, settle } from '../support/ui-host';
import { ok, consent } from '../support/replies';

const harbourId = '0c0c0c0c-0000-4000-8000-0000000000aa';
const many = { ...city, isMultiple: true };

describe('the levels', () => {
  test.each([
    ['nothing in a create dialog', 'issue-create', null, []],
    ['for the stored path on an issue', 'issue-view', path, ['view']],
    ['for the stored path on a transition', 'issue-transition', path, ['view']],
  ])('ask, before one has the focus, %s', async (_, renderContext, fieldValue, functionKeys) => {
    const screen = await editCascade({ renderContext, fieldValue });
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual([
      'cascadeField',
      ...functionKeys,
    ]);
  });

  test('stand one below the other, each with its name, and say for which level they wait', async () => {
    const screen = await editCascade();
    expect(screen.text()).toBe('Country\nRegion\nCity');
    const inputIds = screen.all('Select').map(({ props }) => props.inputId);
    expect(screen.all('Label').map(({ props }) => props.labelFor)).toEqual(inputIds);
    const propsOf = (level: typeof city) => levelPicker(screen, level).select().props;
    const waitsFor = (name: string) => ({ isDisabled: true, placeholder: `Choose ${name} first` });
    expect(propsOf(region)).toMatchObject(waitsFor('Country'));
    expect(propsOf(city)).toMatchObject(waitsFor('Region'));
    await pickDown(screen, [country, latvia]);
    expect(propsOf(region)).toMatchObject({ isDisabled: false, placeholder: 'Type to search' });
    expect(propsOf(city)).toMatchObject({ isDisabled: true });
    await levelPicker(screen, region).focus();
    expect(levelPicker(screen, region).options()).toEqual([vidzeme.label, kurzeme.label]);
    expect(screen.payloadsOf('cascadeSearch').at(-1)).toEqual({
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

  test.each([
    [country, latvia, [[], [], []], 'Region and City depend on Country, so they were cleared.'],
    [region, vidzeme, [[latvia.label], [], []], 'City depends on Region, so it was cleared.'],
  ])('asks nothing where the parent is cleared: $name', async (level, place, left, said) => {
    const screen = await editCascade({ fieldValue: path });
    await levelPicker(screen, level).remove(place.label);
    expect(chosen(screen)).toEqual(left);
    expect(messages(screen)).toContain(said);
    expect(screen.payloadsOf('cascadeAllowed')).toEqual([]);
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
    expect(screen.payloadsOf('cascadeAllowed')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([stored([latvia, lithuania], [hidden], [valmiera])]);
  });

  test('is checked where another parent may allow less', async () => {
    const screen = await editCascade({
      levels: [severalCountries, { ...region, growsWith: [] }, city],
      fieldValue: path,
    });
    await pickDown(screen, [country, lithuania]);
    expect(screen.payloadsOf('cascadeAllowed')).toHaveLength(1);
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
    const harbour = { ...country, levelId: harbourId, name: 'Harbour', needs: [country.levelId] };
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

const create = (options: Parameters<typeof editCascade>[0]) =>
  editCascade({ renderContext: 'issue-create', fieldValue: path, ...options });
const removed = (labels: string) =>
  `${labels} available for this project and work type, so they were removed.`;

describe('a create form that changed its project or work type after a path was picked', () => {
  const odd = stored([latvia], [vilniusRegion], [vilnius]);

  test('keeps a path that is offered there, and says nothing', async () => {
    const screen = await create({});
    expect(screen.payloadsOf('cascadeOffered')).toMatchObject([{ selections: [{}, {}, {}] }]);
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], [valmiera.label]]);
    expect(messages(screen)).toEqual([]);
    expect(screen.submitted).toMatchObject([
      { objects: [], unfinished: expect.stringContaining('Wait until') as string },
      path,
    ]);
  });

  test('takes away what isn’t available, with what hangs on it, says so, and asks for the rest', async () => {
    const screen = await create({ fieldValue: odd });
    expect(chosen(screen)).toEqual([[latvia.label], [], []]);
    expect(messages(screen)).toEqual([removed('Vilnius Region, Vilnius aren’t')]);
    expect(screen.submitted.at(-1)).toMatchObject({
      objects: [],
      unfinished: 'Choose Region and City, or clear the whole field.',
    });
    await pickDown(screen, [region, vidzeme], [city, valmiera]);
    expect(screen.submitted.at(-1)).toEqual(path);
  });

  test('takes a path that wasn’t finished for what it is', async () => {
    const unfinished = { ...stored([lithuania], [], []), unfinished: 'Choose City.' };
    const screen = await create({ fieldValue: unfinished });
    expect(chosen(screen)).toEqual([[lithuania.label], [], []]);
    expect(screen.submitted.at(-1)).toMatchObject({
      unfinished: expect.stringContaining('Region') as string,
    });
  });

  test('takes away what the levels there have no place for', async () => {
    const other = { ...country, levelId: '0c0c0c0c-0000-4000-8000-000000000999' };
    const screen = await create({ levels: [other] });
    expect(screen.submitted.at(-1)).toBeNull();
    expect(messages(screen)).toEqual([removed('Latvia, Vidzeme, Valmiera aren’t')]);
  });

  test('asks in place to connect, once, and keeps the path', async () => {
    const screen = await create({
      isConnected: false,
      functions: { cascadeOffered: () => consent },
    });
    expect(screen.text()).toContain('to check whether your picks are available here');
    expect(screen.all('LinkButton')).toHaveLength(1);
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], [valmiera.label]]);
    expect(screen.submitted.at(-1)).toMatchObject({
      unfinished: 'Your picks couldn’t be checked. Try again, or remove them.',
    });
  });
});

describe('a create form', () => {
  test('tells someone who hasn’t connected so on the first level, before they click', async () => {
    const screen = await create({
      fieldValue: null,
      isConnected: false,
      levels: [country, { ...region, needs: [] }],
      functions: { cascadeSearch: () => consent },
    });
    expect(screen.text()).toContain('Connect your Workspace Data Service account to search.');
    expect(screen.all('LinkButton')).toHaveLength(1);
    expect(screen.payloadsOf('cascadeSearch')).toEqual([]);
  });

  test('marks the levels to choose before it can be sent, so that it can lead there', async () => {
    const required = () =>
      [country, region, city].filter(
        (level) => levelPicker(screen, level).select().props.isRequired === true,
      );
    const screen = await create({ fieldValue: null });
    expect(required()).toEqual([]);
    await pickDown(screen, [country, latvia]);
    expect(required()).toEqual([region, city]);
    await pickDown(screen, [region, vidzeme], [city, valmiera]);
    expect(required()).toEqual([]);
  });
});
