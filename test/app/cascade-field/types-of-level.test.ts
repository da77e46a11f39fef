import { expect, test } from 'vitest';
import { typesOfLevel } from '../../../src/app/cascade-field/configuration';

const type = (id: string, name: string, ...attributes: string[]) => ({
  id,
  name,
  attributes: attributes.map((attribute) => ({ name: attribute })),
});
const types = [
  type('1', 'Country', 'Code'),
  type('2', 'Region', 'Country'),
  type('3', 'City', 'Region', 'Population'),
  type('4', 'Département', 'Region', 'Label'),
];
const all = types.map(({ name }) => name);

test.each([
  ['', all],
  ['Type = City', ['City']],
  ['type = "city" and Region = {{Region}}', ['City']],
  ['Type = "3"', ['City']],
  ['Type = departement', ['Département']],
  ['Type in (City, "Region")', ['Region', 'City']],
  ['Type in (City, {{Region.label}})', all],
  ['Type not in (City, Region)', ['Country', 'Département']],
  ['Type != City', ['Country', 'Region', 'Département']],
  ['not (Type = City or Type = Region)', ['Country', 'Département']],
  ['Type ~ "Ci"', all],
  ['Region = {{Region}}', ['City', 'Département']],
  ['region.Country = {{Country}}', ['City', 'Département']],
  ['Population > 5 or Code = "IS"', ['Country', 'City']],
  ['Region != {{Region}}', all],
  ['Region is empty', all],
  ['Region is not empty', ['City', 'Département']],
  ['not Region is empty', ['City', 'Département']],
  ['Region not in {{Region}}', all],
  ['"Label" = "a"', ['Département']],
  ['Label = "a"', all],
  ['Type is empty', all],
  ['Type = Unknown', all],
  ['Type = City and', all],
  ['Type = City order by Population', ['City']],
])('the last level with the query %j offers objects of %j', (query, names) => {
  expect(typesOfLevel(query, types).map(({ name }) => name)).toEqual(names);
});
