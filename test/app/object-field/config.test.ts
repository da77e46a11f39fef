import { describe, expect, test } from 'vitest';
import {
  attributes,
  checked,
  choose,
  configure,
  firstOf,
  geography,
  id,
  it1,
  labels,
  laptop,
  matches,
  person,
  queryError,
  save,
  saved,
  savedAgain,
  select,
  typeQuery,
  unreachable,
} from '../support/config-screen';
import { deferred, press, settle, type MountedScreen } from '../support/ui-host';
import { useFakeDelays, pass } from '../support/fake-delays';
import { ok, consent } from '../support/replies';

useFakeDelays();

const statusOf = (value: string) => [
  { attributeId: attributes[1]!.id, name: 'Status', values: [{ value }] },
];

/** What the picker beside the form offers once it is opened, each on one line. */
async function previewed(screen: MountedScreen) {
  await screen.act(select(screen, 'preview'), 'onFocus', {});
  type Offered = { label: string; options?: Offered[] };
  const offered = select(screen, 'preview').props.options as Offered[];
  return labels(offered.flatMap((one) => one.options ?? [one]));
}

describe('choosing', () => {
  test('goes from workspace to type to what is stored', async () => {
    const screen = await configure();
    expect(labels(select(screen, 'workspace').props.options)).toEqual(['IT', 'Geography']);
    await choose(screen, 'workspace', { value: it1.id });
    await choose(screen, 'type', { value: laptop.id });
    const [serial, , memory] = attributes.map((one) => ({ value: one.id }));
    await choose(screen, 'attributes', [memory, serial]);
    await typeQuery(screen, ' Status = "In use" ');
    screen.fire(screen.get('RadioGroup'), 'onChange', { target: { value: 'many', type: 'radio' } });
    await save(screen);
    const stored = [
      { attributeId: memory?.value, name: 'Memory', attributeTypeCode: 'TEXT' },
      { attributeId: serial?.value, name: 'Serial number', attributeTypeCode: 'TEXT' },
    ];
    const saved = { ...savedAgain, attributes: stored, searchedAttributes: stored };
    expect(screen.submitted).toEqual([{ configuration: saved }]);
    expect(screen.text()).toContain('Saved');
  });

  test('searches what is shown too where nothing is saved, without what the admin took out', async () => {
    const screen = await configure();
    await choose(screen, 'workspace', { value: it1.id });
    await choose(screen, 'type', { value: laptop.id });
    const [serial, status, memory] = attributes.map((one) => ({ value: one.id }));
    const searched = () => labels(select(screen, 'searchedAttributes').props.value);
    await choose(screen, 'attributes', [serial, status]);
    expect(searched()).toEqual(['Serial number', 'Status']);
    await choose(screen, 'searchedAttributes', [serial]);
    await choose(screen, 'attributes', [serial, status, memory]);
    expect(searched()).toEqual(['Serial number', 'Memory']);
    await choose(screen, 'attributes', [status, memory]);
    expect(searched()).toEqual(['Memory']);
  });

  test('offers with one click to search what a saved configuration shows, and leads on to that', async () => {
    const screen = await configure({ configuration: saved });
    expect(labels(select(screen, 'searchedAttributes').props.value)).toEqual([]);
    const [serial, status] = attributes.map((one) => ({ value: one.id }));
    await choose(screen, 'attributes', [serial, status]);
    expect(labels(select(screen, 'searchedAttributes').props.value)).toEqual([]);
    expect(select(screen, 'searchedAttributes').props.autoFocus).toBe(false);
    await press(screen, 'Also search Serial number and Status');
    expect(select(screen, 'searchedAttributes').props.autoFocus).toBe(true);
    expect(labels(select(screen, 'searchedAttributes').props.value)).toEqual([
      'Serial number',
      'Status',
    ]);
    expect(screen.text()).not.toContain('Also search');
  });

  test('starts with what is stored, offers no fourth attribute and says why', async () => {
    const screen = await configure({ configuration: saved });
    expect(select(screen, 'workspace').props.value).toMatchObject({ label: 'IT' });
    expect(select(screen, 'type').props.value).toMatchObject({ label: 'Laptop' });
    expect(labels(select(screen, 'attributes').props.value)).toEqual(['Status']);
    expect(screen.get('TextArea').props.defaultValue).toBe(saved.query);
    expect(screen.get('RadioGroup').props.value).toBe('many');
    const all = attributes.map(({ id: value }) => ({ value }));
    await choose(screen, 'attributes', all);
    expect(labels(select(screen, 'attributes').props.value)).toHaveLength(3);
    expect(select(screen, 'attributes').props.options).toEqual([]);
    expect(screen.text()).toContain('You can choose up to 3 attributes');
  });

  test('forgets type and attributes, not the query, with another workspace, warns, and finds them again', async () => {
    const screen = await configure({ configuration: saved });
    await choose(screen, 'workspace', { value: geography.id });
    expect(select(screen, 'type').props.value).toBeNull();
    expect(select(screen, 'attributes').props.value).toEqual([]);
    expect(screen.get('TextArea').props.defaultValue).toBe(saved.query);
    expect(screen.text()).toContain('picked from “IT” are shown as deleted once you save');
    expect(screen.text()).toContain('About 1,240 work items have a value in this field');
    await choose(screen, 'type', { value: person.id });
    await choose(screen, 'workspace', { value: it1.id });
    expect(select(screen, 'type').props.value).toMatchObject({ label: 'Laptop' });
    expect(labels(select(screen, 'attributes').props.value)).toEqual(['Status']);
    await choose(screen, 'workspace', { value: geography.id });
    expect(select(screen, 'type').props.value).toMatchObject({ label: 'Person' });
    expect(select(screen, 'attributes').props.value).toEqual([]);
  });

  test('says what is missing instead of saving', async () => {
    const screen = await configure();
    await save(screen);
    expect(screen.text()).toContain('Choose a workspace.');
    await choose(screen, 'workspace', { value: it1.id });
    await save(screen);
    expect(screen.text()).toContain('Choose a type.');
    expect(screen.submitted).toEqual([]);
  });
});

