import { expect, it } from 'vitest';
import { attributesOfAll } from '../../../src/app/query-editor/vocabulary';

it('names each attribute once by name and kind, with the types that have it', () => {
  const name = { name: 'Name', attributeTypeCode: 'TEXT' };
  const types = [
    { name: 'Country', attributes: [name] },
    { name: 'Region', attributes: [name, { name: 'Country', attributeTypeCode: 'REFERENCE' }] },
    { name: 'Oddity', attributes: [{ name: 'Name', attributeTypeCode: 'INTEGER' }] },
  ];
  expect(attributesOfAll(types)).toEqual([
    { ...name, typeNames: ['Country', 'Region'] },
    { name: 'Country', attributeTypeCode: 'REFERENCE', typeNames: ['Region'] },
    { name: 'Name', attributeTypeCode: 'INTEGER', typeNames: ['Oddity'] },
  ]);
});
