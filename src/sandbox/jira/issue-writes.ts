import { JiraError } from './jira-error';
import type { Issue } from './state';

/** @see https://developer.atlassian.com/cloud/jira/platform/rate-limiting/ */
const limit = 20;
const windowMs = 2_000;
const lagMs = 3_000;

/** Of one issue, in the last seconds. */
interface Write {
  atMs: number;
  /** The issue before the write, if searches are to find it as it was. */
  former?: Issue;
}

/** What was written to issues a moment ago: too much of it is refused, and searches may not know it yet. */
export class IssueWrites {
  /** Whether searches find issues as they were three seconds ago. */
  isIndexLate = false;
  readonly #now: () => Date;
  readonly #writes = new Map<string, Write[]>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** To be called before each write. @throws {JiraError} 429 if the issue had 20 in the last two seconds */
  add(issue: Issue): void {
    const nowMs = this.#now().getTime();
    const recent = this.#recentWrites(issue);
    const [first, ...others] = recent.filter(({ atMs }) => atMs > nowMs - windowMs);
    if (first && others.length + 1 >= limit) throw tooManyWrites(first.atMs + windowMs - nowMs);
    const former = this.isIndexLate && { former: structuredClone(issue) };
    this.#writes.set(issue.id, [...recent, { atMs: nowMs, ...former }]);
  }

  /** Returns the issue as searches know it, `undefined` if they don't yet. */
  findIndexed(issue: Issue): Issue | undefined {
    if (!this.isIndexLate) return issue;
    const knownUntilMs = this.#now().getTime() - lagMs;
    if (new Date(issue.created).getTime() > knownUntilMs) return undefined;
    return this.#recentWrites(issue)[0]?.former ?? issue;
  }

  clear(): void {
    this.#writes.clear();
  }

  #recentWrites({ id }: Issue): readonly Write[] {
    const sinceMs = this.#now().getTime() - lagMs;
    return (this.#writes.get(id) ?? []).filter(({ atMs }) => atMs > sinceMs);
  }
}

function tooManyWrites(waitMs: number): JiraError {
  const headers = {
    'ratelimit-reason': 'jira-per-issue-on-write',
    'retry-after': String(Math.ceil(waitMs / 1000)),
  };
  return new JiraError(429, ['Rate limit exceeded.'], {}, headers);
}
