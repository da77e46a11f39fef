import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createContent } from '../../../../src/api/content';
import { paging } from '../../../../src/api/page';
import { createToken } from '../../../../src/api/token';
import { listAvailableTransitions } from '../../../../src/api/workflow';
import {
  checkInput,
  describeSchemaError,
  violationsOf,
} from '../../../../src/service/base/refusals/schema-violations';
import { showValue } from '../../../../src/service/base/refusals/storable-inputs';

function refuse(schema: z.core.$ZodType, input: unknown): z.core.$ZodError {
  const { error } = checkInput(schema, input);
  if (error === undefined) throw new Error('The schema takes it.');
  return error;
}

const token = createToken.body as z.core.$ZodType;

describe('what a schema refuses', () => {
  test.each<[unknown, z.core.$ZodType | undefined, string]>([
    [{ limit: 'abc' }, paging, 'limit has to be a number.'],
    [{ limit: '1.5' }, paging, 'limit has to be a whole number.'],
    [{ limit: '0' }, paging, 'limit has to be at least 1.'],
    [{ limit: '201' }, paging, 'limit can be up to 200.'],
    [{ page: '2' }, paging, 'page isn’t a known field.'],
    [{ fromStateId: 'x' }, listAvailableTransitions.query, 'fromStateId isn’t a valid id.'],
    [{ durationDays: null }, token, 'name is missing.'],
    [{ name: 1, durationDays: null }, token, 'name has to be text.'],
    [[], token, 'The input has to be an object.'],
    [{ kind: 'x' }, z.object({ kind: z.enum(['a', 'b']) }), 'kind has to be "a" or "b".'],
    [
      { kind: 'x' },
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a') }),
        z.object({ kind: z.literal('b') }),
      ]),
      'kind has to be "a" or "b".',
    ],
    [
      { fileName: 'x', fileSize: 104_857_601, contentType: 'image/png' },
      createContent.body,
      'fileSize can be up to 104857600 bytes.',
    ],
    [{ list: [] }, z.object({ list: z.array(z.json()).min(1) }), 'list can’t be empty.'],
    [{ own: 'x' }, z.object({ own: z.number('Write one.') }), 'own: Write one.'],
  ])('is named in a plain sentence: %j', (input, schema, sentence) => {
    expect(describeSchemaError(refuse(schema as z.core.$ZodType, input))).toBe(sentence);
  });

  test('is repeated as nothing where it is missing', () => {
    const input = { durationDays: 1 };
    expect(violationsOf(refuse(token, input), input, 'TOKEN')).toEqual([
      {
        fieldIdentifier: 'name',
        violationType: 'REQUIRED',
        invalidValue: '',
        domain: 'TOKEN',
      },
    ]);
  });
});

const itself: unknown[] = [];
itself.push(itself);
/** 9^20 texts, if they were written out. */
const ninefold = Array.from({ length: 20 }).reduce<unknown>(
  (inner) => Array.from({ length: 9 }, () => inner),
  'x',
);

test.each<[string, unknown, string]>([
  ['nothing', undefined, ''],
  ['a text', 'a "text"', 'a "text"'],
  ['null', null, 'null'],
  ['a number', -1.5, '-1.5'],
  ['a list', [1, 'a"b', null, true, []], '[1,"a\\"b",null,true,[]]'],
  ['an object', { a: { b: [1] }, 'c"': '', left: undefined }, '{"a":{"b":[1]},"c\\"":""}'],
  ['a hole in a list', [undefined, 1], '[null,1]'],
  ['a character that can’t be stored', 'a\0b', 'a\uFFFDb'],
])('shows %s', (_, value, shown) => {
  expect(showValue(value)).toBe(shown);
});

test.each<[string, unknown, string]>([
  ['a long text', 'a'.repeat(1_000_000), 'aaa'],
  ['a long text in a list', ['a'.repeat(1_000_000)], '["aaa'],
  ['a long key', { ['a'.repeat(1_000_000)]: 1 }, '{"aaa'],
  ['a long list', Array.from({ length: 1_000_000 }, () => 1), '[1,1,1'],
  ['lists that share what they hold', ninefold, '[[[[[['],
  ['a list in itself', itself, '[[[[[['],
])('shows the beginning of %s', (_, value, beginning) => {
  const shown = showValue(value);
  expect(shown.startsWith(beginning)).toBe(true);
  expect(shown).toHaveLength(255);
});
