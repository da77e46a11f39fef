import type { RequestListener } from 'node:http';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  createClient,
  everyEntry,
  fetchTransport,
  parseRetryAfter,
  ServiceError,
  type Client,
  type Clock,
  type ServiceErrorCode,
  type Transport,
} from '../../../src/api/client';
import { systemClock } from '../../../src/api/client/call';
import { answer, startFaultServer } from './fault-server';
import { errorOf, errorReply, objectId, sampleObject, typeId, workspaceId } from './samples';
import { duringTests } from '../../support/during-tests';

const token = 'canary-token-7f3a';
/** No server of this machine gets this port by chance, and `fetch` may call it. */
const refusingUrl = 'http://127.0.0.1:2';

const server = duringTests(() => startFaultServer());

interface Fault {
  name: string;
  respond: RequestListener | 'refuse';
  code: ServiceErrorCode;
  /** Which calls are sent a second time. */
  retried: 'all' | 'reads' | 'none';
  status?: number;
  error?: Partial<ServiceError>;
  /** Deletion expects no body, so that an empty one is a success. */
  isFineForDeletion?: true;
}

const html = '<!doctype html><title>Sign in</title>';
const violations = [
  { fieldIdentifier: 'name', violationType: 'REQUIRED', invalidValue: '', domain: 'TYPE' },
];
const position = { offset: 4, line: 1, column: 5 };
const farFuture = new Date(Date.now() + 86_400_000).toUTCString();

type Outcome = Pick<Fault, 'code' | 'retried'>;
const unavailable: Outcome = { code: 'unavailable', retried: 'reads' };
const unexpected: Outcome = { code: 'unexpectedReply', retried: 'none' };
const invalid: Outcome = { code: 'invalid', retried: 'none' };
const limited: Outcome = { code: 'rateLimited', retried: 'all' };
const limitedForLong: Outcome = { code: 'rateLimited', retried: 'none' };

