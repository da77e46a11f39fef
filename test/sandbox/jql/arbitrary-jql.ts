import {
  printFieldName,
  printLiteral,
  printOperand,
  printQuoted,
  type JqlClause,
  type JqlComparison,
  type JqlOperand,
  type JqlQuery,
  type JqlValue,
} from '../../../src/sandbox/jql/tree';
import fc from '../../support/property-testing';

/** Texts that hold quotes, escapes, signs and words of the grammar. */
export const awkwardText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('"', "'", '\\', '\n', '\u0000', '\u007f', '(', ',', 'a', ' ', '\ufffe'),
    minLength: 1,
    maxLength: 8,
  }),
  fc.constantFrom('and', 'EMPTY', 'order', 'in', 'x" or project = DEMO', '\\u0041', 'null', 'cf'),
);

/** Of a field or function: Jira takes none that is blank. */
const awkwardName = awkwardText.filter((text) => text.trim() !== '');

const value: fc.Arbitrary<JqlValue> = awkwardText.map((text) => ({
  kind: 'value',
  text,
  isQuoted: printLiteral(text).startsWith('"'),
}));
const call: fc.Arbitrary<JqlOperand> = fc.record({
  kind: fc.constant('function' as const),
  name: awkwardName,
  arguments: fc.array(awkwardText, { maxLength: 3 }),
});
const empty: JqlOperand = { kind: 'empty' };
const single = fc.oneof(value, call, fc.constant(empty));
const list: fc.Arbitrary<JqlOperand> = fc
  .array(single, { minLength: 1, maxLength: 4 })
  .map((values) => ({ kind: 'list', values }));

/** A name as it is printed: with quotes where it needs them. */
const fieldReference = awkwardName.map((name) => ({
  name,
  isQuoted: printFieldName(name).startsWith('"'),
}));

const comparison: fc.Arbitrary<JqlComparison> = fc
  .oneof(
    fc.record({ operator: fc.constantFrom('=' as const, '!=' as const), operand: single }),
    fc.record({ operator: fc.constantFrom('~' as const, '!~' as const), operand: value }),
    fc.record({ operator: fc.constantFrom('<' as const, '>=' as const), operand: value }),
    fc.record({ operator: fc.constantFrom('in' as const, 'not in' as const), operand: list }),
    fc.record({
      operator: fc.constantFrom('is' as const, 'is not' as const),
      operand: fc.constant(empty),
    }),
  )
  .chain((rest) =>
    fieldReference.map((field): JqlComparison => ({ kind: 'comparison', field, ...rest })),
  );

/** Clauses over the given comparisons. */
export function clausesOver(leaf: fc.Arbitrary<JqlComparison>, depth = 3): fc.Arbitrary<JqlClause> {
  return fc.letrec<{ clause: JqlClause }>((tie) => ({
    clause: fc.oneof(
      { maxDepth: depth, withCrossShrink: true },
      leaf,
      tie('clause').map((clause): JqlClause => ({ kind: 'not', clause })),
      fc
        .tuple(
          fc.constantFrom('and' as const, 'or' as const),
          fc.array(tie('clause'), { minLength: 2, maxLength: 3 }),
        )
        .map(([kind, clauses]): JqlClause => ({ kind, clauses })),
    ),
  })).clause;
}

export const arbitraryQuery: fc.Arbitrary<JqlQuery> = fc.record(
  {
    where: clausesOver(comparison),
    orderBy: fc.array(
      fc.record({ field: fieldReference, direction: fc.constantFrom('asc', 'desc') }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ['orderBy'] },
);

/** Returns the text of a query, with parentheses around every part. */
export function printQuery({ where, orderBy }: JqlQuery): string {
  const order = orderBy.map(({ field, direction }) => `${printFieldName(field.name)} ${direction}`);
  return [where && printClause(where), order.length > 0 && `order by ${order.join(', ')}`]
    .filter(Boolean)
    .join(' ');
}

export function printClause(clause: JqlClause): string {
  switch (clause.kind) {
    case 'and':
    case 'or':
      return `(${clause.clauses.map(printClause).join(` ${clause.kind} `)})`;
    case 'not':
      return `not (${printClause(clause.clause)})`;
    case 'comparison': {
      const { field, operator, operand } = clause;
      const name = field.isQuoted ? printQuoted(field.name) : printFieldName(field.name);
      return `${name} ${operator} ${printOperand(operand)}`;
    }
  }
}
