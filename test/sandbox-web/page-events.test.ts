import { expect, test } from 'vitest';
import { eventCommands } from '../../src/sandbox/web/host/page-events';

const resource = (areDelivered = true) =>
  eventCommands({ areDelivered, copy: (payload) => structuredClone(payload) });
const turn = () => new Promise((resolve) => void setTimeout(resolve, 1));

function listen({ commands }: ReturnType<typeof resource>, event: string) {
  const heard: unknown[] = [];
  const callback = (payload: unknown) => heard.push(payload);
  const { unsubscribe } = commands.on({ event, callback });
  return { heard, unsubscribe };
}

test('what a resource emits reaches all that listen to this event, itself too, as a copy and later', async () => {
  const [one, other] = [resource(), resource()];
  const listeners = [listen(one, 'news'), listen(other, 'news'), listen(other, 'else')];
  const payload = { words: ['a'] };
  one.commands.emit({ event: 'news', payload });
  payload.words.push('b');
  expect(listeners[0]?.heard).toEqual([]);
  await turn();
  expect(listeners.map(({ heard }) => heard)).toEqual([[{ words: ['a'] }], [{ words: ['a'] }], []]);
  one.end();
  other.end();
});

test('nothing reaches a resource that has ended, a listener that has unsubscribed, or anyone where events are not delivered', async () => {
  const [one, other, silent] = [resource(), resource(), resource(false)];
  const ended = listen(one, 'news');
  const unsubscribed = listen(other, 'news');
  const stays = listen(other, 'news');
  unsubscribed.unsubscribe();
  other.commands.emit({ event: 'news', payload: 1 });
  one.end();
  silent.commands.emit({ event: 'news', payload: 2 });
  await turn();
  expect([ended.heard, unsubscribed.heard, stays.heard]).toEqual([[], [], [1]]);
  other.end();
});
