import { describe, expect, it } from 'vitest';
import { createActivity } from '../../src/sandbox/web/host/activity';

describe('an activity', () => {
  it('is idle at once while nothing was begun', async () => {
    await createActivity().whenIdle(10_000);
  });

  it('waits for work that follows on other work, also on a failed one', async () => {
    const activity = createActivity();
    const done: string[] = [];
    const first = activity.track(Promise.reject(new Error('no')));
    first.catch(() => {
      const second = new Promise<void>((resolve) => setTimeout(resolve, 20));
      void activity.track(second.then(() => void done.push('second')));
    });
    await activity.whenIdle(10_000);
    expect(done).toEqual(['second']);
  });

  it('waits no longer than its limit', async () => {
    const activity = createActivity();
    void activity.track(new Promise(() => undefined));
    await activity.whenIdle(20);
  });
});
