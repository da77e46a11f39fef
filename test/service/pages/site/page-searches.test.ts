import { afterEach, expect, test, vi } from 'vitest';
import { StatementCancelled } from '../../../../src/service/base/database/database';
import type { Database } from '../../../../src/service/base/database/database';
import { askAs, measureUse, Turns } from '../../../../src/service/base/database/turns';
import { englishDates } from '../../../../src/service/base/html/moment';
import type { WorkspaceView } from '../../../../src/service/model/permissions/workspace-view';
import { PageSearches } from '../../../../src/service/pages/site/page-searches';
import { PageState } from '../../../../src/service/pages/site/page-state';
import { renderBlock } from '../../../../src/service/pages/site/render-page';

afterEach(() => vi.useRealTimers());

test('a page of 20 charts takes at most 2 seconds of the database, and counts the searches that it makes', async () => {
  let usedMs = 0;
  let counted = 1;
  const count = () => Promise.resolve(void (counted += 1));
  const searches = new PageSearches(count, () => usedMs);
  const answers: (string | undefined)[] = [];
  for (let chart = 0; chart < 20; chart += 1) {
    const leftOut = await searches.begin();
    answers.push(leftOut);
    if (leftOut === undefined) usedMs += 300;
  }
  expect(answers.filter((reason) => reason === undefined)).toHaveLength(4);
  expect(counted).toBe(4);
  expect(answers.at(-1)).toBe(
    'The searches before this one took too long, so this isn’t shown. Ask whoever runs this site to put it on a page of its own.',
  );
});

test('a page of 20 charts that are found soon has them all', async () => {
  let counted = 1;
  const searches = new PageSearches(
    () => Promise.resolve(void (counted += 1)),
    () => 0,
  );
  for (let chart = 0; chart < 20; chart += 1) expect(await searches.begin()).toBeUndefined();
  expect(counted).toBe(20);
});

test('what a request waits for others isn’t what it takes of the database', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const turns = new Turns();
  let endFirst = () => {};
  const first = turns.take(() => new Promise<void>((resolve) => (endFirst = resolve)));
  await askAs('a reader', async () => {
    const usedMs = measureUse();
    const second = turns.take(() => Promise.resolve());
    vi.advanceTimersByTime(50);
    endFirst();
    await Promise.all([first, second]);
    vi.advanceTimersByTime(7);
    expect(usedMs()).toBe(7);
  });
});

test('a table whose search takes what is left of the time says that it can’t be shown', async () => {
  const workspaceId = '7a0f6f0e-6f4f-4d8e-9d53-2f1c5a3b9e01';
  const typeId = '7a0f6f0e-6f4f-4d8e-9d53-2f1c5a3b9e02';
  const limits: (number | undefined)[] = [];
  const database = {
    cancelsStatements: true,
    query: () => Promise.resolve([{}]),
    expensively: (work: () => Promise<unknown>) => work(),
    transaction: (_work: unknown, { limitMs }: { limitMs?: number } = {}) => {
      limits.push(limitMs);
      return Promise.reject(new StatementCancelled());
    },
  } as unknown as Database;
  const view = {
    workspaceId,
    types: [{ id: typeId, name: 'Laptop', description: null, attributes: [] }],
    caller: { userId: workspaceId },
  } as unknown as WorkspaceView;
  const context = {
    dependencies: { database, serviceUrl: '', clock: () => new Date() },
    view,
    state: new PageState(''),
    dates: englishDates,
    searches: new PageSearches(
      () => Promise.resolve(),
      () => 1_000,
    ),
  };
  const { text } = await renderBlock(
    context,
    { kind: 'table', typeId, query: '', columns: [], pageSize: 10, hasSearch: false },
    0,
  );
  expect(text).toContain('This table can’t be shown. This query would take too long.');
  expect(limits).toEqual([1_000]);
});
