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
import { deferred, settle, textOf } from '../support/ui-host';
import { ok, consent } from '../support/replies';

const many = { ...city, isMultiple: true };
const limbazi = { objectId: '0c0c0c0c-0000-4000-8000-0000000000bb', label: 'Limbaži' };
const otherPath = stored([latvia], [vidzeme], [cesis]);

describe('saving on an issue', () => {
  test('stores the path with the labels of today, read in one call', async () => {
    const renamed = { ...latvia, label: 'Republic of Latvia' };
    const screen = await editCascade({
      fieldValue: path,
      functions: { view: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis]);
    const before = screen.payloadsOf('view').length;
    await save(screen);
    expect(screen.payloadsOf('view').slice(before)).toEqual([
      { objectIds: [latvia, vidzeme, cesis].map(({ objectId }) => objectId) },
    ]);
    expect(screen.submitted).toEqual([stored([renamed], [vidzeme], [cesis])]);
  });

  test('keeps the label of an id that can’t be on its level, and asks of renamed ones alone', async () => {
    const planted = { ...lithuania, label: 'Anything' };
    const screen = await editCascade({
      levels: [country, { ...region, isMultiple: true }, city],
      fieldValue: stored([latvia], [vidzeme, planted], [valmiera]),
      functions: {
        view: () => ok({ objects: [latvia, lithuania].map((one) => ({ ...one, attributes: [] })) }),
        cascadeOwn: () =>
          ok({ levels: [{ levelId: country.levelId, objectIds: [lithuania.objectId] }] }),
      },
    });
    await pickDown(screen, [city, cesis]);
    await save(screen);
    const asked = screen.payloadsOf('cascadeOwn')[0] as { selections: { objects: unknown[] }[] };
    expect(asked.selections.flatMap(({ objects }) => objects)).toEqual([planted]);
    expect(JSON.stringify(screen.submitted)).toContain('Anything');
    expect(JSON.stringify(screen.submitted)).not.toContain(lithuania.label);
  });

  test('writes nothing and asks nothing where the person changed nothing, and closes', async () => {
    const screen = await editCascade({ fieldValue: path });
    const before = screen.calls.length;
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(false);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(screen.calls.slice(before)).toEqual([]);
    expect(screen.closed()).toBe(true);
  });

  test('needs an object on the last level: says what to choose, and keeps what was picked', async () => {
    const screen = await editCascade();
    await pickDown(screen, [country, latvia]);
    expect(screen.get('CustomFieldEdit').props.disableSubmitOnBlur).toBe(true);
    expect(screen.all('ErrorMessage')).toEqual([]);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    const message =
      'Not saved yet. Choose Region and City to save your change, or clear the whole field.';
    expect(textOf(screen.get('ErrorMessage'))).toBe(message);
    expect(chosen(screen)).toEqual([[latvia.label], [], []]);
    await pickDown(screen, [region, vidzeme], [city, valmiera]);
    await save(screen);
    expect(screen.submitted).toEqual([path]);
  });

  test('stores null where everything is cleared, also while the service is away', async () => {
    const screen = await editCascade({
      fieldValue: path,
      functions: { cascadeAllowed: () => consent, view: () => consent },
    });
    await levelPicker(screen, country).remove(latvia.label);
    await save(screen);
    expect(screen.submitted).toEqual([null]);
  });
});

describe('a path that no level below goes on with', () => {
  const offers: Record<string, unknown[]> = { [country.levelId]: [{ ...latvia, attributes: [] }] };
  const functions = {
    cascadeSearch: ({ levelId }: Record<string, unknown>) => {
      const objects = offers[String(levelId)] ?? [];
      return ok({ objects, total: objects.length });
    },
  };
  const onlyLatvia = stored([latvia], [], []);
  const endsThere = {
    ...onlyLatvia,
    objects: [latvia],
    objectIds: [latvia.objectId],
    labels: ['Latvia'],
  };

  test.each(['issue-view', 'issue-create', 'issue-transition'])(
    'is stored as far as it goes once that is seen: %s',
    async (renderContext) => {
      const screen = await editCascade({ renderContext, functions });
      await pickDown(screen, [country, latvia]);
      await levelPicker(screen, region).focus();
      expect(messages(screen)).toContain(
        'Region has no options for what you picked. You can leave it empty.',
      );
      await save(screen);
      expect(screen.submitted.at(-1)).toEqual(endsThere);
    },
  );

  test('is asked for its end again once another object is picked', async () => {
    const screen = await editCascade({
      functions: {
        cascadeSearch: (payload) =>
          JSON.stringify(payload.selections).includes(latvia.label)
            ? ok({ objects: [], total: 0 })
            : ok({
                objects: [latvia, lithuania].map((place) => ({ ...place, attributes: [] })),
                total: 2,
              }),
      },
    });
    await pickDown(screen, [country, latvia]);
    await levelPicker(screen, region).focus();
    await levelPicker(screen, country).pick(lithuania.label);
    await save(screen);
    expect(screen.submitted).toEqual([]);
    expect(messages(screen)).toContain(
      'Not saved yet. Choose Region and City to save your change, or clear the whole field.',
    );
  });

  test('comes back into the editor as it was stored', async () => {
    const screen = await editCascade({ fieldValue: endsThere });
    expect(chosen(screen)).toEqual([[latvia.label], [], []]);
    expect(messages(screen)).toEqual([]);
  });
});

describe('two people editing one cascade', () => {
  const levels = [country, region, many];

  test.each([
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

  test.each([
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

  test('lets a path that the person changed win', async () => {
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
  const forms = ['issue-create', 'issue-transition'];
  const unfinished = (unfinished: string, ...places: Parameters<typeof stored>) => ({
    ...stored(...places),
    objects: [],
    objectIds: [],
    labels: [],
    unfinished,
  });
  const chooseCity = 'Choose City, or clear the whole field.';
  const chooseRegionAndCity = 'Choose Region and City, or clear the whole field.';

  test.each(forms)(
    'hands over a refused path, and why, until it has an end: %s',
    async (renderContext) => {
      const screen = await editCascade({ renderContext });
      await pickDown(screen, [country, latvia], [region, vidzeme], [city, valmiera]);
      await levelPicker(screen, city).remove(valmiera.label);
      expect(screen.submitted).toEqual([
        unfinished(chooseRegionAndCity, [latvia], [], []),
        unfinished(chooseCity, [latvia], [vidzeme], []),
        path,
        unfinished(chooseCity, [latvia], [vidzeme], []),
      ]);
      // The form itself says what to do, once it is sent.
      expect(messages(screen)).toEqual([]);
    },
  );

  test('stores null where all is cleared', async () => {
    const screen = await editCascade({ renderContext: 'issue-transition', fieldValue: path });
    await pickDown(screen, [city, cesis]);
    await levelPicker(screen, country).remove(latvia.label);
    expect(screen.submitted).toEqual([otherPath, null]);
  });

  test('is refused with more objects than a level takes', async () => {
    const screen = await editCascade({
      renderContext: 'issue-transition',
      fieldValue: stored([latvia], [vidzeme], [valmiera, cesis, liepaja]),
    });
    await levelPicker(screen, city).remove(liepaja.label);
    expect(screen.submitted).toMatchObject([
      { unfinished: 'City now takes one object. Remove 1 to save your change.' },
    ]);
  });

  test.each(forms)('is refused between a change and the check below: %s', async (renderContext) => {
    const answer = deferred<unknown>();
    const screen = await editCascade({
      renderContext,
      fieldValue: path,
      functions: { cascadeAllowed: () => answer.promise },
    });
    await pickDown(screen, [country, lithuania]);
    expect(screen.submitted.slice(-1)).toEqual([
      unfinished(
        'What you picked below the changed level hasn’t been checked yet. Try again in a moment, or clear the whole field.',
        [lithuania],
        [vidzeme],
        [valmiera],
      ),
    ]);
    answer.resolve(
      ok({
        levels: [
          { levelId: region.levelId, objectIds: [] },
          { levelId: city.levelId, objectIds: [] },
        ],
      }),
    );
    await settle();
    expect(screen.submitted.at(-1)).toEqual(unfinished(chooseRegionAndCity, [lithuania], [], []));
    await pickDown(screen, [region, vilniusRegion], [city, vilnius]);
    expect(screen.submitted.at(-1)).toEqual(stored([lithuania], [vilniusRegion], [vilnius]));
  });

  test('stores the labels of today, read once as the form opens', async () => {
    const renamed = { ...latvia, label: 'Republic of Latvia' };
    const screen = await editCascade({
      renderContext: 'issue-transition',
      fieldValue: path,
      functions: { view: () => ok({ objects: [{ ...renamed, attributes: [] }] }) },
    });
    await pickDown(screen, [city, cesis], [city, valmiera]);
    expect(screen.payloadsOf('view')).toHaveLength(1);
    expect(screen.submitted.at(-1)).toEqual(stored([renamed], [vidzeme], [valmiera]));
  });
});
