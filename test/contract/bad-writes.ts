import type { Attribute } from '../../src/api/attribute';
import { nowhere, sql } from './bad-input';
import type { BadInput, BadInputs } from './bad-input';
import type { Facts } from './facts';

/** Objects, types, attributes and tokens that cannot be written. */
export const badWrites: BadInputs = (facts) => [
  ...badObjects(facts),
  ...badValues(facts),
  ...badTypes(facts),
  ...badAttributes(facts),
  ...badTokens,
];

function badObjects({ type, labelAttribute, objectId }: Facts): BadInput[] {
  const { id: name } = labelAttribute;
  const withName = (...values: unknown[]) => ({ attributeId: name, values });
  const create = (what: string, attributes: unknown, violations: string[]): BadInput => ({
    what,
    method: 'POST',
    path: '/object',
    body: { typeId: type.id, attributes },
    status: 400,
    violations,
  });
  const object = { method: 'POST', path: '/object', status: 400 };
  const change = { method: 'PATCH', path: `/object/${objectId}`, status: 400 };
  return [
    { ...object, what: 'no type', body: { attributes: [] }, violations: ['REQUIRED typeId'] },
    {
      ...object,
      what: 'no attributes',
      body: { typeId: type.id },
      violations: ['REQUIRED attributes'],
    },
    {
      ...object,
      what: 'a type that is not there',
      body: { typeId: nowhere, attributes: [] },
      status: 404,
    },
    create('attributes that are no list', {}, ['INVALID attributes']),
    create('no label', [], [`REQUIRED ${name}`]),
    create('a blank label', [withName('  ')], [`REQUIRED ${name}`]),
    create('two labels', [withName('x', 'y')], [`TOO_MANY ${name}`]),
    create('an attribute twice', [withName('x'), withName('y')], [`CONFLICT ${name}`]),
    create(
      'an unknown attribute',
      [withName('x'), { attributeId: nowhere, values: [] }],
      [`NOT_FOUND ${nowhere}`],
    ),
    create('a value that is no text', [withName(7)], ['INVALID attributes.0.values.0']),
    create('a value of an object', [withName({})], ['INVALID attributes.0.values.0']),
    create(
      'values that are no list',
      [{ attributeId: name, values: 'x' }],
      ['INVALID attributes.0.values'],
    ),
    create(
      '101 values',
      [withName(...Array<string>(101).fill('x'))],
      ['TOO_MANY attributes.0.values'],
    ),
    create('NUL in a label', [withName('a\u0000b')], [`INVALID ${name}`]),
    create('a lone surrogate in a label', [withName('a\ud800b')], [`INVALID ${name}`]),
    create('a label of 40,000 characters', [withName('x'.repeat(40_000))], [`TOO_LONG ${name}`]),
    create(
      'a label of 400,000 marks',
      [withName(`x${'\u0301\u0316'.repeat(200_000)}`)],
      [`TOO_LONG ${name}`],
    ),
    {
      ...change,
      what: 'a cleared label',
      body: { attributes: [withName()] },
      violations: [`REQUIRED ${name}`],
    },
    { ...change, what: 'another type', body: { typeId: nowhere }, violations: ['INVALID typeId'] },
    {
      ...change,
      what: 'a change of what is not there',
      path: `/object/${nowhere}`,
      body: { attributes: [] },
      status: 404,
    },
    {
      what: 'a deletion of what is not there',
      method: 'DELETE',
      path: `/object/${nowhere}`,
      status: 404,
    },
  ];
}

const wrongValues: readonly (readonly [string, string])[] = [
  ['INTEGER', 'many'],
  ['INTEGER', '1.5'],
  ['INTEGER', '1e3'],
  ['INTEGER', '0x10'],
  ['INTEGER', '9'.repeat(30)],
  ['DECIMAL', '1,50'],
  ['DECIMAL', 'NaN'],
  ['DECIMAL', 'Infinity'],
  ['BOOLEAN', 'yes'],
  ['DATE', '2025-02-30'],
  ['DATE', '01.02.2025'],
  ['DATETIME', '2025-02-28'],
  ['DATETIME', '2025-02-28T25:00:00Z'],
  ['OPTION', 'No option has this name'],
  ['URL', 'javascript:alert(1)'],
  ['EMAIL', 'nobody'],
  ['REFERENCE', sql],
  ['USER', 'somebody@example.com'],
  ['SYSTEM_CREATED', '2026-01-01T00:00:00Z'],
];

/** On an object that is there, so that one wrong value is all that is wrong. */
function badValues({ attributes, objectId }: Facts): BadInput[] {
  const change = (what: string, { id }: Attribute, values: string[], type: string): BadInput => ({
    what,
    method: 'PATCH',
    path: `/object/${objectId}`,
    body: { attributes: [{ attributeId: id, values }] },
    status: 400,
    violations: [`${type} ${id}`],
  });
  const wrong = wrongValues.flatMap(([code, value]) => {
    const attribute = attributes.get(code);
    const type = code === 'SYSTEM_CREATED' ? 'READ_ONLY' : 'INVALID';
    return attribute ? [change(`${value.slice(0, 20)} as ${code}`, attribute, [value], type)] : [];
  });
  const missing = ['REFERENCE', 'USER'].flatMap((code) => {
    const attribute = attributes.get(code);
    return attribute ? [change(`a ${code} to nothing`, attribute, [nowhere], 'NOT_FOUND')] : [];
  });
  return [...wrong, ...missing];
}

