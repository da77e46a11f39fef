import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseBusy, DatabaseEnded } from '../../../../src/service/base/database/database';
import { receiveWithLease } from '../../../../src/service/base/files/upload-lease';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lease = () => ({
  renewLease: vi.fn(() => Promise.resolve()),
  releaseLease: vi.fn(() => Promise.resolve()),
  removeFile: vi.fn(() => Promise.resolve()),
});

/** A connection on which so many bytes have arrived. */
const arriving = () => {
  const socket = { bytesRead: 0, destroy: vi.fn() };
  const request = { socket, complete: false };
  return { socket, request: request as unknown as IncomingMessage };
};

describe('An upload', () => {
  test('keeps its lease while bytes arrive; a connection that falls silent is ended before it loses it', async () => {
    const { socket, request } = arriving();
    const upload = lease();
    let end = (): void => undefined;
    const receive = () => new Promise<void>((resolve) => (end = resolve));
    const received = receiveWithLease(request, { ...upload, receive });
    socket.bytesRead = 10;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(upload.renewLease).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(socket.destroy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(socket.destroy).toHaveBeenCalled();
    expect(upload.renewLease).toHaveBeenCalledTimes(1);
    end();
    await received;
    expect(upload.removeFile).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([
    ['is removed with its lease where it can’t be recorded', new DatabaseBusy(), 1],
    ['stays where it may have been recorded', new DatabaseEnded('Lost.'), 0],
  ])('%s, and the first error counts', async (_, error, removals) => {
    const upload = lease();
    upload.releaseLease.mockRejectedValue(new DatabaseBusy());
    const receiving = receiveWithLease(arriving().request, {
      ...upload,
      receive: () => Promise.reject(error),
    });
    await expect(receiving).rejects.toBe(error);
    expect(upload.releaseLease).toHaveBeenCalledTimes(1);
    expect(upload.removeFile).toHaveBeenCalledTimes(removals);
  });
});
