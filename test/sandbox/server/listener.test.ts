import { expect, test } from 'vitest';
import { openListener, openNextListener } from '../../../src/sandbox/server/listener';

test('A port answers "starting" until it has its handler, and only on this machine', async () => {
  const listener = await openListener(0, 'TRACKER_PORT');
  expect(listener.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await fetch(listener.url)).toMatchObject({ status: 503 });
  listener.handleWith((_, response) => response.end('here'));
  expect(await (await fetch(listener.url)).text()).toBe('here');
  await listener.close();
  await expect(fetch(listener.url)).rejects.toThrow();
});

test('A port in use is named, with the setting that chooses another', async () => {
  const listener = await openListener(0, 'TRACKER_PORT');
  const port = Number(new URL(listener.url).port);
  await expect(openListener(port, 'TRACKER_PORT')).rejects.toThrow(
    `Port ${port} is in use. End what runs there, or choose another port: TRACKER_PORT=0 takes a free one.`,
  );
  await listener.close();
});

test('The next free port is taken where nobody opens the address by hand', async () => {
  const taken = await openListener(0, 'CUSTOM_UI_PORT');
  const port = Number(new URL(taken.url).port);
  const next = await openNextListener(port, 'CUSTOM_UI_PORT');
  expect(Number(new URL(next.url).port)).toBeGreaterThan(port);
  await Promise.all([taken.close(), next.close()]);
});

test('An address may be as long as a browser sends one, for the query of a search in it', async () => {
  const listener = await openListener(0, 'TRACKER_PORT');
  listener.handleWith(({ url }, response) => response.end(String(url?.length)));
  const length = 2 * 1024 * 1024;
  const response = await fetch(listener.url + '/issues?'.padEnd(length, 'q'));
  expect([response.status, await response.text()]).toEqual([200, String(length)]);
  await listener.close();
});
