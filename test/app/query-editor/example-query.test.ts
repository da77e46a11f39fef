import { expect, test } from 'vitest';
import { exampleForLevel, exampleForType } from '../../../src/app/query-editor/vocabulary';

const attribute = (name: string, attributeTypeCode: string, typeNames: string[] = []) => ({
  name,
  attributeTypeCode,
  attributeIds: [],
  typeNames,
});

test('shows a query with attributes that the type has', () => {
  const attributes = [attribute('State of repair', 'OPTION'), attribute('Holder', 'USER')];
  expect(exampleForType(attributes)).toBe(
    '"State of repair" is not empty and Holder = user(${emailCurrentUser})',
  );
  expect(exampleForType([attribute('Code', 'TEXT')])).toBe('Label ~ "new"');
});

const known = {
  typeNames: ['Building', 'Room'],
  attributes: [
    attribute('Owner', 'USER', ['Room']),
    attribute('Part of', 'REFERENCE', ['Room']),
    attribute('Site', 'REFERENCE', ['Room']),
  ],
  earlierLevels: [],
};

test.each([
  ['room', [], 'Type = "Room"'],
  ['Office', [], 'Type = "Building"'],
  ['Room', ['Office'], 'Type = "Room"'],
  ['Room', ['Site'], 'Type = "Room" and Site = {{Site}}'],
  ['Room', ['part of', 'Site', 'Office'], 'Type = "Room" and Site = {{Site}}'],
  ['', ['part of'], 'Type = "Room" and "Part of" = {{part of}}'],
  ['', ['Office'], 'Type = "Building"'],
  ['Building', ['Site'], 'Type = "Building"'],
])('shows for the level %j after %j: %s', (levelName, earlierLevels, example) => {
  expect(exampleForLevel(levelName, { ...known, earlierLevels })).toBe(example);
});

test('shows none while the types are not known', () => {
  expect(exampleForLevel('Room', { ...known, typeNames: [] })).toBeUndefined();
});
