import type { Attribute } from '../../src/api/attribute';
import { nowhere, refusedAt, sql, type BadInput, type BadInputs } from './bad-input';
import type { Facts } from './target';

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
  const of = (...attributes: unknown[]) => ({ typeId: type.id, attributes });
  return [
    ...refusedAt('POST /object', [
      ['no type', { attributes: [] }, 'REQUIRED typeId'],
      ['no attributes', { typeId: type.id }, 'REQUIRED attributes'],
      ['attributes that are no list', { typeId: type.id, attributes: {} }, 'INVALID attributes'],
      ['no label', of(), `REQUIRED ${name}`],
      ['a blank label', of(withName('  ')), `REQUIRED ${name}`],
      ['a label of U+200B', of(withName('\u200b')), `REQUIRED ${name}`],
      ['a label of U+3164', of(withName('\u3164 ')), `REQUIRED ${name}`],
      ['a label of U+2800', of(withName('\u2800')), `REQUIRED ${name}`],
      ['a label of accents alone', of(withName('\u0301\u0308')), `REQUIRED ${name}`],
      ['two labels', of(withName('x', 'y')), `TOO_MANY ${name}`],
      ['an attribute twice', of(withName('x'), withName('y')), `CONFLICT ${name}`],
      [
        'an unknown attribute',
        of(withName('x'), { attributeId: nowhere, values: [] }),
        `NOT_FOUND ${nowhere}`,
      ],
      ['a value that is no text', of(withName(7)), 'INVALID attributes.0.values.0'],
      ['a value of an object', of(withName({})), 'INVALID attributes.0.values.0'],
      [
        'values that are no list',
        of({ attributeId: name, values: 'x' }),
        'INVALID attributes.0.values',
      ],
      ['101 values', of(withName(...Array<string>(101).fill('x'))), 'TOO_MANY attributes.0.values'],
      ['NUL in a label', of(withName('a\u0000b')), `INVALID ${name}`],
      ['a lone surrogate in a label', of(withName('a\ud800b')), `INVALID ${name}`],
      ['a label of 40,000 characters', of(withName('x'.repeat(40_000))), `TOO_LONG ${name}`],
      [
        'a label of 400,000 marks',
        of(withName(`x${'\u0301\u0316'.repeat(200_000)}`)),
        `TOO_LONG ${name}`,
      ],
    ]),
    ...refusedAt(`PATCH /object/${objectId}`, [
      ['a cleared label', { attributes: [withName()] }, `REQUIRED ${name}`],
      ['another type', { typeId: nowhere }, 'INVALID typeId'],
    ]),
    ...[
      ['a type that is not there', 'POST', '/object', { typeId: nowhere, attributes: [] }] as const,
      ['a change of what is not there', 'PATCH', `/object/${nowhere}`, { attributes: [] }] as const,
      ['a deletion of what is not there', 'DELETE', `/object/${nowhere}`] as const,
    ].map(([what, method, path, body]) => ({ what, method, path, body, status: 404 })),
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
  ['DATE', '15.03.2025'],
  ['DATETIME', '2025-02-28'],
  ['DATETIME', '2025-02-28T25:00:00Z'],
  ['OPTION', 'No option has this name'],
  ['URL', 'javascript:alert(1)'],
  ['REFERENCE', sql],
  ['USER', 'somebody@example.com'],
  ['SYSTEM_CREATED', '2026-01-01T00:00:00Z'],
];

/** On an object that is there, so that one wrong value is all that is wrong. */
function badValues({ attributeOf, objectId }: Facts): BadInput[] {
  const change = (what: string, { id }: Attribute, values: string[], type: string): BadInput => ({
    what,
    method: 'PATCH',
    path: `/object/${objectId}`,
    body: { attributes: [{ attributeId: id, values }] },
    status: 400,
    violations: [`${type} ${id}`],
  });
  const wrong = wrongValues.map(([code, value]) => {
    const type = code === 'SYSTEM_CREATED' ? 'READ_ONLY' : 'INVALID';
    return change(`${value.slice(0, 20)} as ${code}`, attributeOf(code), [value], type);
  });
  const missing = ['REFERENCE', 'USER'].map((code) =>
    change(`a ${code} to nothing`, attributeOf(code), [nowhere], 'NOT_FOUND'),
  );
  return [...wrong, ...missing];
}

