import { StoreError, type RefreshQueue } from '../../../../src/app/platform/storage';
import type { InvocationGate } from './invocation-gate';

interface QueuedEvent {
  readonly body: Record<string, unknown>;
  readonly dueAt: number;
  readonly deliveries: number;
}

const maximumBytes = 100_000;
const retryMs = 60_000;

/** The platform's queue: one event at a time, each at least once, again where the app failed. */
export class MemoryQueue implements RefreshQueue {
  readonly waiting: QueuedEvent[] = [];
  /** Brings every event as often. */
  deliveriesOfEach = 1;
  pushes = 0;

  constructor(
    private readonly gate: InvocationGate,
    private readonly clock: { now: number },
  ) {}

  async push(body: Record<string, unknown>, { delaySeconds = 0 } = {}): Promise<void> {
    if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > 900) {
      throw new StoreError('INVALID_DELAY');
    }
    if (JSON.stringify(body).length > maximumBytes) throw new StoreError('PAYLOAD_TOO_BIG');
    await this.gate.write(() => {
      this.pushes += 1;
      this.waiting.push({ body, dueAt: this.clock.now + delaySeconds * 1000, deliveries: 0 });
    });
  }

  /** Delivers what is due until `until`, letting the time pass in between. */
  async drain(work: (body: unknown) => Promise<void>, until = Infinity): Promise<void> {
    for (;;) {
      const next = this.waiting.sort((one, other) => one.dueAt - other.dueAt)[0];
      if (!next || next.dueAt > until) return;
      this.waiting.shift();
      this.clock.now = Math.max(this.clock.now, next.dueAt);
      this.gate.revive();
      try {
        await work(next.body);
        const deliveries = next.deliveries + 1;
        if (deliveries < this.deliveriesOfEach) this.waiting.push({ ...next, deliveries });
      } catch {
        this.waiting.push({ ...next, dueAt: this.clock.now + retryMs });
      }
    }
  }
}
