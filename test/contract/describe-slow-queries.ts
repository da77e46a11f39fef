import { describe, expect, test } from 'vitest';
import { workspaceHeader } from '../../src/api/endpoint';
import { demoWorkspaceId } from '../../src/service';
import { expectNothingOfTheInside } from './bad-input';
import type { Target } from './target';

/** Enough for what is allowed, on a busy machine; far from what a query could be built to take. */
const maximumAnswerMs = 10_000;

const times = (count: number, text: (index: number) => string, separator: string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

const negations = 'not '.repeat(40);

const slowQueries: readonly (readonly [string, string])[] = [
  ['200 texts that nothing holds', times(200, (index) => `Label ~ "x${index}"`, ' or ')],
  ['200 texts that everything lacks', times(200, (index) => `Label !~ "x${index}"`, ' and ')],
  ['a text of one letter, 100 times', times(100, () => 'Label ~ "a"', ' or ')],
  ['1,000 values', `Label in (${times(1_000, (index) => `"x${index}"`, ', ')})`],
  ['1,000 values not in a list', `Label not in (${times(1_000, (index) => `"x${index}"`, ', ')})`],
  ['100 words', `Label ~ "${times(100, (index) => `w${index}`, ' ')}"`],
  ['200 ids', times(200, (index) => `Id = "${index}"`, ' or ')],
  ['parentheses', `${'('.repeat(40)}Label = "x"${')'.repeat(40)}`],
  ['negations of negations', `${negations}(Label ~ "a" and ${negations}Label ~ "b")`],
  ['many orders', `order by ${times(10, () => 'Label desc', ', ')}`],
  ['a pattern of another database', 'Label ~ "%_%_%_%_%_%_%_%"'],
  ['a long text', `Label == "${'a'.repeat(150_000)}"`],
  ['many long texts', times(150, (index) => `Label == "${'a'.repeat(1_000)}${index}"`, ' or ')],
];

/** Queries built to be slow are refused, or answered in time; meanwhile others get their answers. */
export function describeSlowQueries({ call, databaseUrl }: Target): void {
  describe('a query built to be slow', () => {
    test.each(slowQueries)('ends in time: %s', async (_what, query) => {
      const startedAt = performance.now();
      const searching = call({ method: 'POST', path: '/object/search', body: { query, limit: 1 } });
      expect((await call({ method: 'GET', path: '/user/me' })).status).toBe(200);
      const answer = await searching;
      expect([200, 400], answer.text.slice(0, 500)).toContain(answer.status);
      expectNothingOfTheInside(answer.text);
      expect(performance.now() - startedAt).toBeLessThan(maximumAnswerMs);
    });

    // A server cancels it once it takes too long.
    test.runIf(databaseUrl === undefined)(
      'is refused before it begins where it would keep everyone waiting',
      async () => {
        const query = times(200, (index) => `Region != "x${index}"`, ' and ');
        const answer = await call({
          method: 'POST',
          path: '/object/search',
          headers: { [workspaceHeader]: demoWorkspaceId('Geography') },
          body: { query },
        });
        expect(answer.status).toBe(400);
        expect(answer.body).toHaveProperty(
          'message',
          expect.stringMatching(/^This query would take too long\. Narrow it/),
        );
      },
    );

    test('is refused where a sort would look at several values of each of several values', async () => {
      const searching = (query: string) =>
        call({ method: 'POST', path: '/object/search', body: { query } });
      expect((await searching('order by Covers.Label')).status).toBe(200);
      const answer = await searching('order by Covers.Accessories');
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        message: expect.stringContaining('only one name that stands for several values') as unknown,
        position: { line: 1, column: 10 },
      });
    });
  });
}
