import { describe, expect, it } from 'vitest';
import { createInvocationLog } from '../../../src/app/access/invocation-log';
import { errorReply } from '../../../src/app/access/error-reply';

function logged(error: unknown): string {
  const lines: string[] = [];
  createInvocationLog((line) => lines.push(line))('search', errorReply(error), error);
  return lines.join('\n');
}

describe('The log of a call that failed', () => {
  it('names the function, the code and where in the code it arose', () => {
    const line = logged(new TypeError('secret'));
    expect(line).toContain('"functionKey":"search"');
    expect(line).toContain('TypeError');
    expect(line).toContain('invocation-log.test');
  });

  it.each(['secret', 'first\n    at secret (typed:1:1)\n    at secret', '', 'at secret\n'])(
    'keeps the message out: %j',
    (message) => {
      expect(logged(new Error(message))).not.toContain('secret');
    },
  );
});
