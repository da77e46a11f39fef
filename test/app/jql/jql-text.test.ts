import { type Clause, JastBuilder, type Operand } from '@atlaskit/jql-ast';
import { describe, expect, test } from 'vitest';
import { assumedWays as ways, fragmentOf } from '../../../src/app/jql-function/clause-syntax';
import { fieldClause, isWritable, quoteJql } from '../../../src/app/jql/jql-text';
import fc, { seed } from '../../support/property-testing';

/** `JQL_RUNS=100000` for a night. */
const runs = Number(process.env.JQL_RUNS ?? 1_000);

const attacks = [
  '") OR ("a" = "b',
  'x\\" OR project = SECRET OR summary ~ a\\',
  '\\',
  '\\\\"',
  "'",
  '\n) OR issuekey is not EMPTY',
  '\u2028',
  '\u2029',
  '\u0000',
  '\u0085',
  '\ufdd0',
  '\uffff',
  '\u202e',
  '{{x}}',
  'currentUser()',
  'EMPTY',
  'null',
  'ORDER BY',
  'not in',
  'cf[10010]',
  '\\u0022',
  '😀',
];
const metacharacters = '"\'\\()[],=!~<>|&{}*/%+^$#@?;\n\r\t \u0000\u001f\u007f\u2028au0';
const anyText = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...metacharacters.split('')), maxLength: 20 }),
    fc.constantFrom(...attacks),
    fc
      .tuple(fc.constantFrom(...attacks), fc.constantFrom(...attacks))
      .map((parts) => parts.join('')),
  )
  .filter(isWritable);

/** The tree of a query with its texts read back; a new builder per query, since one remembers. */
function treeOf(jql: string): unknown {
  const { query, errors } = new JastBuilder().build(jql);
  expect(errors.map(String), jql).toEqual([]);
  if (!query?.where) throw new Error(`No condition: ${jql}`);
  return clauseTree(query.where);
}

function clauseTree(clause: Clause): unknown {
  switch (clause.clauseType) {
    case 'compound':
      return [clause.operator.value, ...clause.clauses.map(clauseTree)];
    case 'not':
      return ['not', clauseTree(clause.clause)];
    case 'terminal': {
      const { field, operator, operand } = clause;
      return [readBack(field.text), operator?.value, operand && operandTree(operand)];
    }
  }
}

function operandTree(operand: Operand): unknown {
  switch (operand.operandType) {
    case 'value':
      return readBack(operand.text);
    case 'list':
      return operand.values.map(operandTree);
    case 'keyword':
      return operand.value;
    case 'function':
      throw new Error('No fragment calls a function');
  }
}

/** By the rules of Jira's lexer, which the library leaves in the text. */
function readBack(literal: string): string {
  if (!literal.startsWith('"')) return literal;
  const named = new Map([
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
  ]);
  return literal
    .slice(1, -1)
    .replace(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code: string | undefined, sign: string) =>
      code === undefined ? (named.get(sign) ?? sign) : String.fromCharCode(parseInt(code, 16)),
    );
}

describe('quoting of JQL', () => {
  test('lets no value and no name of a field change the tree of a query', () => {
    const values = fc.array(anyText, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyText, anyText, values, (project, name, objectIds) => {
        const spelling = quoteJql(`${name}.ObjectId`);
        const writing = { fieldId: 'customfield_10010', spelling, ways };
        const fragment = fragmentOf(writing, 'not in', objectIds);
        const jql = `project = ${quoteJql(project)} AND (${fragment}) OR ${quoteJql(name)} is EMPTY`;
        expect(treeOf(jql)).toEqual([
          'or',
          ['and', ['project', '=', project], [`${name}.ObjectId`, 'not in', objectIds]],
          [name, 'is', 'empty'],
        ]);
      }),
      { numRuns: runs, seed, examples: attacks.map((attack) => [attack, attack, [attack]]) },
    );
  }, 3_600_000);

  test.each([
    ['the empty text', ''],
    ['the first half of a pair', 'a\ud800b'],
    ['the second half of a pair', '\udc00'],
  ])('refuses %s instead of changing it', (_, text) => {
    expect(isWritable(text)).toBe(false);
    expect(() => quoteJql(text)).toThrow(RangeError);
  });

  test('names a field by the number of its id', () => {
    expect(fieldClause('customfield_10010')).toBe('cf[10010]');
  });

  test.each(['', 'customfield_', 'customfield_1] OR cf[2', 'summary', 'customfield_10010 '])(
    'refuses "%s", which is the id of no custom field',
    (fieldId) => {
      expect(() => fieldClause(fieldId)).toThrow(RangeError);
    },
  );
});

describe('a fragment', () => {
  const writing = { fieldId: 'customfield_10010', spelling: '"cf[10010].ObjectId"', ways };

  test('compares the clause with all ids', () => {
    expect(fragmentOf(writing, 'in', ['a', 'b'])).toBe('"cf[10010].ObjectId" in ("a","b")');
  });

  test.each([
    ['in', ['and', ['cf[10010]', 'is', 'empty'], ['cf[10010]', 'is not', 'empty']]],
    ['not in', ['cf[10010].ObjectId', 'is not', 'empty']],
  ] as const)('is valid without objects after "%s"', (operator, tree) => {
    expect(treeOf(fragmentOf(writing, operator, []))).toEqual(tree);
  });
});
