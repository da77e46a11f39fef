import { expect, test } from 'vitest';
import { createFormats } from '../../../src/app/object-display/formats';
import { offeredOptions, pickOptions } from '../../../src/app/object-picker/picker-options';

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
  const texts = offeredOptions(search, [], formats).map(({ label }) => label.split(/\u3000+/));
  expect(texts).toEqual([['Dock', 'ID: 1a0c0d0e'], ['Dock', 'ID: 2b0c0d0e'], ['Screen']]);
  const picks = objects.map((object) => ({ ...object, savedLabel: undefined, isGone: false }));
  const chips = pickOptions(picks, formats);
  expect(chips.map(({ label }) => label)).toEqual([
    'Dock · 1a0c0d0e (ID)',
    'Dock · 2b0c0d0e (ID)',
    'Screen',
  ]);
});
