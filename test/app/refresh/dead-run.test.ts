import { expect, test } from 'vitest';
import { createRefresh } from '../../../src/app/refresh/refresh';
import { InvocationGate } from './support/invocation-gate';
import { MemoryQueue } from './support/memory-queue';
import { MemoryStore } from './support/memory-store';
import { RefreshSite } from './support/refresh-site';

test('The app tells of a refresh whose events are lost as failed, and begins another one when asked', async () => {
  const clock = { now: 1_000_000 };
  const gate = new InvocationGate();
  const now = () => clock.now;
  const platform = {
    store: new MemoryStore(gate, now),
    refreshQueue: new MemoryQueue(gate, clock),
  };
  const refresh = createRefresh({ platform, now });
  const started = await refresh.request({ kind: 'now' });
  const { runId } = (await refresh.find())!;
  expect(started).toMatchObject({ kind: 'started', run: { runId } });
  expect(await refresh.find()).toMatchObject({ runId, phase: 'list' });
  clock.now += 31 * 60_000;
  expect(await refresh.find()).toMatchObject({ runId, phase: 'failed', finishedAt: 1_000_000 });
  expect(await refresh.request({ kind: 'now' })).toMatchObject({
    kind: 'started',
    run: { phase: 'list' },
  });
  expect(await refresh.find()).not.toMatchObject({ runId });
});

test('A refresh is under way for half an hour after its first event, even after one that came at once', async () => {
  const site = new RefreshSite();
  await site.refresh.request({ kind: 'now' });
  site.gate.plan(1, 'after');
  await site.drain(site.clock.now);
  site.gate.revive();
  site.pass(10 * 60_000);
  expect(await site.refresh.find()).toMatchObject({ phase: 'list' });
  site.pass(21 * 60_000);
  expect(await site.refresh.find()).toMatchObject({ phase: 'failed' });
});
