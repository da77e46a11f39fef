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
    [{ name: 'x' }, token, 'durationDays is missing.'],
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
    const input = { name: 'Export' };
    expect(violationsOf(refuse(token, input), input, 'TOKEN')).toEqual([
      {
        fieldIdentifier: 'durationDays',
        violationType: 'REQUIRED',
        invalidValue: '',
        domain: 'TOKEN',
      },
    ]);
  });
});
