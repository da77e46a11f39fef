import { describe, expect, test } from 'vitest';
import { bindTemplate, parseTemplate, placeholdersOf, printQuery } from '../../src/query';
import type { Bindings, BindingProblem, Query } from '../../src/query';
import { anyTemplate, hostileText } from './arbitrary-query';
import { readQuery, readTemplate } from './read';
import { withoutLocations } from './without-locations';
import fc from '../support/property-testing';

const sweden = { objectId: 'id-1', label: 'Sweden' };
const norway = { objectId: 'id-2', label: 'Norway' };
const one = bindingsOf([sweden]);
const two = bindingsOf([sweden, norway]);

describe('one selected object', () => {
  test.each([
    ['Region = {{Country}}', 'Region = objectId("id-1")'],
    ['Region = "{{Country}}"', 'Region = objectId("id-1")'],
    ['Region != <<country>>', 'Region != objectId("id-1")'],
    ['Region = {{  COUNTRY  }}', 'Region = objectId("id-1")'],
    ['Region == {{Country}}', 'Region == objectId("id-1")'],
    ['Region = objectId({{Country}})', 'Region = objectId("id-1")'],
    ['Region in {{Country}}', 'Region in (objectId("id-1"))'],
    ['Region not in ({{Country}}, "x")', 'Region not in (objectId("id-1"), "x")'],
    ['Name ~ {{Country.label}}', 'Name ~ "Sweden"'],
    ['Owner = user({{Country.label}})', 'Owner = user("Sweden")'],
    ['Owner = user(${emailCurrentUser})', 'Owner = user("me@example.com")'],
    ['Owner in (USER("$<emailCurrentUser>"))', 'Owner in (USER("me@example.com"))'],
    ['not (a = 1 or b = {{Country}}) order by c', 'not (a = 1 or b = objectId("id-1")) order by c'],
    ['a = 1 order by b', 'a = 1 order by b'],
    ['', ''],
  ])('%s becomes %s', (template, query) => {
    expect(bound(template, one)).toBe(query);
  });
});

describe('several selected objects', () => {
  test.each([
    ['Region = {{Country}}', 'Region in (objectId("id-1"), objectId("id-2"))'],
    ['Region != {{Country}}', 'Region not in (objectId("id-1"), objectId("id-2"))'],
    ['Region = objectId({{Country}})', 'Region in (objectId("id-1"), objectId("id-2"))'],
    ['Name = {{Country.label}}', 'Name in ("Sweden", "Norway")'],
    ['Region in ({{Country}}, "x")', 'Region in (objectId("id-1"), objectId("id-2"), "x")'],
    ['Region not in {{Country}}', 'Region not in (objectId("id-1"), objectId("id-2"))'],
    ['not Region = {{Country}}', 'not Region in (objectId("id-1"), objectId("id-2"))'],
  ])('%s becomes %s', (template, query) => {
    expect(bound(template, two)).toBe(query);
  });

  test.each(['==', '>', '>=', '<', '<=', '~', '!~'])('are refused by %s', (operator) => {
    expect(refusal(`Region ${operator} {{Country}}`, two)).toEqual({
      code: 'UNUSABLE_PLACEHOLDER',
      levelName: 'Country',
      message: `{{Country}} stands for several selected objects, and "${operator}" compares with one value only. Use =, !=, in or not in, or allow one selection on that level.`,
      location: { start: 8 + operator.length, end: 19 + operator.length },
    });
  });
});

describe('a template that cannot be bound', () => {
  test('says that nothing is selected, and never leaves the condition out', () => {
    expect(refusal('a = 1 or Region = {{country}}', bindingsOf([]))).toEqual({
      code: 'NOTHING_SELECTED',
      levelName: 'country',
      message: 'Nothing is selected on the level "country". Select something there first.',
      location: { start: 18, end: 29 },
    });
  });

  test('names the levels that there are', () => {
    expect(refusal('Region = {{Contry}}', two).message).toBe(
      `{{Contry}} isn’t an earlier level. The levels before this one: "Country".`,
    );
    expect(refusal('Region = {{Country}}', { levels: new Map() })).toMatchObject({
      code: 'UNKNOWN_LEVEL',
      message: '{{Country}} isn’t an earlier level. There is no level before this one.',
    });
    expect(refusal('Region = {{Country}}', {})).toMatchObject({
      code: 'UNKNOWN_LEVEL',
      message: 'This field has no levels, so {{Country}} can’t stand for anything. Remove it.',
    });
  });

  test.each([undefined, '', ' '])('says that the email address is missing (%j)', (email) => {
    const error = refusal('Owner = user(${emailCurrentUser})', { emailCurrentUser: email });
    expect(error).toMatchObject({ code: 'NO_EMAIL', location: { start: 13, end: 32 } });
    expect(error).not.toHaveProperty('levelName');
  });

  test.each([
    'Owner = ${emailCurrentUser}',
    'Owner in ${emailCurrentUser}',
    'Owner = userId(${emailCurrentUser})',
    'Owner = user("x", ${emailCurrentUser})',
    'Owner = userId({{Country}})',
    'Owner = user({{Country}})',
    'Region = objectId({{Country}}, "x")',
  ])('refuses the placeholder in %s', (template) => {
    expect(refusal(template, one).code).toBe('UNUSABLE_PLACEHOLDER');
  });
});

