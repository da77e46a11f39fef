import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { DatabaseFault } from '../../../../src/service/base/database/database';
import {
  DiskFull,
  assertRoom,
  hasRoom,
  isDiskFull,
} from '../../../../src/service/base/database/full-disk';

const failure = (code: string) => Object.assign(new Error('failed'), { code });

test.each([
  ['the service', new DiskFull('full'), true],
  ['Postgres', new DatabaseFault('could not extend file', '53100'), true],
  ['the system', failure('ENOSPC'), true],
  ['a quota', failure('EDQUOT'), true],
  ['a missing file', failure('ENOENT'), false],
  ['nothing in particular', undefined, false],
])('A fault that comes from %s tells whether the disk is full', (_from, fault, isFull) => {
  expect(isDiskFull(fault)).toBe(isFull);
});

test.runIf(process.platform === 'linux')(
  'A disk without 64 MB left has no room for changes, and one that can’t be asked has',
  async () => {
    await expect(assertRoom('/proc')).rejects.toBeInstanceOf(DiskFull);
    const folders = ['/proc', tmpdir(), '/nowhere'];
    expect(await Promise.all(folders.map(hasRoom))).toEqual([false, true, true]);
  },
);
