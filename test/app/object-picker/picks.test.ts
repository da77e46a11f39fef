import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../src/app/object-display/formats';
import { offeredOptions, pickOptions } from '../../../src/app/object-picker/picks';

/** What is known of an object from the service once it is picked. */
const picked = { savedLabel: undefined, isGone: false, hadTwin: false };

test('While an answer is on its way, nothing is offered that only an attribute matches', () => {
  const zone = { name: 'Time zone', values: [{ value: 'Atlantic/Reykjavik' }] };
  const objects = ['Hafnarfjörður', 'Reykjavík'].map((label, index) => ({
    objectId: `0b0c0d0e-0000-4000-8000-00000000002${index}`,
    label,
    attributes: [{ attributeId: '1', attributeTypeCode: 'TEXT' as const, ...zone }],
  }));
  const search = { typedText: 'reykja', objects, answeredText: '' };
  const offered = offeredOptions(search, [], createFormats('en-GB', 'UTC'));
  expect(offered.map(({ label }) => label)).toEqual([expect.stringMatching(/^Reykjavík/)]);
});

test('Objects of one label that have nothing else to tell them apart are told apart by their ids', () => {
  const objects = ['1a', '2b', '3c'].map((start, index) => ({
    objectId: `${start}0c0d0e-0000-4000-8000-000000000021`,
    label: index < 2 ? 'Dock' : 'Screen',
    attributes: [],
  }));
  const formats = createFormats('en-GB', 'UTC');
  const search = { typedText: '', objects, answeredText: '' };
  const texts = offeredOptions(search, [], formats).map(({ label }) => label);
  expect(texts).toEqual(['Dock · 1a0c0d0e (ID)', 'Dock · 2b0c0d0e (ID)', 'Screen']);
  const picks = objects.map((object) => ({ ...object, ...picked }));
  const chips = pickOptions(picks, formats, true);
  expect(chips.map(({ label }) => label)).toEqual(['Dock · 1a0c0d0e', 'Dock · 2b0c0d0e', 'Screen']);
});

test('What was typed stays in the text by which the host filters, also where the label is cut there', () => {
  const label = `Standing desk, ${'very '.repeat(10)}wide, second floor`;
  const objects = [{ objectId: '1a0c0d0e-0000-4000-8000-000000000021', label, attributes: [] }];
  const search = { typedText: 'very wide', objects, answeredText: 'very wide' };
  const [option] = offeredOptions(search, [], createFormats('en-GB', 'UTC'));
  expect(option?.label).toBe('Standing desk, very…wide, second floor');
  expect(option?.value).toContain('very wide');
});

test('A label from right to left moves no number behind it', () => {
  const tags = ['7', '8', '9', '10'].map((value) => ({ value }));
  const attribute = { attributeId: '1', attributeTypeCode: 'TEXT', name: 'Tags', values: tags };
  const objects = ['מחשב', 'Dock'].map((label, index) => ({
    objectId: `${index}a0c0d0e-0000-4000-8000-000000000021`,
    ...{ label, attributes: [attribute] },
  }));
  const search = { typedText: '', objects, answeredText: '' };
  const texts = offeredOptions(search, [], createFormats('en-GB', 'UTC')).map(({ label }) => label);
  expect(texts).toEqual(['\u2068מחשב\u2069 · 7, 8, 9 +1', 'Dock · 7, 8, 9 +1']);
});

test('A pick has its symbol in a tag where there is room, and always where it is the only one', () => {
  const pickOf = (label: string, symbol: string) => ({
    ...{ objectId: '1a0c0d0e-0000-4000-8000-000000000021', attributes: [], label, symbol },
    ...picked,
  });
  const textOf = (label: string, areTags: boolean) =>
    pickOptions([pickOf(label, '💻')], createFormats('en-GB', 'UTC'), areTags)[0]?.label;
  expect(textOf('MacBook Pro 14', true)).toBe('💻 MacBook Pro 14');
  expect(textOf('MacBook Pro 14 (2023)', true)).toBe('MacBook Pro 14 (2023)');
  expect(textOf('MacBook Pro 14 (2023)', false)).toBe('💻 MacBook Pro 14 (2023)');
});

describe('Picks of one label', () => {
  /** One for each list of values, which are those of the attributes A, B and so on. */
  const chipsOf = (label: string, ...lists: readonly (readonly string[])[]) => {
    const objects = lists.map((values, index) => ({
      objectId: `${index + 1}a0c0d0e-0000-4000-8000-000000000021`,
      label,
      attributes: values.flatMap((value, place) =>
        value === '' ? [] : [{ attributeId: String(place), name: 'A', values: [{ value }] }],
      ),
    }));
    const picks = objects.map((object) => ({ ...object, ...picked }));
    return pickOptions(picks, createFormats('en-GB', 'UTC'), true).map((option) => option.label);
  };

  test('are told apart by the first attribute in which all of them differ, and by it alone', () => {
    const chips = chipsOf(
      'Dell XPS 13',
      ['In stock', 'SN1', '16'],
      ['In stock', 'SN2', '32'],
      ['In use', 'SN3', '64'],
    );
    expect(chips).toEqual(['Dell XPS 13 · SN1', 'Dell XPS 13 · SN2', 'Dell XPS 13 · SN3']);
  });

  test('are told apart by several attributes where it takes them, else by their ids', () => {
    const chips = chipsOf('Dock', ['Red', '1'], ['Red', '2'], ['Blue', '1'], ['Blue', '1']);
    expect(chips).toEqual([
      'Dock · Red · 1',
      'Dock · Red · 2',
      'Dock · 3a0c0d0e',
      'Dock · 4a0c0d0e',
    ]);
  });

  test('show nothing in place of a value that one of them lacks', () => {
    expect(chipsOf('Dock', ['', 'USB'], ['SN2', 'USB'])).toEqual(['Dock', 'Dock · SN2']);
  });

  test('begin with what differs where the label is long, and have all of it, which screen readers read', () => {
    const label = 'Dell XPS 13 Plus of the field team in the north';
    expect(chipsOf(label, ['SN-00000001'], ['SN-00000002'])).toEqual([
      `SN-00000001 · ${label}`,
      `SN-00000002 · ${label}`,
    ]);
  });
});