function badTypes({ type }: Facts): BadInput[] {
  const create = (what: string, body: unknown, violations: string[]): BadInput => ({
    what,
    method: 'POST',
    path: '/type',
    body,
    status: 400,
    violations,
  });
  return [
    create('a type without a name', {}, ['REQUIRED name']),
    create('a blank name of a type', { name: ' ' }, ['REQUIRED name']),
    create('an invisible name of a type', { name: '\u200b\u2060 \u3164' }, ['REQUIRED name']),
    create('a long name of a type', { name: 'x'.repeat(256) }, ['TOO_LONG name']),
    create('NUL in a name', { name: 'a\u0000' }, ['INVALID name']),
    create('a lone surrogate in a name', { name: 'a\udfff' }, ['INVALID name']),
    create('a name that is no text', { name: ['x'] }, ['INVALID name']),
    create('a name that is taken', { name: type.name.toUpperCase() }, ['CONFLICT name']),
    create('a long description', { name: 'x', description: 'x'.repeat(4_001) }, [
      'TOO_LONG description',
    ]),
    create('an unknown field', { name: 'x', id: nowhere }, ['INVALID id']),
  ];
}

function badAttributes({ type, labelAttribute, attributes }: Facts): BadInput[] {
  const define = (what: string, fields: object, violations: string[]): BadInput => ({
    what,
    method: 'POST',
    path: '/attribute',
    body: { name: 'A new one', typeId: type.id, attributeTypeCode: 'TEXT', ...fields },
    status: 400,
    violations,
  });
  const change = (what: string, id: string, body: unknown, violations: string[]): BadInput => ({
    what,
    method: 'PATCH',
    path: `/attribute/${id}`,
    body,
    status: 400,
    violations,
  });
  const choice = attributes.get('OPTION');
  return [
    define('a taken name', { name: labelAttribute.name.toLowerCase() }, ['CONFLICT name']),
    define('an unknown attribute type', { attributeTypeCode: 'SQL' }, [
      'INVALID attributeTypeCode',
    ]),
    define('a reference to nothing', { attributeTypeCode: 'REFERENCE' }, [
      'REQUIRED configuration.targetTypeId',
    ]),
    define(
      'a reference to a type that is not there',
      { attributeTypeCode: 'REFERENCE', configuration: { targetTypeId: nowhere } },
      ['NOT_FOUND configuration.targetTypeId'],
    ),
    define('an unknown configuration', { configuration: { color: 'red' } }, [
      'INVALID configuration.color',
    ]),
    define('a number as label', { attributeTypeCode: 'INTEGER', isLabel: true }, [
      'INVALID isLabel',
    ]),
    change('no label at all', labelAttribute.id, { isLabel: false }, ['CONFLICT isLabel']),
    change('another attribute type', labelAttribute.id, { attributeTypeCode: 'URL' }, [
      'CONFLICT attributeTypeCode',
    ]),
    ...(choice === undefined
      ? []
      : [
          change('a configuration without its type', choice.id, { configuration: {} }, [
            'REQUIRED attributeTypeCode',
          ]),
          change(
            'a configuration without the options in use',
            choice.id,
            { attributeTypeCode: 'OPTION', configuration: { options: [] } },
            ['CONFLICT configuration.options'],
          ),
        ]),
  ];
}

const token = (what: string, body: unknown, violations: string[]): BadInput => ({
  what,
  method: 'POST',
  path: '/token',
  body,
  status: 400,
  violations,
});

const badTokens: readonly BadInput[] = [
  token('a token without a name', { durationDays: 1 }, ['REQUIRED name']),
  token('a blank name of a token', { name: ' ', durationDays: 1 }, ['REQUIRED name']),
  token('a long name of a token', { name: 'x'.repeat(101), durationDays: 1 }, ['TOO_LONG name']),
  token('NUL in the name of a token', { name: 'a\u0000', durationDays: 1 }, ['INVALID name']),
  token('NUL as the name of a token', { name: '\u0000', durationDays: 1 }, ['REQUIRED name']),
  token('a token without a duration', { name: 'x' }, ['REQUIRED durationDays']),
  token('a token for no time', { name: 'x', durationDays: 0 }, ['INVALID durationDays']),
  token('a token for ages', { name: 'x', durationDays: 1e9 }, ['INVALID durationDays']),
  token('a token for half a day', { name: 'x', durationDays: 0.5 }, ['INVALID durationDays']),
  token('a token of my choice', { name: 'x', durationDays: 1, token: 'mine' }, ['INVALID token']),
  { what: 'a token that is not there', method: 'DELETE', path: `/token/${nowhere}`, status: 404 },
];
