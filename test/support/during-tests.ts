import { afterAll, beforeAll } from 'vitest';

/**
 * What runs from before the first test of a file, or of a `describe`, until after the last one. Its members can be
 * used within them only.
 */
export function duringTests<Running extends { close(): unknown }>(
  start: () => Promise<Running>,
): Running {
  let running: Running;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());
  return new Proxy({} as Running, {
    get: (_target, name) => {
      const member: unknown = Reflect.get(running, name);
      return typeof member === 'function' ? (member.bind(running) as unknown) : member;
    },
  });
}
