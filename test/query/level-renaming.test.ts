import { describe, expect, test } from 'vitest';
import { levelKey, parseTemplate, printQuery, refersToLevel, renameLevel } from '../../src/query';
import { anyTemplate } from './arbitrary-query';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';

describe('renaming "Country" to "Land" keeps all else as written', () => {
  test.each([
    ['Country = {{Country}}', 'Country = {{Land}}'],
    ['a = {{ country }} and b = "{{COUNTRY}}"', 'a = {{ Land }} and b = "{{Land}}"'],
    ['a = <<Country>>  AND b in <<Country.label>>', 'a = <<Land>>  AND b in <<Land.label>>'],
    ['a=={{Country.LABEL}} order by a', 'a=={{Land.LABEL}} order by a'],
    ['a ~ "{{ Country .label }}"', 'a ~ "{{ Land .label }}"'],
    [
      'a = objectId({{Country}})\nor not b in ({{Country}}, 1)',
      'a = objectId({{Land}})\nor not b in ({{Land}}, 1)',
    ],
    ['Price<<<Country>>', 'Price<<<Land>>'],
    ['a = "{{C\\u006funtry}}"', 'a = "{{Land}}"'],
  ])('%s', (written, renamed) => {
    expect(renameLevel(written, 'Country', 'Land')).toBe(renamed);
  });

  test.each([
    'a = {{Countryside}} and b = "Country"',
    'a = "\\u007b{Country}}"',
    'a = user(${emailCurrentUser})',
    '',
  ])('changes nothing else: %s', (written) => {
    expect(renameLevel(written, 'Country', 'Land')).toBe(written);
  });
});

test.each([
  ['a = {{Country}} and', 'a = {{Land}} and'],
  ['a = << country.label >> and (b = {{City}}', 'a = << Land.label >> and (b = {{City}}'],
  ['a = {{Country', 'a = {{Country'],
])('a text that is no template yet keeps its references: %s', (written, renamed) => {
  expect(renameLevel(written, 'Country', 'Land')).toBe(renamed);
});

test.each([
  ['a = {{ country.label }}', true],
  ['a = {{Country}} and', true],
  ['a = "Country" and b = {{City}}', false],
  ['', false],
])('a template refers to "Country" or not: %s', (template, refers) => {
  expect(refersToLevel(template, 'Country')).toBe(refers);
});

test('a new name with quotes and backslashes is written so that it is read back', () => {
  const renamed = renameLevel('a = "{{Old}}" or b = {{Old}}', 'old', 'My "C:\\" level');
  expect(renamed).toBe('a = "{{My \\"C:\\\\\\" level}}" or b = {{My "C:\\" level}}');
  expect(parseTemplate(renamed).ok).toBe(true);
});

test('the renamed template means the same of another level, and back again', () => {
  const check = fc.property(anyTemplate, (template) => {
    const text = printQuery(template);
    const name = /"levelName":("(?:[^"\\]|\\.)*")/.exec(JSON.stringify(template))?.[1];
    const level = name === undefined ? 'none' : String(JSON.parse(name));
    const renamed = renameLevel(text, level, 'Some new level');
    const read = JSON.stringify(withoutLocations(parseTemplate(renamed)));
    const expected = JSON.stringify(withoutLocations(parseTemplate(text)), (key, value: unknown) =>
      key === 'levelName' && levelKey(String(value)) === levelKey(level) ? 'Some new level' : value,
    );
    expect(read).toBe(expected);
  });
  fc.assert(check, { numRuns: 300 });
});
