import { describe, expect, test } from 'vitest';
import {
  cascade,
  city,
  configureCascade,
  country,
  foldedLevels,
  geography,
  it2,
  levelError,
  levelMatches,
  openLevel,
  pressOf,
  region,
  rename,
  shownLevels,
  shownQueries,
  writeQuery,
} from '../support/cascade-screen';
import {
  choose,
  labels,
  save,
  select,
  unreachable,
  exported,
  importJson,
} from '../support/config-screen';
import { deferred, press, settle, textOf } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { ok, consent } from '../support/replies';

useFakeDelays();

const inShort = ({ name, query }: { name: string; query: string }) => `${name} ${query}`;

describe('levels', () => {
  test('go from nothing to what is stored', async () => {
    const screen = await configureCascade();
    expect(screen.all('TextArea')).toEqual([]);
    await choose(screen, 'workspace', { value: geography.id });
    const [first] = shownLevels(screen);
    await rename(screen, first!, ' Country ');
    await writeQuery(screen, first!, 'Type = "Country" ');
    await press(screen, 'Add level');
    const [, second] = shownLevels(screen);
    await rename(screen, second!, 'City');
    await writeQuery(screen, second!, 'Region.Country = {{Country}}');
    await screen.act(screen.get('Checkbox', { testId: `multiple-${second}` }), 'onChange', {
      target: { checked: true },
    });
    await save(screen);
    expect(screen.submitted).toEqual([
      {
        configuration: {
          version: 1,
          workspaceId: geography.id,
          levels: [
            { levelId: first, name: 'Country', query: 'Type = "Country"', isMultiple: false },
            {
              levelId: second,
              name: 'City',
              query: 'Region.Country = {{Country}}',
              isMultiple: true,
            },
          ],
          portal: 'nothing',
        },
      },
    ]);
  });

  test('move with what is written on them, and keep the focus on the button, or on its neighbour at the end', async () => {
    const screen = await configureCascade({ configuration: cascade });
    const focused = () => screen.all('Button').find(({ props }) => props.autoFocus === true);
    await pressOf(screen, 0, 'Move down');
    expect(foldedLevels(screen)).toEqual([region, country, city].map(inShort));
    const disabled = screen.all('Button').filter(({ props }) => props.isDisabled);
    expect(disabled.map(textOf)).toEqual(['Move up', 'Move down']);
    expect(textOf(focused()!)).toBe('Move down');
    await pressOf(screen, 1, 'Move down');
    expect(textOf(focused()!)).toBe('Move up');
  });

  test('say who refers to them before they go, and can be kept', async () => {
    const screen = await configureCascade({ configuration: cascade });
    await pressOf(screen, 0, 'Remove');
    const question = screen.get('Modal');
    expect(question.props.title).toBe('Remove “Country”?');
    expect(textOf(question)).toContain('The queries of “Region” and “City” refer to this level.');
    await press(screen, 'Keep level');
    expect(screen.all('Modal')).toEqual([]);
    expect(foldedLevels(screen)).toHaveLength(3);
    await pressOf(screen, 1, 'Remove');
    expect(screen.text()).toContain('The query of “City” refers to this level.');
    await press(screen, 'Remove level');
    expect(foldedLevels(screen)).toEqual([country, city].map(inShort));
    expect(screen.text()).toContain(
      'What was chosen on “Region” stays on work items until someone changes this field there.',
    );
    expect(screen.text()).toContain('About 12 work items have a value in this field');
  });

  test('say what becomes of values where another is the last, also before that has a name, and are never more than ten', async () => {
    const screen = await configureCascade({ configuration: cascade });
    await press(screen, 'Add level');
    expect(screen.text()).toContain('“City” is no longer the last level.');
    expect(screen.text()).toContain('Then they show what is chosen on the new last level.');
    await rename(screen, shownLevels(screen)[0]!, 'Street');
    expect(screen.text()).toContain('Then they show what is chosen on “Street”.');
    for (let count = 4; count < 12; count += 1) await press(screen, 'Add level');
    expect(screen.text()).toContain('Level 10 of 10');
    expect(screen.text()).toContain('You can add up to 10 levels');
  });
});