describe('checking the query', () => {
  test('tries it once writing rests, and shows the count and the first objects in a picker', async () => {
    const screen = await configure({
      configuration: { ...saved, query: '' },
      check: () => matches(37, 'MacBook Pro 14', 'ThinkPad X1'),
    });
    await pass(600);
    for (const query of ['S', 'St', 'Status = "In use"']) {
      await typeQuery(screen, query);
      await pass(100);
    }
    await pass(600);
    expect(checked(screen)).toEqual(['', 'Status = "In use"']);
    expect(screen.text()).toContain('37 objects match for you');
    expect(await previewed(screen)).toEqual(['MacBook Pro 14', 'ThinkPad X1']);
    expect(checked(screen)).toHaveLength(2);
  });

  test('shows the first objects as people see them: with the chosen attributes', async () => {
    const first = firstOf(['MacBook Pro 14'], statusOf('In use'));
    const screen = await configure({
      configuration: saved,
      check: () => ok({ kind: 'matches', total: 3_700, first }),
    });
    await pass(600);
    expect(screen.text()).toContain('3,700 objects match for you');
    expect(await previewed(screen)).toEqual(['MacBook Pro 14 · In use']);
    await choose(screen, 'attributes', []);
    await pass(600);
    expect(screen.calls.at(-1)).toMatchObject({
      functionKey: 'check',
      payload: { attributes: [] },
    });
  });

  test('shows where the query goes wrong, with a caret, and not that the saved one fails where that is for another type', async () => {
    const check = ({ typeId }: Record<string, unknown>) =>
      typeId === saved.typeId ? matches(1, 'MacBook Pro 14') : queryError;
    const screen = await configure({ configuration: saved, check });
    await pass(600);
    await choose(screen, 'type', { value: person.id });
    await pass(600);
    expect(screen.text()).toContain('Expected a value, found end of query.');
    expect(screen.text()).toContain('Line 1, column 10');
    expect(screen.get('CodeBlock').props.text).toBe('Status = \n         ^');
    expect(screen.text()).not.toContain('The query no longer works.');
  });

  test('never shows an answer to an earlier query', async () => {
    const early = deferred<unknown>();
    const screen = await configure({
      configuration: saved,
      check: ({ query }) => (query === saved.query ? early.promise : matches(2, 'b', 'c')),
    });
    await pass(600);
    await typeQuery(screen, '');
    await pass(600);
    early.resolve(matches(1, 'a'));
    await settle();
    expect(await previewed(screen)).toEqual(['b', 'c']);
  });

  test('asks for what decides the check and nothing else, also when it saves', async () => {
    const screen = await configure({ configuration: saved });
    await save(screen);
    const { workspaceId, typeId, query } = saved;
    const { attributes } = savedAgain;
    expect(screen.calls.at(-1)).toEqual({
      functionKey: 'check',
      payload: { workspaceId, typeId, query, attributes },
    });
  });

  test('says that it checks until the newest query is answered', async () => {
    const answer = deferred<unknown>();
    const screen = await configure({ configuration: saved, check: () => answer.promise });
    await pass(600);
    expect(screen.text()).toContain('Checking the query…');
    answer.resolve(matches(1, 'a'));
    await settle();
    expect(screen.text()).not.toContain('Checking the query…');
    expect(screen.text()).toContain('1 object matches for you');
  });

  test('finds what is typed into the picker as the field will, in the attributes that it searches', async () => {
    const searchedAttributes = [{ attributeId: attributes[0]!.id, name: 'Serial number' }];
    const screen = await configure({
      configuration: { ...saved, searchedAttributes },
      check: () => matches(2, 'a', 'b'),
      preview: () => ok({ objects: firstOf(['ThinkPad X1']), total: 1 }),
    });
    await pass(600);
    await previewed(screen);
    screen.fire(select(screen, 'preview'), 'onInputChange', 'thin', { action: 'input-change' });
    await pass(600);
    expect(screen.calls.at(-1)).toMatchObject({
      functionKey: 'preview',
      payload: { query: saved.query, searchedAttributes, text: 'thin' },
    });
    expect(await previewed(screen)).toEqual(['ThinkPad X1']);
  });

  test.each([
    ['labels', 'Dock', 'Dock', true],
    ['labels', 'Dock', 'Dock 2', false],
    ['attributes', 'Dock', 'Dock', false],
    ['nothing', 'Dock', 'Dock', false],
  ])('says where equal objects are shown to who sees %s', async (portal, one, other, isSaid) => {
    const [first] = firstOf([one], statusOf('In use'));
    const [, second] = firstOf(['', other], statusOf('New'));
    const screen = await configure({
      configuration: { ...saved, portal },
      check: () => ok({ kind: 'matches', total: 2, first: [first, second] }),
    });
    await pass(600);
    expect(screen.text().includes('Some objects look the same to customers.')).toBe(isSaid);
  });
});

