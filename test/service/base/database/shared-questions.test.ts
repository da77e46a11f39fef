import { afterEach, expect, test, vi } from 'vitest';
import { DatabaseBusy } from '../../../../src/service/base/database/database';
import { SharedQuestions } from '../../../../src/service/base/database/shared-questions';

/** Questions whose answers the test gives. */
function createQuestions() {
  const shared = new SharedQuestions<string>();
  const sent: { size: number; answer: (text: string) => void; fail: (error: Error) => void }[] = [];
  const ask = (key = 'token') =>
    shared.ask(
      key,
      (size) =>
        new Promise<string>((answer, fail) => {
          sent.push({ size, answer, fail });
        }),
    );
  return { ask, sent };
}

/** Until everything that can go on by itself has. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => vi.useRealTimers());

test('Whoever asks at once shares a question, and knows their place', async () => {
  const { ask, sent } = createQuestions();
  const asking = [ask(), ask()];
  await settle();
  sent[0]?.answer('Ann');
  expect(await Promise.all(asking)).toEqual([
    { answer: 'Ann', place: 1 },
    { answer: 'Ann', place: 2 },
  ]);
  expect(sent.map(({ size }) => size)).toEqual([2]);
});

test('Whoever asks while a question is under way is answered by the next one', async () => {
  const { ask, sent } = createQuestions();
  const first = ask();
  await settle();
  const later = [ask(), ask(), ask()];
  await settle();
  expect(sent.map(({ size }) => size)).toEqual([1]);
  sent[0]?.answer('before');
  expect((await first).answer).toBe('before');
  await settle();
  sent[1]?.answer('after');
  expect((await Promise.all(later)).map(({ answer }) => answer)).toEqual(Array(3).fill('after'));
  expect(sent.map(({ size }) => size)).toEqual([1, 3]);
});

test('A question that fails fails for those who share it alone', async () => {
  const { ask, sent } = createQuestions();
  const first = ask();
  await settle();
  const second = ask();
  sent[0]?.fail(new Error('The database was lost.'));
  await expect(first).rejects.toThrow('The database was lost.');
  await settle();
  sent[1]?.answer('Ann');
  expect(await second).toEqual({ answer: 'Ann', place: 1 });
});

test('Questions about others don’t wait', async () => {
  const { ask, sent } = createQuestions();
  void ask();
  const other = ask('another token');
  await settle();
  expect(sent.length).toBe(2);
  sent[1]?.answer('Ben');
  expect(await other).toEqual({ answer: 'Ben', place: 1 });
});

test('Whoever has waited 5 seconds for the question before is told that the database is busy', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { ask, sent } = createQuestions();
  const first = ask();
  await settle();
  const refused = [ask(), ask()].map((asked) => expect(asked).rejects.toThrow(DatabaseBusy));
  vi.advanceTimersByTime(5_000);
  await Promise.all(refused);
  const later = ask();
  sent[0]?.answer('Ann');
  expect((await first).answer).toBe('Ann');
  await settle();
  sent[1]?.answer('Ann, now');
  expect(await later).toEqual({ answer: 'Ann, now', place: 1 });
  expect(sent.map(({ size }) => size)).toEqual([1, 1]);
});