describe('names', () => {
  test('are carried into the queries that refer to them once they are written', async () => {
    const levels = [country, region];
    const screen = await configureCascade({ configuration: { ...cascade, levels } });
    const before = screen.all('TextArea').map(({ key }) => key);
    await rename(screen, country.levelId, 'Land');
    expect(shownQueries(screen)[1]).toBe('Type = "Region" and Country = {{Land}}');
    const after = screen.all('TextArea').map(({ key }) => key);
    expect(after.map((key, index) => key === before[index])).toEqual([true, false]);
    await save(screen);
    expect(screen.submitted).toMatchObject([
      { configuration: { levels: [{ levelId: country.levelId, name: 'Land' }, {}] } },
    ]);
  });

  test('are stored with the queries where the field was never left, or is left by the click that saves', async () => {
    const answer = deferred<unknown>();
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => answer.promise,
    });
    await openLevel(screen, country.levelId);
    const input = screen.get('Textfield', { testId: `name-${country.levelId}` });
    await screen.act(input, 'onChange', { target: { value: 'Land' } });
    const clicked = press(screen, 'Save');
    screen.fire(input, 'onBlur', { target: {} });
    await clicked;
    answer.resolve(ok({ levels: [levelMatches(1), levelMatches(), levelMatches()] }));
    await settle();
    const query = 'Type = "Region" and Country = {{Land}}';
    expect(screen.submitted).toMatchObject([
      { configuration: { levels: [{ name: 'Land' }, { query }, {}] } },
    ]);
  });

  test.each([
    ['', 'Level 2: Give this level a name.'],
    ['country', 'Level 2: Another level has this name.'],
    ['{x}', 'braces'],
  ])('that can’t be are named where they are written, and not saved: %j', async (name, message) => {
    const screen = await configureCascade({ configuration: cascade });
    await rename(screen, region.levelId, name);
    expect(screen.get('Textfield', { testId: `name-${region.levelId}` }).props.isInvalid).toBe(
      true,
    );
    await save(screen);
    expect(screen.text()).toContain(message);
    expect(screen.submitted).toEqual([]);
  });
});

describe('queries', () => {
  test('are tried together, and each level shows its own result', async () => {
    const results = [levelMatches(250, 'Andorra'), levelMatches(), levelError()];
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => ok({ levels: results }),
    });
    await pass(600);
    const { workspaceId, levels } = cascade;
    const payload = { workspaceId, levels, attributes: [] };
    expect(screen.payloadsOf('cascadeCheck')).toEqual([payload]);
    expect(screen.get('CodeBlock').props.text).toBe('Colour = 1\n^');
    await openLevel(screen, country.levelId);
    expect(screen.text()).toContain('250 objects match');
    await openLevel(screen, region.levelId);
    expect(screen.text()).toContain('What it finds depends on an earlier level');
    const invalid = screen.all('TextArea').map(({ props }) => props.isInvalid);
    expect(invalid).toEqual([false, true]);
    await save(screen);
    expect(screen.text()).toContain('Correct the query of “City”.');
    expect(screen.submitted).toEqual([]);
  });

  test('keep their result when a level moves, until they are tried again', async () => {
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () =>
        ok({ levels: [levelError('of Country'), levelMatches(), levelMatches()] }),
    });
    await pass(600);
    await pressOf(screen, 0, 'Move down');
    expect(shownLevels(screen)).toEqual([country.levelId]);
    expect(screen.get('TextArea').props.isInvalid).toBe(true);
  });

  test('are offered types, attributes of all types, and the earlier levels', async () => {
    const screen = await configureCascade({ configuration: cascade });
    const group = (name: string) => {
      const options = select(screen, `query-${city.levelId}-insert`).props.options as {
        label: string;
        options: { label: string }[];
      }[];
      return labels(options.find(({ label }) => label === name)!.options);
    };
    await writeQuery(screen, city.levelId, '');
    await press(screen, 'Insert');
    expect(group('Attributes')[1]).toBe('Country – reference, of Region');
    expect(group('Types')[0]).toBe('Type = "Country" – objects of this type');
    await writeQuery(screen, city.levelId, 'Country = ');
    expect(group('Earlier levels').map((label) => label.split(' – ')[0])).toEqual([
      '{{Country}}',
      '{{Country.label}}',
      '{{Region}}',
      '{{Region.label}}',
    ]);
  });

  test.each([
    ['of syntax', 'Type = ', 'Expected a value, found end of query.'],
    ['of an unknown level', 'a = {{Contry}}', '{{Contry}} isn’t an earlier level.'],
    ['of a later level', 'a = {{City}}', '{{City}} isn’t an earlier level.'],
    ['of the level itself', 'a = {{Region}}', '{{Region}} isn’t an earlier level.'],
  ])('with an error %s are not saved where the service can’t be asked', async (_, query, text) => {
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => consent,
    });
    await save(screen);
    expect(screen.text()).toContain('Save without checking');
    await writeQuery(screen, region.levelId, query);
    await save(screen);
    expect(screen.text()).toContain('Correct the query of “Region”.');
    expect(screen.text()).toContain(text);
    expect(screen.text()).not.toContain('Save without checking');
    expect(screen.submitted).toEqual([]);
  });

  test('can be saved unchecked, on purpose', async () => {
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => unreachable,
    });
    await save(screen);
    expect(screen.text()).toContain('The queries couldn’t be checked, so nothing was saved.');
    await press(screen, 'Save without checking');
    expect(screen.submitted).toEqual([{ configuration: cascade }]);
  });
});

