import { expect, test } from 'vitest';
import { createFormats } from '../../../src/app/object-display/formats';
import { offeredOptions } from '../../../src/app/object-picker/picker-options';

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