function badTypes({ type }: Facts): BadInput[] {
  return refusedAt('POST /type', [
    ['a type without a name', {}, 'REQUIRED name'],
    ['a blank name of a type', { name: ' ' }, 'REQUIRED name'],
    ['an invisible name of a type', { name: '\u200b\u2060 \u3164\u2800' }, 'REQUIRED name'],
    ['a long name of a type', { name: 'x'.repeat(256) }, 'TOO_LONG name'],
    ['NUL in a name', { name: 'a\u0000' }, 'INVALID name'],
    ['a lone surrogate in a name', { name: 'a\udfff' }, 'INVALID name'],
    ['a name that is no text', { name: ['x'] }, 'INVALID name'],
    ['a name that is taken', { name: type.name.toUpperCase() }, 'CONFLICT name'],
    ['a long description', { name: 'x', description: 'x'.repeat(4_001) }, 'TOO_LONG description'],
    ['an unknown field', { name: 'x', id: nowhere }, 'INVALID id'],
  ]);
}

function badAttributes({ type, labelAttribute, attributeOf }: Facts): BadInput[] {
  const defined = (fields: object) => ({
    ...{ name: 'A new one', typeId: type.id, attributeTypeCode: 'TEXT' },
    ...fields,
  });
  const reference = (configuration?: object) =>
    defined({ attributeTypeCode: 'REFERENCE', ...(configuration && { configuration }) });
  const number = defined({ attributeTypeCode: 'INTEGER', isLabel: true });
  const withoutOptions = { attributeTypeCode: 'OPTION', configuration: { options: [] } };
  return [
    ...refusedAt('POST /attribute', [
      ['a taken name', defined({ name: labelAttribute.name.toLowerCase() }), 'CONFLICT name'],
      [
        'an unknown attribute type',
        defined({ attributeTypeCode: 'SQL' }),
        'INVALID attributeTypeCode',
      ],
      ['a reference to nothing', reference(), 'REQUIRED configuration.targetTypeId'],
      [
        'a reference to a type that is not there',
        reference({ targetTypeId: nowhere }),
        'NOT_FOUND configuration.targetTypeId',
      ],
      [
        'an unknown configuration',
        defined({ configuration: { color: 'red' } }),
        'INVALID configuration.color',
      ],
      ['a number as label', number, 'INVALID isLabel'],
      [
        'an option that shows nothing',
        defined({
          attributeTypeCode: 'OPTION',
          configuration: { options: [{ id: 'a', name: '\u2800\u3164' }] },
        }),
        'REQUIRED configuration.options.0.name',
      ],
    ]),
    ...refusedAt(`PATCH /attribute/${labelAttribute.id}`, [
      ['no label at all', { isLabel: false }, 'CONFLICT isLabel'],
      ['another attribute type', { attributeTypeCode: 'URL' }, 'CONFLICT attributeTypeCode'],
    ]),
    ...refusedAt(`PATCH /attribute/${attributeOf('OPTION').id}`, [
      ['a configuration without its type', { configuration: {} }, 'REQUIRED attributeTypeCode'],
      [
        'a configuration without the options in use',
        withoutOptions,
        'CONFLICT configuration.options',
      ],
    ]),
  ];
}

const badTokens: readonly BadInput[] = [
  ...refusedAt('POST /token', [
    ['a token without a name', { durationDays: 1 }, 'REQUIRED name'],
    ['a blank name of a token', { name: ' ', durationDays: 1 }, 'REQUIRED name'],
    ['a long name of a token', { name: 'x'.repeat(101), durationDays: 1 }, 'TOO_LONG name'],
    ['NUL in the name of a token', { name: 'a\u0000', durationDays: 1 }, 'INVALID name'],
    ['NUL as the name of a token', { name: '\u0000', durationDays: 1 }, 'REQUIRED name'],
    ['a token of another access', { name: 'x', access: 'admin' }, 'INVALID access'],
    [
      'a token for an unknown workspace',
      { name: 'x', workspaceId: nowhere },
      'NOT_FOUND workspaceId',
    ],
    ['a token for no workspace', { name: 'x', workspaceId: 'IT' }, 'INVALID workspaceId'],
    ['a token for no time', { name: 'x', durationDays: 0 }, 'INVALID durationDays'],
    ['a token for ages', { name: 'x', durationDays: 1e9 }, 'INVALID durationDays'],
    ['a token for half a day', { name: 'x', durationDays: 0.5 }, 'INVALID durationDays'],
    ['a token of my choice', { name: 'x', durationDays: 1, token: 'mine' }, 'INVALID token'],
  ]),
  { what: 'a token that is not there', method: 'DELETE', path: `/token/${nowhere}`, status: 404 },
];
