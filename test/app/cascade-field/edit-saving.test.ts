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

const many = { ...city, isMultiple: true };
const limbazi = { objectId: '0c0c0c0c-0000-4000-8000-0000000000bb', label: 'Limbaži' };
const otherPath = stored([latvia], [vidzeme], [cesis]);

describe('saving on an issue', () => {
  it('stores the path with the labels of today, read in one call', async () => {
    const renamed = { ...latvia, label: 'Republic of Latvia' };
    const screen = await editCascade({
      fieldValue: path,
      functions: { view: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis]);
    await save(screen);
    expect(calls(screen, 'view')).toEqual([
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
    const message =
      'Not saved yet. Choose a Region and a City to save your change, or clear the other levels.';
    expect(textOf(screen.get('ErrorMessage'))).toBe(message);
    expect(chosen(screen)).toEqual([[latvia.label], [], []]);
    await pickDown(screen, [region, vidzeme], [city, valmiera]);
    await save(screen);
    expect(screen.submitted).toEqual([path]);
  });

  it('stores null where everything is cleared, also while the service is away', async () => {
    const screen = await editCascade({
      fieldValue: path,
      functions: { cascadeAllowed: () => consent, view: () => consent },
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
      functions: { view: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis], [city, valmiera]);
    expect(calls(screen, 'view')).toHaveLength(1);
    expect(screen.submitted.at(-1)).toEqual(stored([renamed], [vidzeme], [valmiera]));
  });
});
