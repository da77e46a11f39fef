import { expect, test } from 'vitest';
import { attributesOf, attributesOfAll } from '../../../src/app/query-editor/vocabulary';

test('names each attribute once by name and kind, with the types that have it', () => {
  const name = { name: 'Name', attributeTypeCode: 'TEXT' };
  const country = { name: 'Country', attributeTypeCode: 'REFERENCE' };
  const number = { name: 'Name', attributeTypeCode: 'INTEGER' };
  const types = [
    { name: 'Country', attributes: [{ id: 'a', ...name }] },
    {
      name: 'Region',
      attributes: [
        { id: 'b', ...name },
        { id: 'c', ...country },
      ],
    },
    { name: 'Oddity', attributes: [{ id: 'd', ...number }] },
  ];
  expect(attributesOfAll(types)).toEqual([
    { ...name, attributeIds: ['a', 'b'], typeNames: ['Country', 'Region'] },
    { ...country, attributeIds: ['c'], typeNames: ['Region'] },
    { ...number, attributeIds: ['d'], typeNames: ['Oddity'] },
  ]);
});

test('names each attribute once by name and kind where several types are reached by one name', () => {
  const status = { name: 'Status', attributeTypeCode: 'OPTION' };
  const owner = { name: 'Owner', attributeTypeCode: 'USER' };
  const attributes = [
    { id: 'a', ...status },
    { id: 'b', ...owner },
    { id: 'c', ...status },
  ];
  expect(attributesOf({ attributes })).toEqual([
    { ...status, attributeIds: ['a', 'c'] },
    { ...owner, attributeIds: ['b'] },
  ]);
});