const faults: Fault[] = [
  { name: 'a refused connection', respond: 'refuse', ...unavailable },
  { name: 'a reset', respond: (r) => r.socket.destroy(), ...unavailable },
  { name: 'no answer', respond: () => undefined, code: 'timeout', retried: 'none' },
  {
    name: 'a body that never ends',
    respond: (_, r) => r.writeHead(200).write('{"id":'),
    code: 'timeout',
    retried: 'none',
  },
  {
    name: 'a connection cut within the body',
    respond: (_, r) => r.writeHead(200).write('{"id":', () => r.destroy()),
    ...unavailable,
  },
  {
    name: 'a body shorter than announced',
    respond: (_, r) => {
      r.writeHead(200, { 'content-length': '999' }).write('{}', () => r.destroy());
    },
    ...unavailable,
  },
  { name: 'half a JSON text', respond: answer(200, '{"id":"9f8e'), ...unexpected, status: 200 },
  {
    name: 'HTML with status 200',
    respond: answer(200, html, { 'content-type': 'text/html' }),
    ...unexpected,
    status: 200,
  },
  { name: 'an empty body', respond: answer(200), ...unexpected, isFineForDeletion: true },
  {
    name: '204 where a body is expected',
    respond: answer(204),
    ...unexpected,
    isFineForDeletion: true,
  },
  {
    name: 'another shape',
    respond: answer(200, JSON.stringify({ ...sampleObject, label: 7 })),
    ...unexpected,
    isFineForDeletion: true,
  },
  {
    name: 'a redirect to another host',
    respond: (_, r) => r.writeHead(301, { location: `${refusingUrl}/elsewhere` }).end(),
    ...unexpected,
    status: 301,
  },
  {
    name: '400 with violations',
    respond: answer(400, errorReply('The name is missing.', { violations })),
    ...invalid,
    error: { message: 'The name is missing.', violations, status: 400 } as Partial<ServiceError>,
  },
  {
    name: '400 with a position',
    respond: answer(400, errorReply('Expected a value.', { position })),
    ...invalid,
    error: { message: 'Expected a value.', position },
  },
  {
    name: '400 with violations of an unknown kind',
    respond: answer(400, errorReply('There are objects.', { violations: [{ kind: 'NEW' }] })),
    ...invalid,
    error: { message: 'There are objects.', violations: undefined },
  },
  { name: '400 in HTML', respond: answer(400, html), ...invalid },
  { name: '401', respond: answer(401), code: 'unauthorized', retried: 'none', status: 401 },
  { name: '403', respond: answer(403), code: 'forbidden', retried: 'none', status: 403 },
  { name: '404', respond: answer(404), code: 'notFound', retried: 'none', status: 404 },
  { name: '418', respond: answer(418), ...unexpected, status: 418 },
  {
    name: '429 that names no wait',
    respond: answer(429),
    ...limited,
    error: { retryAfterMs: undefined, status: 429 },
  },
  {
    name: '429 with 0 seconds',
    respond: answer(429, '', { 'retry-after': '0' }),
    ...limited,
    error: { retryAfterMs: 0 },
  },
  {
    name: '429 with more seconds than the deadline leaves',
    respond: answer(429, '', { 'retry-after': '30' }),
    ...limitedForLong,
    error: { retryAfterMs: 30_000 },
  },
  {
    name: '429 with a date that has passed',
    respond: answer(429, '', { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }),
    ...limited,
    error: { retryAfterMs: 0 },
  },
  {
    name: '429 with a date far ahead',
    respond: answer(429, '', { 'retry-after': farFuture }),
    ...limitedForLong,
  },
  {
    name: '429 with garbage',
    respond: answer(429, '', { 'retry-after': '-1; soon' }),
    ...limited,
    error: { retryAfterMs: undefined },
  },
  {
    name: '429 with a huge number',
    respond: answer(429, '', { 'retry-after': '9'.repeat(400) }),
    ...limitedForLong,
    error: { retryAfterMs: Number.MAX_SAFE_INTEGER },
  },
  { name: '500', respond: answer(500, html), code: 'unavailable', retried: 'none', status: 500 },
  { name: '502', respond: answer(502, html), ...unavailable, status: 502 },
  { name: '503', respond: answer(503), ...unavailable, status: 503 },
  { name: '504', respond: answer(504), ...unavailable, status: 504 },
  {
    name: '503 with more seconds than the deadline leaves',
    respond: answer(503, '', { 'retry-after': '30' }),
    code: 'unavailable',
    retried: 'none',
    error: { retryAfterMs: 30_000 },
  },
];

const calls: { name: string; isRead: boolean; run: (client: Client) => Promise<unknown> }[] = [
  { name: 'workspaces.list', isRead: true, run: (client) => client.workspaces.list() },
  { name: 'objects.get', isRead: true, run: (client) => objectsOf(client).get(objectId) },
  {
    name: 'objects.search',
    isRead: true,
    run: (client) => objectsOf(client).search({ query: '' }),
  },
  {
    name: 'everyEntry(objects.search)',
    isRead: true,
    run: (client) => everyEntry((page) => objectsOf(client).search({ query: '', ...page })).next(),
  },
  {
    name: 'objects.create',
    isRead: false,
    run: (client) => objectsOf(client).create({ typeId, attributes: [] }),
  },
  {
    name: 'objects.update',
    isRead: false,
    run: (client) => objectsOf(client).update(objectId, {}),
  },
  { name: 'objects.delete', isRead: false, run: (client) => objectsOf(client).delete(objectId) },
];

function objectsOf(client: Client) {
  return client.inWorkspace(workspaceId).objects;
}

