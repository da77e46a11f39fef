import { expect, test, vi } from 'vitest';
import {
  createContextConfigurationProbe,
  findConfigurationFact,
} from '../../../src/app/site-check/context-configuration';
import type { Invocation } from '../../../src/app/access/invocation';
import { MemoryStore } from '../refresh/support/memory-store';

const clock = { nowMs: 1_000 };
const now = () => clock.nowMs;
const told = { extension: { configuration: {} } } as Invocation;
const untold = { extension: {} } as Invocation;

function createSite() {
  const store = new MemoryStore(now);
  const written = vi.spyOn(store, 'set');
  const open = () =>
    createContextConfigurationProbe({ platform: { store, tenantKey: () => 'a' }, now });
  return { store, written, open };
}

test('the fact about the configuration is written once, however long and by however many functions it is seen', async () => {
  const { store, written, open } = createSite();
  const note = open();
  await note(told);
  clock.nowMs += 120_000;
  await note(told);
  await open()(told);
  expect(await findConfigurationFact(store)).toBe(true);
  expect(written).toHaveBeenCalledTimes(1);
});

test('the fact about the configuration follows what is seen last', async () => {
  const { store, written, open } = createSite();
  const note = open();
  await note(told);
  await note(untold);
  expect(await findConfigurationFact(store)).toBe(false);
  expect(written).toHaveBeenCalledTimes(2);
});

test('a store that can’t answer keeps nobody from their field', async () => {
  const { store, open } = createSite();
  store.find = () => Promise.reject(new Error('no store'));
  await expect(open()(told)).resolves.toBeUndefined();
});
