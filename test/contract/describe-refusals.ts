import { describe, expect, test } from 'vitest';
import { badBodies } from './bad-bodies';
import { expectNothingOfTheInside, itRefuses, readRefusal } from './bad-input';
import { badQueries } from './bad-queries';
import { badRequests } from './bad-requests';
import { badResources } from './bad-resources';
import { badWrites } from './bad-writes';
import { hostileTexts, placesOf } from './hostile-text';
import type { Place } from './hostile-text';
import type { Target } from './target';

/** What is refused, and how; nothing of it changes anything. */
export function describeRefusals(target: Target): void {
  const { facts, call } = target;

  test.runIf(target.isOwn)('there are at least 300 bad inputs', () => {
    const lists = [badRequests, badBodies, badQueries, badWrites, badResources];
    expect(lists.flatMap((list) => list(facts)).length).toBeGreaterThanOrEqual(300);
  });

  describe('a request that cannot be answered is refused', () => {
    itRefuses(target, badRequests(facts));
  });
  describe('a body that is not what was asked for is refused', () => {
    itRefuses(target, badBodies(facts));
  });
  describe('a query that is none is refused', () => {
    itRefuses(target, badQueries(facts));
  });
  describe('what cannot be written is refused', () => {
    itRefuses(target, badWrites(facts));
    itRefuses(target, badResources(facts));
  });

  describe(`each of ${hostileTexts.length} hostile texts does no harm`, () => {
    test.each(placesOf(facts))(
      'as $where',
      async ({ request, statuses, holds = () => true }: Place) => {
        const texts = hostileTexts.filter(([, text]) => holds(text));
        const checks = texts.map(async ([what, text]) => {
          const answer = await call(request(text));
          expect(statuses, `${what}: ${answer.text.slice(0, 500)}`).toContain(answer.status);
          if (answer.status === 200) expectNothingOfTheInside(answer.text);
          else readRefusal(answer);
          expect(answer.headers.get('x-injected')).toBeNull();
        });
        await Promise.all(checks);
      },
    );
  });
}