describe.each(faults)('$name', (fault) => {
  const struckCalls = calls.filter(
    ({ name }) => !(fault.isFineForDeletion && name === 'objects.delete'),
  );

  test.each(struckCalls)(`makes $name fail as ${fault.code}`, async ({ isRead, run }) => {
    const { respond } = fault;
    const { clock, passTime } = clockOfTest();
    if (respond !== 'refuse')
      server.answerWith((request, response) => {
        respond(request, response);
        // Where nothing else ends the call.
        if (fault.code === 'timeout') passTime();
      });
    const url = respond === 'refuse' ? refusingUrl : server.url;
    const { client, sent } = countingClient(url, clock);
    const startedAtMs = performance.now();

    const error = await errorOf(run(client));

    expect(performance.now() - startedAtMs).toBeLessThan(9_000);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: fault.code, ...fault.error });
    if (fault.status !== undefined) expect(error).toHaveProperty('status', fault.status);
    const isRetried = fault.retried === 'all' || (fault.retried === 'reads' && isRead);
    expect(sent).toHaveLength(isRetried ? 2 : 1);
    if (fault.respond !== 'refuse') expect(server.seen).toHaveLength(sent.length);
    expect(inspect(error, { depth: 20, showHidden: true })).not.toContain(token);
  });
});

describe('after a fault that passes', () => {
  test.each(['objects.get', 'objects.search'])('%s answers at the second attempt', async (name) => {
    const reply = name === 'objects.get' ? sampleObject : pageReply;
    failOnceThenAnswer(503, 200, JSON.stringify(reply));
    const { client } = countingClient(server.url);
    await expect(calls.find((call) => call.name === name)?.run(client)).resolves.toEqual(reply);
  });

  test('a write refused with 429 is sent again and done once', async () => {
    failOnceThenAnswer(429, 201, JSON.stringify(sampleObject));
    const { client } = countingClient(server.url);
    await objectsOf(client).create({ typeId, attributes: [] });
    expect(server.seen).toHaveLength(2);
  });
});

test('tells a person to check before trying again where a write may have been done', async () => {
  server.answerWith(answer(503));
  const { client } = countingClient(server.url);
  await expect(objectsOf(client).create({ typeId, attributes: [] })).rejects.toThrow(
    'The service has a problem right now. Check whether the change was saved before you try again.',
  );
  await expect(objectsOf(client).get(objectId)).rejects.toThrow('Try again in a moment.');
});

const pageReply = { total: 1, pageSize: 50, isLast: true, result: [sampleObject] };

function failOnceThenAnswer(failure: number, status: number, body: string): void {
  server.answerWith((request, response) => {
    const isFirst = server.seen.length === 1;
    (isFirst ? answer(failure) : answer(status, body))(request, response);
  });
}

/** The machine's, until the test lets the time of the call pass. */
function clockOfTest() {
  let passTime = (): void => undefined;
  const passed = new Promise<void>((resolve) => (passTime = resolve));
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (durationMs, signal) => Promise.race([passed, systemClock.sleep(durationMs, signal)]),
  };
  return { clock, passTime };
}

function countingClient(url: string, clock = systemClock) {
  const sent: string[] = [];
  const plain = fetchTransport(url, { token });
  const transport: Transport = (path, request) => {
    sent.push(path);
    return plain(path, request);
  };
  const retry = { maximumAttempts: 2, baseDelayMs: 1, maximumDelayMs: 1 };
  return { client: createClient({ transport, timeoutMs: 10_000, retry, clock }), sent };
}

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);

describe('parseRetryAfter', () => {
  test.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
    ['300', 300_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Fri, 20 Nov 2026 12:00:09 GMT', 9_000],
    ['Friday, 20-Nov-26 12:00:09 GMT', 9_000],
    ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
  ])('reads %s', (header, waitMs) => {
    expect(parseRetryAfter(header, nowMs)).toBe(waitMs);
  });

  test.each([
    null,
    '',
    ' ',
    '-5',
    '1e3',
    '0x10',
    'soon',
    '7 seconds',
    '2026-11-20',
    'Fri, GMT',
    '5, 6',
  ])('finds no wait in %s', (header) => {
    expect(parseRetryAfter(header, nowMs)).toBeUndefined();
  });
});
