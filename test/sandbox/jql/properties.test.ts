import { beforeAll, describe, expect, test } from 'vitest';
import { parseJql } from '../../../src/sandbox/jql/parse-jql';
import { printQuoted } from '../../../src/sandbox/jql/tree';
import { JiraError } from '../../../src/sandbox/jira/jira-error';
import type { JiraSite } from '../../../src/sandbox/rest/jira-site';
import { keysOrRefusal, openSearchSite } from './jql-site';
import fc from '../../support/property-testing';

let site: JiraSite;
beforeAll(async () => {
  site = await openSearchSite();
});

async function keysOf(jql: string): Promise<readonly string[]> {
  const found = await keysOrRefusal(site, jql);
  if (typeof found !== 'string') throw new Error(`${jql}: ${found.errors.join(' ')}`);
  return found.split(' ').filter((key) => key !== '');
}

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

describe('A query', () => {
  test('holds between quotation marks whatever was written there', () => {
    fc.assert(
      fc.property(awkwardText, (text) => {
        const { where } = parseJql(`summary ~ ${printQuoted(text)}`);
        expect(where).toMatchObject({ operand: { kind: 'value', text, isQuoted: true } });
      }),
      { numRuns: 200 },
    );
  });

  test('of any text at all is read, or refused with a sentence and its place', () => {
    fc.assert(
      fc.property(fc.array(awkwardText, { maxLength: 8 }), (pieces) => {
        expect(refusalOf(pieces.join(' '))).toMatch(
          /^$|^Error in the JQL Query: .+ \(line \d+, character \d+\)$/s,
        );
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

/** A clause as text, with parentheses around every part. */
const clauses = fc.letrec<{ clause: string }>((tie) => ({
  clause: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    equalities.map(
      ({ name, values: [text = ''], operator }) =>
        `${JSON.stringify(name)} ${operator} ${JSON.stringify(text)}`,
    ),
    tie('clause').map((clause) => `not (${clause})`),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('clause'), { minLength: 2, maxLength: 3 }))
      .map(([word, parts]) => `(${parts.join(` ${word} `)})`),
  ),
})).clause;
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
