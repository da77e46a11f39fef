import { describe, expect, it } from 'vitest';
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
  vilnius,
  vilniusRegion,
} from '../support/cascade-editor';
import { deferred, settle, textOf } from '../support/ui-host';

const harbourId = '0c0c0c0c-0000-4000-8000-0000000000aa';
const many = { ...city, isMultiple: true };
const limbazi = { objectId: '0c0c0c0c-0000-4000-8000-0000000000bb', label: 'Limbaži' };
const otherPath = stored([latvia], [vidzeme], [cesis]);

describe('the levels', () => {
  it.each(['issue-view', 'issue-create', 'issue-transition'])(
    'ask the service nothing before one has the focus: %s',
    async (renderContext) => {
      const screen = await editCascade({ renderContext, fieldValue: path });
      expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['cascadeField']);
    },
  );

  it('stand one below the other, each with its name', async () => {
    const screen = await editCascade();
    expect(screen.text()).toBe('Country\nRegion\nCity');
    const inputIds = screen.all('Select').map(({ props }) => props.inputId);
    expect(screen.all('Label').map(({ props }) => props.labelFor)).toEqual(inputIds);
  });

  it('wait for what they need, and say for which level', async () => {
    const screen = await editCascade();
    const propsOf = (level: typeof city) => levelPicker(screen, level).select().props;
    expect(propsOf(region)).toMatchObject({
      isDisabled: true,
      placeholder: 'Choose a Country first',
    });
    expect(propsOf(city)).toMatchObject({ isDisabled: true, placeholder: 'Choose a Region first' });
    await pickDown(screen, [country, latvia]);
    expect(propsOf(region)).toMatchObject({ isDisabled: false, placeholder: 'Type to search' });
    expect(propsOf(city)).toMatchObject({ isDisabled: true });
  });

  it('offer what fits the selection above, and send no other selection', async () => {
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

  it('take one object or several, as configured', async () => {
    const screen = await editCascade({ levels: [country, region, many], fieldValue: path });
    await pickDown(screen, [many, cesis]);
    expect(levelPicker(screen, many).chosen()).toEqual([valmiera.label, cesis.label]);
    await pickDown(screen, [region, kurzeme]);
    expect(levelPicker(screen, region).chosen()).toEqual([kurzeme.label]);
  });
});

describe('changing a parent', () => {
  it('clears only what its query no longer allows below, and says so', async () => {
    const screen = await editCascade({
      levels: [country, region, many],
      fieldValue: stored([latvia], [vidzeme], [valmiera, cesis]),
    });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [], []]);
    expect(messages(screen)).toEqual([
      'Cleared Region: Vidzeme is not in Lithuania.',
      'Cleared City: choose a Region first.',
      'Choose a Region to save your change, or clear the other levels.',
    ]);
  });

  it('keeps what still fits', async () => {
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

  it('takes only some of several away', async () => {
    const levels = [{ ...country, isMultiple: true }, { ...region, isMultiple: true }, many];
    const screen = await editCascade({
      levels,
      fieldValue: stored([latvia], [vidzeme, kurzeme], [valmiera, liepaja]),
    });
    await levelPicker(screen, region).remove(kurzeme.label);
    expect(levelPicker(screen, city).chosen()).toEqual([valmiera.label]);
    expect(messages(screen)).toEqual(['Removed from City: Liepāja is not in Vidzeme.']);
  });

  it('asks the service nothing where the parent is cleared', async () => {
    const screen = await editCascade({ fieldValue: path });
    await levelPicker(screen, country).remove(latvia.label);
    expect(chosen(screen)).toEqual([[], [], []]);
    expect(calls(screen, 'cascadeAllowed')).toEqual([]);
  });

  it('gives up what the editor cannot see once its parent is another', async () => {
    const hidden = { ...vidzeme, objectId: '0c0c0c0c-0000-4000-8000-00000000ffff' };
    const screen = await editCascade({ fieldValue: stored([latvia], [hidden], [valmiera]) });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [], []]);
  });

  it('keeps everything and saves nothing while the rest cannot be checked', async () => {
    const answers = [consent];
    const functions = { cascadeAllowed: () => answers.shift() ?? ok({ levels: [] }) };
    const screen = await editCascade({ fieldValue: path, functions });
    await pickDown(screen, [country, lithuania]);
    expect(chosen(screen)).toEqual([[lithuania.label], [vidzeme.label], [valmiera.label]]);
    expect(screen.text()).toContain("isn't saved yet");
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
    answers.push(consent);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    screen.fire(screen.get('LoadingButton'), 'onClick');
    await settle();
    expect(screen.text()).not.toContain("isn't saved yet");
    await save(screen);
    expect(screen.submitted).toMatchObject([{ objects: [valmiera] }]);
  });

  it('counts only the answer about the newest selections', async () => {
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

  it('has what depends on each of two changed levels checked', async () => {
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

  it('is checked before a save that comes at once', async () => {
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

describe('saving on an issue', () => {
  it('stores the path with the labels of today, read in one call', async () => {
    const renamed = { ...latvia, label: 'Republic of Latvia' };
    const screen = await editCascade({
      fieldValue: path,
      functions: { cascadeLabels: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis]);
    await save(screen);
    expect(calls(screen, 'cascadeLabels')).toEqual([
      { objectIds: [latvia, vidzeme, cesis].map(({ objectId }) => objectId) },
    ]);
    expect(screen.submitted).toEqual([stored([renamed], [vidzeme], [cesis])]);
  });

  it('writes nothing and asks nothing where the person changed nothing, and closes', async () => {
    const screen = await editCascade({ fieldValue: path });
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['cascadeField']);
    expect(screen.closed()).toBe(true);
  });

  it('needs an object on the last level: says what to choose, and keeps what was picked', async () => {
    const screen = await editCascade();
    await pickDown(screen, [country, latvia]);
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
    expect(screen.all('ErrorMessage')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    const message = 'Choose a Region to save your change, or clear the other levels.';
    expect(textOf(screen.get('ErrorMessage'))).toBe(message);
    expect(chosen(screen)).toEqual([[latvia.label], [], []]);
    await pickDown(screen, [region, vidzeme], [city, valmiera]);
    await save(screen);
    expect(screen.submitted).toEqual([path]);
  });

  it('stores null where everything is cleared, also while the service is away', async () => {
    const screen = await editCascade({
      fieldValue: path,
      functions: { cascadeAllowed: () => consent, cascadeLabels: () => consent },
    });
    await levelPicker(screen, country).remove(latvia.label);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });

  it('keeps the picks and says so where Jira refuses them', async () => {
    const screen = await editCascade({
      fieldValue: path,
      submit: () => Promise.reject(new Error('400')),
    });
    await pickDown(screen, [city, cesis]);
    await save(screen);
    expect(messages(screen)).toEqual([expect.stringContaining("couldn't be saved")]);
    expect(chosen(screen)).toEqual([[latvia.label], [vidzeme.label], [cesis.label]]);
  });
});

describe('two people editing one cascade', () => {
  const levels = [country, region, many];

  it.each([
    ['added another object', [valmiera, limbazi], [valmiera, limbazi, cesis]],
    ['took the first away', [limbazi], [limbazi, cesis]],
    ['added the same object', [valmiera, cesis], [valmiera, cesis]],
  ])('keeps both changes where the other %s under the same path', async (_, theirs, objects) => {
    const screen = await editCascade({
      levels,
      fieldValue: path,
      storedMeanwhile: stored([latvia], [vidzeme], theirs),
    });
    await pickDown(screen, [many, cesis]);
    await save(screen);
    expect(screen.submitted).toEqual([stored([latvia], [vidzeme], objects)]);
  });

  const mine = stored([latvia], [vidzeme], [valmiera, cesis]);

  it.each([
    ['another path', levels, stored([lithuania], [vilniusRegion], [vilnius]), mine],
    ['nothing', levels, null, mine],
    ['what cannot be read', levels, 'text', mine],
    [
      'another object where the field takes one',
      [country, region, city],
      stored([latvia], [vidzeme], [limbazi]),
      otherPath,
    ],
  ])('lets the later change win over %s', async (_, levels, storedMeanwhile, submitted) => {
    const screen = await editCascade({ levels, fieldValue: path, storedMeanwhile });
    await pickDown(screen, [city, cesis]);
    await save(screen);
    expect(screen.submitted).toEqual([submitted]);
  });

  it('lets a path that the person changed win', async () => {
    const screen = await editCascade({
      levels,
      fieldValue: path,
      storedMeanwhile: stored([latvia], [vidzeme], [valmiera, limbazi]),
    });
    await pickDown(screen, [region, kurzeme], [many, liepaja]);
    await save(screen);
    expect(screen.submitted).toEqual([stored([latvia], [kurzeme], [liepaja])]);
  });
});

describe('in a form', () => {
  it('stores what the issue had while a changed path has no end, and null where all is cleared', async () => {
    const screen = await editCascade({ renderContext: 'issue-transition', fieldValue: path });
    await pickDown(screen, [city, cesis]);
    await levelPicker(screen, city).remove(cesis.label);
    await levelPicker(screen, country).remove(latvia.label);
    expect(screen.submitted).toEqual([otherPath, path, null]);
  });

  it.each(['issue-create', 'issue-transition'])(
    'stores a path once it has an end, and null while it has none: %s',
    async (renderContext) => {
      const screen = await editCascade({ renderContext });
      await pickDown(screen, [country, latvia], [region, vidzeme], [city, valmiera]);
      await levelPicker(screen, city).remove(valmiera.label);
      expect(screen.submitted).toEqual([null, path, null]);
    },
  );

  it.each([
    ['nothing, where it is being created', 'issue-create', null, null],
    ['what the issue had, on a transition', 'issue-transition', path, path],
    ['nothing, on a transition of an issue without a value', 'issue-transition', undefined, null],
  ])(
    'stores %s, between a change and the check of what is below',
    async (_, renderContext, fieldValue, meanwhile) => {
      const answer = deferred<unknown>();
      const screen = await editCascade({
        renderContext,
        fieldValue,
        functions: { cascadeAllowed: () => answer.promise },
      });
      if (!fieldValue) await pickDown(screen, [country, latvia], [region, vidzeme]);
      await pickDown(screen, [city, cesis]);
      expect(screen.submitted.at(-1)).toEqual(otherPath);
      await pickDown(screen, [country, lithuania]);
      expect(screen.submitted.at(-1)).toEqual(meanwhile);
      answer.resolve(
        ok({
          levels: [
            { levelId: region.levelId, objectIds: [] },
            { levelId: city.levelId, objectIds: [] },
          ],
        }),
      );
      await settle();
      await pickDown(screen, [region, vilniusRegion], [city, vilnius]);
      expect(screen.submitted.at(-1)).toEqual(stored([lithuania], [vilniusRegion], [vilnius]));
    },
  );

  it('stores what is checked where only levels above the last one wait for it', async () => {
    const screen = await editCascade({
      renderContext: 'issue-transition',
      levels: [country, region, { ...city, needs: [] }],
      fieldValue: path,
      functions: { cascadeAllowed: () => new Promise(() => undefined) },
    });
    await pickDown(screen, [country, lithuania]);
    expect(screen.submitted.at(-1)).toEqual(stored([lithuania], [], [valmiera]));
  });

  it('reads the labels of what was stored with the first change', async () => {
    const renamed = { ...latvia, label: 'Republic of Latvia' };
    const screen = await editCascade({
      renderContext: 'issue-transition',
      fieldValue: path,
      functions: { cascadeLabels: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis], [city, valmiera]);
    expect(calls(screen, 'cascadeLabels')).toHaveLength(1);
    expect(screen.submitted.at(-1)).toEqual(stored([renamed], [vidzeme], [valmiera]));
  });
});
