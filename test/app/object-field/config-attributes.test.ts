import { describe, expect, test } from 'vitest';
import { attributesFor } from '../../../src/app/field-configuration/configured-attributes';
import {
  attributes,
  choose,
  configure,
  id,
  save,
  saved,
  savedAgain,
} from '../support/config-screen';
import { useFakeDelays } from '../support/fake-delays';

useFakeDelays();

describe('the attributes that the picker searches', () => {
  test('stores up to three attributes that the picker searches, and none where none is chosen', async () => {
    const screen = await configure({ configuration: saved });
    await choose(screen, 'searchedAttributes', [{ value: attributes[0]!.id }]);
    await save(screen);
    await choose(screen, 'searchedAttributes', []);
    await save(screen);
    const serial = {
      attributeId: attributes[0]!.id,
      name: 'Serial number',
      attributeTypeCode: 'TEXT',
    };
    expect(screen.submitted).toEqual([
      { configuration: { ...savedAgain, searchedAttributes: [serial] } },
      { configuration: savedAgain },
    ]);
  });

  test('offers attributes with text to search, other than the label', () => {
    const attribute = (name: string, attributeTypeCode: string, isLabel = false) => ({
      id: name,
      name,
      attributeTypeCode,
      isLabel,
    });
    const offered = attributesFor('searchedAttributes', {
      id: 'type',
      name: 'Laptop',
      attributes: [
        attribute('Name', 'TEXT', true),
        attribute('Serial number', 'TEXT'),
        attribute('Price', 'DECIMAL'),
        attribute('Vendor page', 'URL'),
        attribute('Contact', 'EMAIL'),
        attribute('Status', 'OPTION'),
      ],
    });
    expect(offered.map(({ name }) => name)).toEqual(['Serial number', 'Vendor page', 'Contact']);
  });

  test('says which attribute the picker can’t search, and leaves it out of what is stored', async () => {
    const gone = { attributeId: id(99), name: 'Colour' };
    const screen = await configure({ configuration: { ...saved, searchedAttributes: [gone] } });
    expect(screen.text()).toContain('The picker can’t search Colour');
    await save(screen);
    expect(screen.submitted).toEqual([{ configuration: savedAgain }]);
  });
});
