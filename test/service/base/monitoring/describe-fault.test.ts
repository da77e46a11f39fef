import { describe, expect, test } from 'vitest';
import { DatabaseEnded, DatabaseFault } from '../../../../src/service/base/database/database';
import { describeFault } from '../../../../src/service/base/monitoring/log';

const typed = 'canary\n    at canary (typed.ts:1:1)';

describe('what the log says of a fault', () => {
  test.each([
    ['the database', new DatabaseFault(`invalid input syntax for type uuid: "${typed}"`, '22P02')],
    ['a parser', new SyntaxError(`Unexpected token, "${typed}" is not valid JSON`)],
    ['anything', new Error(typed)],
    ['a cause', new Error('It failed.', { cause: new RangeError(typed) })],
    ['no error', typed],
  ])('never repeats what people wrote: %s', (_what, error) => {
    expect(describeFault(error).fault).not.toContain('canary');
  });

  test('names the fault, its code and its place', () => {
    const { fault } = describeFault(new DatabaseFault('No.', '22P02'));
    expect(fault).toMatch(/^DatabaseFault 22P02\n {4}at .*describe-fault\.test\.ts/);
  });

  test('says why the database was lost', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    });
    const { fault } = describeFault(
      new DatabaseEnded('The connection was lost.', { cause: refused }),
    );
    expect(fault).toContain('DatabaseEnded: The connection was lost.');
    expect(fault).toContain('caused by Error ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:5432');
  });
});
