import type { Timers } from './clock';

const pointsPerHour = 65_000;
const nearLimitPoints = pointsPerHour / 5;
const hourMs = 3_600_000;

/**
 * The points that Jira gives an app for each hour of UTC. Nothing is refused until they are used up,
 * then everything until the hour ends.
 * @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/
 */
export class JiraQuota {
  #hour = 0;
  #usedPoints = 0;

  constructor(private readonly timers: Timers) {}

  get isUsed(): boolean {
    return this.#pointsLeft() === 0;
  }

  add(points: number): void {
    this.#usedPoints = pointsPerHour - Math.max(0, this.#pointsLeft() - points);
  }

  /** Uses up the quota of this hour, or gives it back. */
  behave(state: 'counted' | 'used'): void {
    if (state === 'used') this.add(pointsPerHour);
    else if (this.isUsed) this.clear();
  }

  clear(): void {
    this.#usedPoints = 0;
  }

  /** Returns the headers about the quota that Jira sends with every answer. */
  headers(): Record<string, string> {
    const left = this.#pointsLeft();
    return {
      'x-ratelimit-limit': String(pointsPerHour),
      'x-ratelimit-remaining': String(left),
      ...(left < nearLimitPoints && { 'x-ratelimit-nearlimit': 'true' }),
    };
  }

  /** Returns Jira's answer to a call once the hour's quota is used up. */
  refuse(): Response {
    const resetMs = (this.#hour + 1) * hourMs;
    const waitSeconds = Math.ceil((resetMs - this.timers.now().getTime()) / 1000);
    const headers = {
      ...this.headers(),
      'x-ratelimit-reset': new Date(resetMs).toISOString().replace('.000', ''),
      'ratelimit-reason': 'jira-quota-global-based',
      'retry-after': String(waitSeconds),
    };
    const errorMessages = ['Rate limit exceeded.'];
    return Response.json({ errorMessages, errors: {} }, { status: 429, headers });
  }

  #pointsLeft(): number {
    const hour = Math.floor(this.timers.now().getTime() / hourMs);
    if (hour !== this.#hour) this.clear();
    this.#hour = hour;
    return pointsPerHour - this.#usedPoints;
  }
}

export class SlidingWindow {
  #entries: { atMs: number; units: number }[] = [];
  #sum = 0;

  constructor(
    private readonly timers: Timers,
    private readonly lengthMs: number,
    private readonly limit: number,
  ) {}

  hasRoom(units: number): boolean {
    const firstMs = this.timers.now().getTime() - this.lengthMs;
    const past = this.#entries.findIndex(({ atMs }) => atMs > firstMs);
    const removed = this.#entries.splice(0, past === -1 ? this.#entries.length : past);
    for (const entry of removed) this.#sum -= entry.units;
    return this.#sum + units <= this.limit;
  }

  add(units: number): void {
    this.#entries.push({ atMs: this.timers.now().getTime(), units });
    this.#sum += units;
  }

  clear(): void {
    this.#entries = [];
    this.#sum = 0;
  }
}
