import { beforeAll, describe, expect, test } from 'vitest';
import { parseJql } from '../../../src/sandbox/jql/parse-jql';
import {
  printLiteral,
  printOperand,
  printQuoted,
  type JqlComparison,
  type JqlClause,
  type JqlOperand,
  type JqlQuery,
  type JqlValue,
} from '../../../src/sandbox/jql/tree';
import { JiraError } from '../../../src/sandbox/jira/jira-error';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { keysOrRefusal, openSearchSite } from './jql-site';
import fc from '../../support/property-testing';

let site: JiraSite;
beforeAll(async () => {
  site = await openSearchSite();
});

/** What Jira says against the text of a query; '' if it can be read. */
function refusalOf(jql: string): string {
  try {
    parseJql(jql);
    return '';
  } catch (error) {
    if (!(error instanceof JiraError) || error.status !== 400) throw error;
    return error.message;
  }
}

/** A field's name as it may stand in a query; one with a dot is quoted, as a property's. */
function printFieldName(name: string): string {
  if (/^cf\[\d+\]$/i.test(name)) return name;
  return name.includes('.') ? printQuoted(name) : printLiteral(name);
}

async function keysOf(jql: string): Promise<readonly string[]> {
  const found = await keysOrRefusal(site, jql);
  if (typeof found !== 'string') throw new Error(`${jql}: ${found.errors.join(' ')}`);
  return found.split(' ').filter((key) => key !== '');
}

describe('A query that is printed', () => {
  test('is read as it was, whatever its names and values hold', () => {
    fc.assert(
      fc.property(arbitraryQuery, (query) => {
        expect(parseJql(printQuery(query))).toEqual(query);
      }),
      { numRuns: 300 },
    );
  });

  test('that is broken off is refused with a sentence, and never crashes', () => {
    fc.assert(
      fc.property(arbitraryQuery, fc.nat(200), (query, length) => {
        const refusal = refusalOf(printQuery(query).slice(0, length));
        expect(refusal).toMatch(/^$|^Error in the JQL Query: .+ \(line \d+, character \d+\)$/s);
      }),
      { numRuns: 200 },
    );
  });

  test('of any text at all is read or refused', () => {
    fc.assert(
      fc.property(fc.array(awkwardText, { maxLength: 8 }), (pieces) => {
        expect(() => refusalOf(pieces.join(' '))).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});

const statuses = ['To Do', 'In Progress', 'Done'];
const people = ['Amara Okafor', 'Lena Fischer', 'Mateo Álvarez'];
const labels = ['Laptop 1', 'Laptop 2', 'Laptop 6', 'Lease', 'nothing'];

const equalities = fc
  .constantFrom(
    ['status', statuses] as const,
    ['assignee', people] as const,
    ['Asset.Label', labels] as const,
  )
  .chain(([name, values]) =>
    fc.record({
      name: fc.constant(name),
      values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }),
      operator: fc.constantFrom('=' as const, '!=' as const),
    }),
  );

const comparisons = equalities.map(({ name, values: [text = ''], operator }): JqlComparison => ({
  kind: 'comparison',
  field: { name, isQuoted: true },
  operator,
  operand: { kind: 'value', text, isQuoted: true },
}));
const clauses = clausesOver(comparisons).map(printClause);
const runs = { numRuns: 60 };

describe('A search', () => {
  test('finds the same by a clause negated twice', async () => {
    await fc.assert(
      fc.asyncProperty(clauses, async (clause) => {
        expect(await keysOf(`not (not (${clause}))`)).toEqual(await keysOf(clause));
      }),
      runs,
    );
  });

  test('finds no issue by a clause and by its opposite', async () => {
    await fc.assert(
      fc.asyncProperty(clauses, async (clause) => {
        const found = new Set(await keysOf(clause));
        const opposite = await keysOf(`not (${clause})`);
        expect(opposite.filter((key) => found.has(key))).toEqual([]);
      }),
      runs,
    );
  });

  test('finds by a value, by other values and by none each issue once', async () => {
    await fc.assert(
      fc.asyncProperty(equalities, async ({ name, values }) => {
        const list = values.map((text) => JSON.stringify(text)).join(', ');
        const field = JSON.stringify(name);
        const parts = [`in (${list})`, `not in (${list})`, 'is EMPTY'];
        const found = await Promise.all(parts.map((part) => keysOf(`${field} ${part}`)));
        expect(found.flat().sort()).toEqual((await keysOf('id != -1')).toSorted());
      }),
      runs,
    );
  });

  test('finds by a list what it finds by one of its values', async () => {
    await fc.assert(
      fc.asyncProperty(equalities, async ({ name, values, operator }) => {
        const field = JSON.stringify(name);
        const list = values.map((text) => JSON.stringify(text)).join(', ');
        const single = values.map((text) => `${field} ${operator} ${JSON.stringify(text)}`);
        const [inList, singly] =
          operator === '='
            ? [`${field} in (${list})`, single.join(' or ')]
            : [`${field} not in (${list})`, single.join(' and ')];
        expect(await keysOf(inList)).toEqual(await keysOf(singly));
      }),
      runs,
    );
  });
});

/** Texts that hold quotes, escapes, signs and words of the grammar. */
const awkwardText = fc.oneof(
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
function clausesOver(leaf: fc.Arbitrary<JqlComparison>, depth = 3): fc.Arbitrary<JqlClause> {
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

const arbitraryQuery: fc.Arbitrary<JqlQuery> = fc.record(
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

function printClause(clause: JqlClause): string {
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
