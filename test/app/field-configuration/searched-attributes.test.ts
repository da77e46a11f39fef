import { describe, expect, test } from 'vitest';
import {
  attributesFor,
  maximumAttributes,
  noAttributes,
  unsearchedOf,
  withShownSearched,
} from '../../../src/app/field-configuration/configured-attributes';
import fc from '../../support/property-testing';

const kinds = {
  Name: 'TEXT',
  Serial: 'TEXT',
  Mail: 'EMAIL',
  Page: 'URL',
  Status: 'OPTION',
  Stage: 'WORKFLOW',
  Owner: 'USER',
  Place: 'REFERENCE',
  Price: 'DECIMAL',
  Bought: 'DATE',
  Notes: 'RICH_TEXT',
  Photo: 'MEDIA',
};
const laptop = {
  id: 'laptop',
  name: 'Laptop',
  attributes: Object.entries(kinds).map(([name, attributeTypeCode]) => ({
    id: name,
    name,
    attributeTypeCode,
    isLabel: name === 'Name',
  })),
};
const searchable = ['Serial', 'Mail', 'Page', 'Status', 'Stage', 'Owner', 'Place'];
const chosen = (names: readonly string[]) => names.map((name) => ({ attributeId: name, name }));
const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

test('what is shown by a name can be searched as well as texts, and what isn’t can’t', () => {
  expect(namesOf(attributesFor('searchedAttributes', laptop))).toEqual(searchable);
});

const anyShown = fc.shuffledSubarray(Object.keys(kinds).slice(1), { maxLength: maximumAttributes });

describe('in a new configuration', () => {
  test('whatever is shown is searched if it can be, from the first choice on', () => {
    const check = fc.property(anyShown, (names) => {
      const change = { attributes: chosen(names) };
      const { searchedAttributes = [] } = withShownSearched(noAttributes, change, [laptop]);
      expect(namesOf(searchedAttributes)).toEqual(
        names.filter((name) => searchable.includes(name)),
      );
    });
    fc.assert(check);
  });

  test('a further choice adds and takes away only what it is about, in as much room as there is', () => {
    const anySearched = fc.shuffledSubarray(searchable, { maxLength: maximumAttributes });
    const check = fc.property(anyShown, anyShown, anySearched, (before, after, searched) => {
      const lists = { attributes: chosen(before), searchedAttributes: chosen(searched) };
      const change = { attributes: chosen(after) };
      const next = namesOf(withShownSearched(lists, change, [laptop]).searchedAttributes ?? []);
      const isKept = (name: string) => !before.includes(name) || after.includes(name);
      const isAdded = (name: string) =>
        after.includes(name) && !before.includes(name) && !searched.includes(name);
      expect(next.length).toBeLessThanOrEqual(maximumAttributes);
      expect(next.filter((name) => searched.includes(name))).toEqual(searched.filter(isKept));
      expect(next.filter((name) => !searched.includes(name)).every(isAdded)).toBe(true);
    });
    fc.assert(check);
  });

  test('what is chosen to be searched is taken as it is', () => {
    const change = { searchedAttributes: chosen(['Mail']) };
    expect(withShownSearched(noAttributes, change, [laptop])).toBe(change);
  });
});

test.each([
  [['Status', 'Owner'], [], ['Status', 'Owner']],
  [['Status', 'Owner'], ['Status'], ['Owner']],
  [['Price', 'Photo'], [], []],
  [['Status', 'Owner', 'Place'], ['Serial', 'Mail'], ['Status']],
  [['Status'], ['Serial', 'Mail', 'Page'], []],
  [['gone'], [], []],
])('of the shown %j, with %j searched, %j can be searched too', (shown, searched, offered) => {
  const lists = { attributes: chosen(shown), searchedAttributes: chosen(searched) };
  expect(namesOf(unsearchedOf(lists, [laptop]))).toEqual(offered);
});