describe('whatever is selected', () => {
  const template = readTemplate(
    '(a = {{Country}} or b ~ {{Country.label}}) and c = user(${emailCurrentUser}) order by d',
  );

  test('each value stands in the place of its placeholder, and nothing else changes', () => {
    const check = fc.property(hostileText, hostileText, hostileText, (objectId, label, email) => {
      fc.pre(email.trim() !== '');
      const levels = new Map([['Country', [{ objectId, label }]]]);
      const query = succeed(template, { emailCurrentUser: email, levels });
      const readBack = readQuery(printQuery(query));
      expect(withoutLocations(readBack)).toEqual(withoutLocations(query));
      expect(readBack).toMatchObject({
        condition: {
          kind: 'and',
          operands: [
            {
              kind: 'or',
              operands: [
                { operand: { kind: 'call', name: 'objectId', arguments: [{ value: objectId }] } },
                { operand: { kind: 'string', value: label } },
              ],
            },
            { operand: { kind: 'call', name: 'user', arguments: [{ value: email }] } },
          ],
        },
      });
    });
    fc.assert(check, { numRuns: 1000 });
  });

  test('any template keeps its structure, holds no placeholder any more and is read back', () => {
    const check = fc.property(anyTemplate, hostileText, hostileText, (any, objectId, label) => {
      const levels = new Map(
        placeholdersOf(any).flatMap((placeholder) =>
          placeholder.kind === 'levelPlaceholder'
            ? [[placeholder.levelName, [{ objectId, label }]] as const]
            : [],
        ),
      );
      const query = succeed(any, { emailCurrentUser: '{{x}}@example.com', levels });
      const text = printQuery(query);
      expect(placeholdersOf(query)).toEqual([]);
      expect(structureOf(query)).toEqual(structureOf(any));
      expect(withoutLocations(readQuery(text))).toEqual(withoutLocations(query));
      expect(withoutLocations(parseTemplate(text))).toEqual({
        ok: true,
        query: withoutLocations(query),
      });
    });
    fc.assert(check, { numRuns: 1000 });
  });

  test.each(['{{x}}', '{{Country}}', '<<Country>>', '${emailCurrentUser}', '$<emailCurrentUser>'])(
    'the label %s is text',
    (label) => {
      const levels = new Map([['Country', [{ objectId: 'id', label }]]]);
      const query = succeed(readTemplate('a = {{Country.label}}'), { levels });
      expect(readQuery(printQuery(query)).condition).toMatchObject({
        operand: { kind: 'string', value: label },
      });
    },
  );
});

test('the placeholders of a template are given in the order of its text', () => {
  const template = readTemplate(
    'a in ({{A}}, x, <<B.label>>) or not (b = user(${emailCurrentUser}) and c = {{A}}) and d is empty',
  );
  expect(placeholdersOf(template)).toMatchObject([
    { kind: 'levelPlaceholder', levelName: 'A', part: 'id', location: { start: 6, end: 11 } },
    { kind: 'levelPlaceholder', levelName: 'B', part: 'label' },
    { kind: 'emailPlaceholder' },
    { kind: 'levelPlaceholder', levelName: 'A' },
  ]);
  expect(placeholdersOf(readTemplate('order by a'))).toEqual([]);
});

function bindingsOf(selected: readonly { objectId: string; label: string }[]): Bindings {
  return { emailCurrentUser: 'me@example.com', levels: new Map([[' Country ', selected]]) };
}

function bound(template: string, bindings: Bindings): string {
  return printQuery(succeed(readTemplate(template), bindings));
}

function succeed(template: Query, bindings: Bindings): Query {
  const result = bindTemplate(template, bindings);
  if (!result.ok) throw new Error(result.error.message);
  return result.query;
}

function refusal(template: string, bindings: Bindings): BindingProblem {
  const result = bindTemplate(readTemplate(template), bindings);
  if (result.ok) throw new Error('Expected a refusal.');
  return result.error;
}

/** The tree with every operand that a placeholder could have become left open. */
function structureOf(query: Query): unknown {
  return JSON.parse(
    JSON.stringify(withoutLocations(query), (key, value: unknown) => {
      if (key === 'operand' && isLeaf(value)) return 'value';
      if (key === 'operands' && Array.isArray(value) && value.some(isLeaf)) return value.length;
      return value;
    }),
  );
}

function isLeaf(value: unknown): boolean {
  const kinds = ['string', 'number', 'word', 'call', 'levelPlaceholder', 'emailPlaceholder'];
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    typeof value.kind === 'string' &&
    kinds.includes(value.kind)
  );
}
