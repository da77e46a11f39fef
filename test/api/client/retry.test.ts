import { describe, expect, test } from 'vitest';
import { parseRetryAfter } from '../../../src/api/client';

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