describe('what a change means for existing values', () => {
  test.each([
    ['many', 'one', 'Work items that hold several objects keep all of them.'],
    ['one', 'many', 'people can add more objects'],
  ])('is said of the cardinality: from %s to %s', async (from, to, text) => {
    const screen = await configure({ configuration: { ...saved, cardinality: from } });
    expect(screen.text()).not.toContain(text);
    await screen.act(screen.get('RadioGroup'), 'onChange', {
      target: { value: to, type: 'radio' },
    });
    expect(screen.text()).toContain(text);
  });

  test.each([
    [() => ok({ count: 1 }), 'About 1 work item has a value'],
    [() => ok({ count: 0 }), 'None of the work items that you can see has a value'],
    [() => unreachable, 'are shown as deleted once you save'],
  ])('is said of the workspace, also where issues cannot be counted', async (issueCount, text) => {
    const screen = await configure({ configuration: saved, issueCount });
    expect(screen.calls.map(({ functionKey }) => functionKey)).not.toContain('issueCount');
    await choose(screen, 'workspace', { value: geography.id });
    expect(screen.text()).toContain(text);
    await choose(screen, 'workspace', { value: it1.id });
    expect(screen.text()).not.toContain(text);
  });
});

describe('what was saved and no longer exists', () => {
  const gone = id(99);
  const colour = { attributeId: gone, name: 'Colour' };

  test.each([
    ['workspace', { workspaceId: gone }, 'The workspace was deleted, or you no longer have access'],
    ['type', { typeId: gone }, 'The type was deleted, or you can no longer read it'],
    [
      'attribute',
      { attributes: [colour] },
      'The attribute Colour no longer exists, or is hidden from you',
    ],
  ])('is named: %s', async (_, change, message) => {
    const screen = await configure({ configuration: { ...saved, ...change } });
    expect(screen.text()).toContain(message);
  });

  test('is said of the query too, in a place that stays while the query is corrected', async () => {
    const screen = await configure({
      configuration: saved,
      check: ({ query }) => (query === saved.query ? queryError : matches(1, 'a')),
    });
    await pass(600);
    expect(screen.text()).toContain('The query no longer works');
    const places = () => screen.all('SectionMessage').length;
    const before = places();
    await typeQuery(screen, 'Status = 1');
    await pass(600);
    expect(places()).toBe(before);
  });

  test('is left out of what is stored: attribute', async () => {
    const attributes = [colour, ...saved.attributes];
    const screen = await configure({ configuration: { ...saved, attributes } });
    await save(screen);
    expect(screen.submitted).toMatchObject([{ configuration: savedAgain }]);
  });

  test('can be replaced where the whole configuration cannot be read', async () => {
    const screen = await configure({ configuration: { version: 7, where: 'elsewhere' } });
    expect(screen.text()).toContain('can’t be read');
    expect(select(screen, 'workspace').props.value).toBeNull();
  });
});

describe('failures', () => {
  test('asks to connect in place', async () => {
    const screen = await configure({ workspaces: () => consent });
    expect(screen.text()).toContain('Connect your Workspace Data Service account');
  });

  test('keeps the choices while the types cannot be loaded, and loads them on "Try again"', async () => {
    const answers = [unreachable];
    const screen = await configure({
      types: () => answers.shift() ?? ok({ types: [laptop, person] }),
    });
    await choose(screen, 'workspace', { value: it1.id });
    expect(screen.text()).toContain('Unreachable.');
    await screen.act(screen.all('LoadingButton')[0]!, 'onClick');
    expect(select(screen, 'workspace').props.value).toMatchObject({ label: 'IT' });
    expect(labels(select(screen, 'type').props.options)).toEqual(['Laptop', 'Person']);
  });

  test('keeps everything where Jira does not save it', async () => {
    const screen = await configure({
      configuration: saved,
      submit: () => Promise.reject(new Error('500')),
    });
    await save(screen);
    expect(screen.text()).toContain('Your changes are still here');
    expect(labels(select(screen, 'attributes').props.value)).toEqual(['Status']);
  });
});
