import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/api/client';
import { createFailureLog } from '../../../src/app/replies/failure-log';
import { JiraError } from '../../../src/app/platform/platform';
import { StoreError } from '../../../src/app/platform/storage';

function logged(error: unknown, facts: Record<string, string> = {}): string {
  const lines: string[] = [];
  createFailureLog((line) => lines.push(line))({ functionKey: 'search', ...facts }, error);
  return lines.join('\n');
}

describe('The log of what failed', () => {
  test('names the function and, for an error of no known kind, where in the code it arose', () => {
    const line = logged(new TypeError('secret'));
    expect(line).toContain('"functionKey":"search"');
    expect(line).toContain('TypeError');
    expect(line).toContain('failure-log.test');
  });

  test.each([
    [new JiraError('secret', 'app', 503), { error: 'JiraError', status: 503 }],
    [new JiraError('secret', 'app', undefined), { error: 'JiraError' }],
    [
      new ServiceError('rateLimited', 'secret', { status: 429 }),
      { error: 'ServiceError', errorCode: 'rateLimited', status: 429 },
    ],
    [new StoreError('CURSOR_INVALID'), { error: 'StoreError', errorCode: 'CURSOR_INVALID' }],
    ['secret', { error: 'string' }],
    [Object.assign(new TypeError('secret'), { name: 'two words' }), { error: 'Error' }],
    [
      Object.assign(new TypeError('secret'), { name: { toJSON: () => 'secret' } }),
      { error: 'Error' },
    ],
  ])('tells what the answer of %s was', (error, told) => {
    const line: unknown = JSON.parse(logged(error, { phase: 'repair' }));
    expect(line).toMatchObject({ functionKey: 'search', phase: 'repair', ...told });
  });

  test.each(['secret', 'first\n    at secret (typed:1:1)\n    at secret', '', 'at secret\n'])(
    'keeps the message out: %j',
    (message) => {
      expect(logged(new Error(message))).not.toContain('secret');
      const named = Object.assign(new Error('text'), { name: `${message} of somebody` });
      expect(logged(Object.assign(named, { status: 500 }))).not.toContain('somebody');
      const coded = Object.assign(new Error(message), { code: `${message} of somebody` });
      expect(logged(coded)).not.toContain('somebody');
    },
  );
});
