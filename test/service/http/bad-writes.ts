import { attributeId, ids, objects } from '../fleet';
import {
  api,
  sql,
  unknown,
  name,
  withName,
  laptop,
  valueOf,
  create,
  define,
  attribute,
  change,
} from './bad-input';
import type { BadInput } from './bad-input';

/** About objects, types and attributes that are written. */
export const badWrites: readonly BadInput[] = [
  // objects
  create('an object without a type', { attributes: [] }, ['REQUIRED typeId']),
  create('an object without attributes', { typeId: ids.laptop }, ['REQUIRED attributes']),
  create('an object of a type of others', { typeId: ids.archived, attributes: [] }, undefined, 404),
  create('an object without a label', laptop(), [`REQUIRED ${name}`]),
  create('a blank label', laptop(withName('  ')), [`REQUIRED ${name}`]),
  create(
    'an unknown attribute of an object',
    laptop(withName('x'), { attributeId: unknown, values: [] }),
    [`NOT_FOUND ${unknown}`],
  ),
  create(
    'an attribute of another type',
    laptop(withName('x'), { attributeId: attributeId('City', 'Founded'), values: ['1'] }),
    [`NOT_FOUND ${attributeId('City', 'Founded')}`],
  ),
  create('an attribute twice', laptop(withName('x'), withName('y')), [`CONFLICT ${name}`]),
  create('two labels', laptop(withName('x', 'y')), [`TOO_MANY ${name}`]),
  create('a value that is no text', laptop(withName(7)), ['INVALID attributes.0.values.0']),
  create('values that are no list', laptop({ attributeId: name, values: 'x' }), [
    'INVALID attributes.0.values',
  ]),
  create('101 values', valueOf('Tags', ...Array.from({ length: 101 }, (_, index) => `${index}`)), [
    'TOO_MANY attributes.1.values',
  ]),
  create('NUL in a label', laptop(withName('a\u0000b')), [`INVALID ${name}`]),
  create('a lone surrogate in a label', laptop(withName('a\ud800b')), [`INVALID ${name}`]),
  create('a label of 40,000 characters', laptop(withName('x'.repeat(40_000))), [
    `TOO_LONG ${name}`,
  ]),
  create('a label of 400,000 marks', laptop(withName(`x${'\u0301\u0316'.repeat(200_000)}`)), [
    `TOO_LONG ${name}`,
  ]),
  ...[
    ['Memory', 'many'],
    ['Memory', '1.5'],
    ['Memory', '1e3'],
    ['Memory', '9'.repeat(30)],
    ['Memory', '0x10'],
    ['Price', '1,50'],
    ['Price', 'NaN'],
    ['Encrypted', 'yes'],
    ['Bought', '2025-02-30'],
    ['Bought', '01.02.2025'],
    ['Checked', '2025-02-28'],
    ['Checked', '2025-02-28T25:00:00Z'],
    ['Status', 'Lost'],
    ['Page', 'javascript:alert(1)'],
    ['Holder', sql],
    ['Owner', 'ann@example.com'],
  ].map(([field = '', value = '']) =>
    create(`${value.slice(0, 20)} as ${field}`, valueOf(field, value), [
      `INVALID ${attributeId('Laptop', field)}`,
    ]),
  ),
  create('a holder that is not there', valueOf('Holder', unknown), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('a holder of another type', valueOf('Holder', objects.koeln), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('a holder of another workspace', valueOf('Holder', objects.archived), [
    `NOT_FOUND ${attributeId('Laptop', 'Holder')}`,
  ]),
  create('an owner who is no member', valueOf('Owner', ids.cat), [
    `NOT_FOUND ${attributeId('Laptop', 'Owner')}`,
  ]),
  create('a value of a read-only attribute', valueOf('Added', '2026-01-01T00:00:00Z'), [
    `READ_ONLY ${attributeId('Laptop', 'Added')}`,
  ]),
  create('two wrong values', valueOf('Memory', 'many', 'few'), [
    `INVALID ${attributeId('Laptop', 'Memory')}`,
    `INVALID ${attributeId('Laptop', 'Memory')}`,
  ]),
  {
    what: 'a cleared label',
    method: 'PATCH',
    path: `${api}/object/${objects.a}`,
    body: { attributes: [withName()] },
    status: 400,
    violations: [`REQUIRED ${name}`],
  },
  {
    what: 'a change of an object of others',
    method: 'PATCH',
    path: `${api}/object/${objects.archived}`,
    body: { attributes: [] },
    status: 404,
  },
  {
    what: 'a deletion of an object of others',
    method: 'DELETE',
    path: `${api}/object/${objects.archived}`,
    status: 404,
  },
  // types and attributes
  {
    what: 'a type without a name',
    method: 'POST',
    path: `${api}/type`,
    body: {},
    status: 400,
    violations: ['REQUIRED name'],
  },
  {
    what: 'a blank name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: ' ' },
    status: 400,
    violations: ['REQUIRED name'],
  },
  {
    what: 'a long name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'x'.repeat(256) },
    status: 400,
    violations: ['TOO_LONG name'],
  },
  {
    what: 'NUL in a name',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'a\u0000' },
    status: 400,
    violations: ['INVALID name'],
  },
  {
    what: 'a name that is taken',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'LAPTOP' },
    status: 400,
    violations: ['CONFLICT name'],
  },
  {
    what: 'an unknown field',
    method: 'POST',
    path: `${api}/type`,
    body: { name: 'x', id: unknown },
    status: 400,
    violations: ['INVALID id'],
  },
  define('a taken attribute name', attribute({ name: 'price' }), ['CONFLICT name']),
  define('an unknown attribute type', attribute({ attributeTypeCode: 'SQL' }), [
    'INVALID attributeTypeCode',
  ]),
  define('a reference to nothing', attribute({ attributeTypeCode: 'REFERENCE' }), [
    'REQUIRED configuration.targetTypeId',
  ]),
  define(
    'a reference to a type of others',
    attribute({ attributeTypeCode: 'REFERENCE', configuration: { targetTypeId: ids.archived } }),
    ['NOT_FOUND configuration.targetTypeId'],
  ),
  define('an unknown configuration', attribute({ configuration: { color: 'red' } }), [
    'INVALID configuration.color',
  ]),
  define(
    'two options of one name',
    attribute({
      attributeTypeCode: 'OPTION',
      configuration: {
        options: [
          { id: '1', name: 'A' },
          { id: '2', name: 'a' },
        ],
      },
    }),
    ['INVALID configuration.options'],
  ),
  define('a number as label', attribute({ attributeTypeCode: 'INTEGER', isLabel: true }), [
    'INVALID isLabel',
  ]),
  define(
    'NUL in a configuration',
    attribute({
      attributeTypeCode: 'OPTION',
      configuration: { options: [{ id: '1', name: '\u0000x' }] },
    }),
    ['INVALID configuration'],
  ),
  change('another attribute type', { attributeTypeCode: 'TEXT' }, ['CONFLICT attributeTypeCode']),
  change('a configuration without its type', { configuration: { options: [] } }, [
    'REQUIRED attributeTypeCode',
  ]),
  change(
    'a configuration without an option in use',
    { attributeTypeCode: 'OPTION', configuration: { options: [] } },
    ['CONFLICT configuration.options'],
  ),
  change('a taken name', { name: 'PRICE' }, ['CONFLICT name']),
  {
    what: 'no label at all',
    method: 'PATCH',
    path: `${api}/attribute/${name}`,
    body: { isLabel: false },
    status: 400,
    violations: ['CONFLICT isLabel'],
  },
  {
    what: 'another target of a reference in use',
    method: 'PATCH',
    path: `${api}/attribute/${attributeId('Laptop', 'Holder')}`,
    body: { attributeTypeCode: 'REFERENCE', configuration: { targetTypeId: ids.city } },
    status: 400,
    violations: ['CONFLICT configuration.targetTypeId'],
  },
];
