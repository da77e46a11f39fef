import { expect, test } from 'vitest';
import { attributeId, ids, tokens } from '../service/fleet';
import { useFleetBehindLine } from './use-fleet-behind-line';

const stage = useFleetBehindLine();

interface Timed {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
  readonly tookMs: number;
}

async function timed(path: string, init?: RequestInit): Promise<Timed> {
  const begunAt = performance.now();
  const { status, headers, ...reply } = await fetch(stage.serviceUrl + path, init).then(
    async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      text: await answer.text(),
    }),
  );
  const tookMs = performance.now() - begunAt;
  return { status, retryAfter: headers.get('retry-after'), tookMs, ...reply };
}

const send = (account: 'ann' | 'ben', path: string, body: unknown) =>
  timed(`/public/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens[account]}`,
      'wds-workspace-id': ids.fleet,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
const search = (account: 'ann' | 'ben') => send(account, '/object/search', { query: '' });
const write = (account: 'ann' | 'ben') =>
  send(account, '/object', {
    typeId: ids.city,
    attributes: [{ attributeId: attributeId('City', 'Name'), values: ['Written'] }],
  });

/** Of two people, more than the database has connections for, most of them searches. */
const callOften = () =>
  Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const account = index % 2 === 0 ? 'ann' : 'ben';
      return index % 6 === 0 ? write(account) : search(account);
    }),
  );

const busy = expect.objectContaining({ status: 503, retryAfter: '5' }) as Timed;
const health = () => timed('/health');

async function readWaiting(): Promise<number> {
  const { text } = await timed('/metrics');
  return Number(/^wds_database_waiting (\d+)$/m.exec(text)?.[1]);
}

test('A database that answers slowly lets some through and refuses the others in time, so that nothing piles up', async () => {
  stage.line.delay(150);
  const answers = await callOften();
  stage.line.delay(0);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(answers.length).toBeGreaterThan(refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) expect(answer).toEqual(busy);
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(20_000);
  await expect.poll(readWaiting).toBe(0);
  expect((await search('ann')).status).toBe(200);
});

test('A database that no longer answers is given up in time, and the health says so meanwhile', async () => {
  expect(JSON.parse((await health()).text)).toEqual({ status: 'ok', database: 'ok' });
  stage.line.hold();
  const calls = callOften();
  const { status, text, tookMs } = await health();
  expect([status, JSON.parse(text)]).toEqual([503, { status: 'unavailable', database: 'slow' }]);
  expect(tookMs).toBeLessThan(4_000);
  const answers = await calls;
  for (const answer of answers) expect(answer).toEqual(busy);
  expect(Math.max(...answers.map((answer) => answer.tookMs))).toBeLessThan(20_000);
  stage.line.letGo();
  await expect.poll(async () => (await health()).status).toBe(200);
  expect((await write('ann')).status).toBe(200);
  await expect.poll(readWaiting).toBe(0);
});
