import { Queue } from '@forge/events';
import { StoreError, type RefreshQueue } from './storage';

/** The queue's key in manifest.yml. */
const queueKey = 'refresh';

/** One event at a time, over all events of the installation. */
const concurrency = { key: 'refresh', limit: 1 };

export const forgeRefreshQueue: RefreshQueue = {
  async push(body, { delaySeconds } = {}) {
    const delay = delaySeconds === undefined ? {} : { delayInSeconds: delaySeconds };
    try {
      await new Queue({ key: queueKey }).push({ body, concurrency, ...delay });
    } catch (cause) {
      throw new StoreError(cause instanceof Error ? cause.name : 'UNKNOWN', { cause });
    }
  },
};
