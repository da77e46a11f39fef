import { nowhere, sql } from './bad-input';
import type { BadInput, BadInputs } from './bad-input';

function find(what: string, body: unknown, status: BadInput['status'] = 400): BadInput {
  return { what, method: 'POST', path: '/object/search', body, status };
}

/** Searches that are no searches, and queries that are no queries. */
export const badQueries: BadInputs = ({ type, labelAttribute }) => [
  find('no query', {}),
  find('a query that is no text', { query: { toString: 'x' } }),
  find('a query of a number', { query: 1 }),
  find('a query of null', { query: null }),
  find('a list of queries', { query: [''] }),
  find('a type id of SQL', { query: '', typeId: sql }),
  find('a type that is not there', { query: '', typeId: nowhere }, 404),
  find('a huge limit', { query: '', limit: 201 }),
  find('a limit in text', { query: '', limit: '10' }),
  find('a limit of zero', { query: '', limit: 0 }),
  find('a negative offset', { query: '', offset: -1 }),
  find('an endless offset', { query: '', offset: 1e300 }),
  find('attribute ids of SQL', { query: '', attributeIds: [sql] }),
  find('101 attribute ids', { query: '', attributeIds: Array(101).fill(labelAttribute.id) }),
  ...[
    ['SQL', sql],
    ['SQL as a name', `"Name') or true --" = 1`],
    ['SQL as an order', 'order by 1; drop table object'],
    ['HTML', '<script>alert(1)</script>'],
    ['NUL as a name', '"\\u0000" = 1'],
    ['a raw NUL', 'Label\u0000 = 1'],
    ['a lone surrogate as a name', '"\ud800" = 1'],
    ['a prototype key as a name', '__proto__ = 1'],
    ['a constructor as a name', 'constructor.prototype = 1'],
    ['an unknown attribute', 'Nothing_Of_This_Name = 1'],
    ['a path through a text', 'Label.Name = 1'],
    ['an unknown function', 'Label = sleep("10")'],
    ['a placeholder', 'Label = {{Level}}'],
    ['half a text', 'Label = "x'],
    ['half an escape', 'Label = "\\u00"'],
    ['half a comparison', 'Label ='],
    ['no operand', '= "x"'],
    ['an open parenthesis', '(Label = "x"'],
    ['a parenthesis too many', 'Label = "x")'],
    ['two comparisons side by side', 'Label = "x" Label = "y"'],
    ['an order that is none', 'order by'],
    ['an empty list', 'Label in ()'],
    ['a comparison of sizes of texts', 'Label > "x"'],
    ['a query longer than allowed', `Label = "${'x'.repeat(200_000)}"`],
    ['deep parentheses', `${'('.repeat(5_000)}Label = 1`],
    ['many negations', `${'not '.repeat(20_000)}Label = 1`],
    ['a path of 1,000 names', `${Array(1_000).fill('Label').join('.')} = 1`],
    ['201 conditions', Array(201).fill('Label = "x"').join(' or ')],
    ['1,001 values', `Label in (${Array(1_001).fill('"x"').join(', ')})`],
    ['101 words', `Label ~ "${Array.from({ length: 101 }, (_, index) => `x${index}`).join(' ')}"`],
    ['orders by the hundred', `order by ${Array(500).fill('Label').join(', ')}`],
  ].map(([what = '', query = '']) => find(what, { query, typeId: type.id })),
];
