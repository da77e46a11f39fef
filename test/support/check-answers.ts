import { afterEach, expect } from 'vitest';
import type { ReceivedAnswer } from './conformance';
import { isOfService } from './described-services';

/**
 * Every answer of the service that a test sees, by whatever means it calls with `fetch`, is as the
 * description of the API says. The test that sees another one fails.
 */
const deviations: string[] = [];
const checked = Symbol.for('answers are compared with the description');

if (!(checked in globalThis.fetch)) {
  const send = globalThis.fetch;
  const sendAndCheck: typeof fetch = async (input, init) => {
    const answer = await send(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (isOfService(url)) await check(url, requestMethod(input, init), answer);
    return answer;
  };
  globalThis.fetch = Object.assign(sendAndCheck, { [checked]: deviations });
}

afterEach(() => {
  const { fetch: current } = globalThis;
  const found = checked in current ? (current[checked] as string[]) : [];
  expect(found.splice(0)).toEqual([]);
});

function requestMethod(input: Parameters<typeof fetch>[0], init?: RequestInit): string {
  return init?.method ?? (input instanceof Request ? input.method : 'GET');
}

async function check(url: URL, method: string, answer: Response): Promise<void> {
  const { findDeviation } = await import('./conformance');
  const { status, headers } = answer;
  const isRead = /^application\/json\b/.test(headers.get('content-type') ?? '');
  const text = isRead ? await answer.clone().text() : '';
  const received: ReceivedAnswer = { method, path: url.pathname, status, headers, text };
  const deviation = findDeviation(received);
  if (deviation !== undefined) deviations.push(deviation);
}
