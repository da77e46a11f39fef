import { describe, expect, test } from 'vitest';
import { parseQuery, printQuery } from '../../../../src/query';
import { openTestDatabase } from '../../../support/test-database';
import { viewWorkspace } from '../../../../src/service/model/permissions/workspace-view';
import { Refusal } from '../../../../src/service/base/refusals/refusal';
import { searchObjects } from '../../../../src/service/model/search/search-objects';
import { evaluate } from './oracle/evaluate';
import { Meaningless, anyWorld, type World } from './oracle/world';
import { storeWorld } from './oracle/store-world';
import { anyQuestion, type Question } from './oracle/world-query';
import fc, { seed } from '../../../support/property-testing';
import { duringTests } from '../../../support/during-tests';

/** `SEARCH_RUNS=100000` for a night. */
const runs = Number(process.env.SEARCH_RUNS ?? 400);
const worldCount = Math.max(4, Math.ceil(runs / 500));
const worlds = fc.sample(anyWorld, { seed, numRuns: worldCount });
const now = new Date('2026-11-20T12:00:00.000Z');

const database = duringTests(() => openTestDatabase());

async function answer(world: World, question: Question): Promise<unknown> {
  const { query, callerId: userId, deniedTypeIds, typeId, offset, limit } = question;
  const caller = { userId, name: '', email: '', via: 'token' } as const;
  const view = await viewWorkspace(database, caller, world.workspaceId);
  const types = view.types.filter(({ id }) => !deniedTypeIds.has(id));
  const dependencies = { database, serviceUrl: '', clock: () => now };
  const request = { query: printQuery(query), typeId, offset, limit, attributeIds: [] };
  try {
    const page = await searchObjects(dependencies, { ...view, types }, request);
    return { total: page.total, ids: page.result.map(({ id }) => id) };
  } catch (error) {
    if (error instanceof Refusal && error.detail.position) return 'refused';
    throw error;
  }
}

function expected(world: World, { query, offset, limit, ...asked }: Question): unknown {
  const read = parseQuery(printQuery(query));
  if (!read.ok) throw new Error(read.error.message);
  try {
    const ids = evaluate(read.query, { ...asked, world });
    return { total: ids.length, ids: ids.slice(offset, offset + limit) };
  } catch (error) {
    if (error instanceof Meaningless) return 'refused';
    throw error;
  }
}

describe('a search answers as reading every object would', () => {
  test.each(worlds.map((world, index) => ({ world, index })))(
    'world $index',
    async ({ world, index }) => {
      await database.transaction((transaction) => storeWorld(transaction, world));
      await fc.assert(
        fc.asyncProperty(anyQuestion(world, now), async (question) => {
          const said = printQuery(question.query);
          expect(await answer(world, question), said).toEqual(expected(world, question));
        }),
        { seed: seed + index, numRuns: Math.ceil(runs / worldCount) },
      );
    },
    3_600_000,
  );
});