describe('coming back to a saved configuration', () => {
  test('names the levels whose queries no longer work', async () => {
    const screen = await configureCascade({
      configuration: cascade,
      cascadeCheck: () => ok({ levels: [levelMatches(1), levelError(), levelMatches()] }),
    });
    await pass(600);
    expect(screen.text()).toContain('The query of “Region” no longer works.');
    const before = screen.all('SectionMessage').length;
    await writeQuery(screen, region.levelId, 'a = 1');
    expect(screen.all('SectionMessage')).toHaveLength(before);
  });

  test('names a workspace that is gone, and asks the service nothing about it', async () => {
    const screen = await configureCascade({
      configuration: cascade,
      workspaces: () => ok({ workspaces: [it2] }),
    });
    await pass(600);
    expect(screen.text()).toContain('The workspace was deleted, or you no longer have access');
    expect(screen.calls.map(({ functionKey }) => functionKey)).toEqual(['workspaces']);
    expect(foldedLevels(screen)).toEqual(cascade.levels.map(inShort));
    await save(screen);
    expect(screen.text()).toContain('Choose a workspace.');
  });

  test('warns of another workspace, with about how many issues that touches', async () => {
    const screen = await configureCascade({ configuration: cascade });
    await choose(screen, 'workspace', { value: it2.id });
    expect(screen.text()).toContain('picked from “Geography” are shown as deleted once you save');
    expect(screen.text()).toContain('About 12 work items');
  });
});

describe('attributes', () => {
  test('are stored with what the pickers search, and left with the workspace', async () => {
    const screen = await configureCascade({ configuration: cascade });
    const code = (select(screen, 'searchedAttributes').props.options as { value: string }[])[0]!;
    expect(code).toMatchObject({ label: 'Code (Country)' });
    await choose(screen, 'attributes', [code]);
    await choose(screen, 'searchedAttributes', [code]);
    await save(screen);
    const stored = [{ attributeId: code.value, name: 'Code', attributeTypeCode: 'TEXT' }];
    await choose(screen, 'workspace', { value: it2.id });
    expect(select(screen, 'attributes').props.value).toEqual([]);
    expect(screen.submitted).toEqual([
      { configuration: { ...cascade, attributes: stored, searchedAttributes: stored } },
    ]);
  });

  test('are offered for the type of the last level, and those of other types on request', async () => {
    const lastIsRegion = { ...cascade, levels: [country, region] };
    const screen = await configureCascade({ configuration: lastIsRegion });
    const offered = () => labels(select(screen, 'attributes').props.options);
    expect(offered()).toEqual(['Country']);
    await press(screen, 'More attributes');
    expect(offered()).toEqual(['Code (Country)', 'Country (Region)']);
    await choose(screen, 'attributes', [
      (select(screen, 'attributes').props.options as unknown[])[0],
    ]);
    await press(screen, 'Fewer attributes');
    expect(labels(select(screen, 'attributes').props.value)).toEqual(['Code']);
    expect(offered()).toEqual(['Country']);
  });

  test('that no longer exist are named, and left out of what is stored', async () => {
    const gone = { attributeId: cascade.workspaceId, name: 'Colour' };
    const screen = await configureCascade({ configuration: { ...cascade, attributes: [gone] } });
    expect(screen.text()).toContain('The attribute Colour no longer exists');
    await save(screen);
    expect(screen.submitted).toEqual([{ configuration: cascade }]);
  });
});

