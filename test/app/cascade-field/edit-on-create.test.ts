import { describe, expect, test } from 'vitest';
import {
  calls,
  chosen,
  city,
  country,
  editCascade,
  latvia,
  levelPicker,
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
import { consent } from '../support/editor';

const create = (options: Parameters<typeof editCascade>[0]) =>
  editCascade({ renderContext: 'issue-create', fieldValue: path, ...options });
const removed = (labels: string) =>
  `${labels} available for this project and work type, so they were removed.`;

describe('a create form that changed its project or work type after a path was picked', () => {
  const odd = stored([latvia], [vilniusRegion], [vilnius]);

  test('keeps a path that is offered there, and says nothing', async () => {
    const screen = await create({});
    expect(calls(screen, 'cascadeOffered')).toMatchObject([{ selections: [{}, {}, {}] }]);
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

  test.each(['issue-view', 'issue-transition'])(
    'differs from a work item, which keeps what it holds: %s',
    async (renderContext) => {
      const screen = await editCascade({ renderContext, fieldValue: odd });
      expect(calls(screen, 'cascadeOffered')).toEqual([]);
      expect(chosen(screen)).toEqual([[latvia.label], [vilniusRegion.label], [vilnius.label]]);
    },
  );
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
    expect(calls(screen, 'cascadeSearch')).toEqual([]);
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
