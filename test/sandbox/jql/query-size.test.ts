import { expect, test } from 'vitest';
import { parseJql } from '../../../src/sandbox/jql/parse-jql';

test.each(['"', "'", ''])(
  'A value of 200,000 characters between %j is refused by its size',
  (quote) => {
    const jql = `summary ~ ${quote}${'x'.repeat(200_000)}${quote}`;
    expect(() => parseJql(jql)).toThrow(/more than 60,000 characters in one value/);
  },
);