const levels = Array.from({ length: 3 }, (_, index) => ({
  levelId: `c0ffee00-0000-4000-8000-00000000000${index}`,
  name: `Floor ${index}`,
  query: `Type = "Floor ${index}"`,
  isMultiple: false,
}));
const many = { ...cascade, levels };

describe('three levels', () => {
  test('begin with their names and queries alone, and open one by one', async () => {
    const screen = await configureCascade({ configuration: many });
    expect(shownLevels(screen)).toEqual([]);
    expect(screen.text()).toMatch(/Floor 2\s+Type = "Floor 2"/);
    await pressOf(screen, 2, 'Expand');
    expect(shownLevels(screen)).toEqual([levels[2]?.levelId]);
    await pressOf(screen, 0, 'Collapse');
    expect(shownLevels(screen)).toEqual([]);
  });

  test('show one whose query fails, which stays open when it is corrected', async () => {
    const [faulty] = levels;
    const screen = await configureCascade({
      configuration: many,
      cascadeCheck: (payload) =>
        ok({
          levels: (payload.levels as typeof levels).map(({ query }) =>
            query === faulty?.query ? levelError() : levelMatches(1, 'One'),
          ),
        }),
    });
    await pass(1_000);
    expect(shownLevels(screen)).toEqual([faulty?.levelId]);
    await writeQuery(screen, faulty?.levelId ?? '', 'Type = "Floor"');
    await pass(1_000);
    expect(shownLevels(screen)).toEqual([faulty?.levelId]);
  });
});

describe('a few levels', () => {
  test('fold with what was written when one more is added, and when another one is opened', async () => {
    const screen = await configureCascade({ configuration: cascade });
    await writeQuery(screen, region.levelId, 'Type = "Region" and Code = 7');
    await press(screen, 'Add level');
    const [added, ...others] = shownLevels(screen);
    expect(others).toEqual([]);
    expect([country, region, city].map(({ levelId }) => levelId)).not.toContain(added);
    expect(screen.text()).toContain('Type = "Region" and Code = 7');
    await pressOf(screen, 0, 'Expand');
    await pressOf(screen, 0, 'Expand');
    expect(shownLevels(screen)).not.toContain(country.levelId);
    expect(shownLevels(screen)).toContain(region.levelId);
    expect(shownQueries(screen)).toContain('Type = "Region" and Code = 7');
  });

  test('stay open beside each other while there are two', async () => {
    const [first, second] = cascade.levels;
    const screen = await configureCascade({ configuration: { ...cascade, levels: [first] } });
    await press(screen, 'Add level');
    expect(shownLevels(screen)).toHaveLength(2);
    const two = await configureCascade({ configuration: { ...cascade, levels: [first, second] } });
    expect(shownLevels(two)).toHaveLength(2);
    await pressOf(two, 0, 'Collapse');
    await pressOf(two, 0, 'Expand');
    expect(shownLevels(two)).toHaveLength(2);
  });
});

describe('a configuration as JSON', () => {
  test('goes from one context to another, level ids included', async () => {
    const from = await configureCascade({ configuration: cascade });
    const to = await configureCascade();
    await importJson(to, await exported(from));
    await save(to);
    expect(to.submitted).toEqual([{ configuration: cascade }]);
  });

  test.each([
    [{ ...cascade, levels: [] }, 'levels (1 to 10'],
    [{ ...cascade, levels: [country, { ...region, name: 'country' }] }, 'levels (1 to 10'],
    [
      { ...cascade, levels: [country, { ...region, query: 7 }] },
      'Can’t be used: levels › 2 › query',
    ],
    [{ version: 1, typeId: cascade.workspaceId }, 'Missing: workspaceId'],
  ])('that can’t be used is refused with the reason (%#)', async (value, reason) => {
    const screen = await configureCascade();
    await importJson(screen, JSON.stringify(value));
    expect(screen.text()).toContain(reason);
  });
});
