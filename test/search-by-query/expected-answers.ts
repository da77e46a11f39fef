import {
  contentIn,
  isNameOf,
  noGoodToken,
  noToken,
  tokenRefused,
  unknownField,
  type Content,
  type KnownQuery,
  type World,
} from './world';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Jira drops a result so long after the last search with it. */
const keptUnusedMs = 7 * dayMs;
/** A refresh asks no more for what was not searched with for so long. */
const refreshedUnusedMs = 6 * dayMs;
/** So long a result is good that nobody can compute again. */
const goodForMs = 7 * dayMs;
/** A refresh is over so long after it was asked for, whatever happened to it. */
const refreshTakesMs = hourMs;

export interface Call {
  readonly query: KnownQuery;
  readonly operator: 'in' | 'not in';
  readonly argument: string;
}

interface Entry {
  readonly call: Call;
  readonly createdAt: number;
  usedAt: number;
  /** One of these is what Jira keeps; several where the model can't know. */
  contents: readonly Content[];
  /** When the content was last known to be right: not before, and not after. */
  right: Span;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Refresh {
  /** None that may still run began earlier. */
  readonly since: number;
  /** When one was asked for last. */
  askedAt: number;
  readonly worlds: World[];
}

/**
 * What each search must answer: see the head of `model.test.ts`. Times are milliseconds since 1970.
 */
export class ExpectedAnswers {
  world: World;
  readonly #entries = new Map<string, Entry>();
  readonly #failures = new Map<string, { content: Content; endsAt: number }>();
  /** Queries of which the app may have forgotten by which names they were asked. */
  readonly #maybeForgotten = new Set<KnownQuery>();
  #refresh: Refresh | undefined;
  #nextDailyAt: number;

  constructor(world: World, installedAt: number) {
    this.world = world;
    this.#nextDailyAt = installedAt + 5 * minuteMs;
  }

  change(changes: Partial<World>): void {
    this.world = { ...this.world, ...changes };
    this.#refresh?.worlds.push(this.world);
  }

  /** What the search may answer; it counts as made. */
  search(call: Call, now: number): readonly Content[] {
    const key = JSON.stringify([call.operator, call.query.text, call.argument]);
    const entry = this.#entries.get(key);
    if (entry && now - entry.usedAt < keptUnusedMs) {
      if (now - entry.usedAt >= minuteMs) entry.usedAt = now;
      const refreshed = this.#refresh ? this.#after(this.#refresh, entry).contents : [];
      return [...entry.contents, ...refreshed];
    }
    const failure = this.#failures.get(key);
    if (failure && now < failure.endsAt) return [failure.content];
    const content = this.#evaluate(call);
    if (content.kind === 'error') {
      this.#failures.set(key, { content, endsAt: now + minuteMs });
    } else {
      const right = { from: Math.min(now, ...this.#othersRightFrom(call)), to: now };
      this.#entries.set(key, { call, createdAt: now, usedAt: now, contents: [content], right });
    }
    return [content];
  }

  /** The results of a query end together, with the oldest of them. */
  #othersRightFrom({ query }: Call): number[] {
    const others = [...this.#entries.values()].filter(({ call }) => call.query === query);
    return others.map(({ right }) => right.from);
  }

  askForRefresh(now: number): void {
    this.#settle(now);
    if (this.#refresh) this.#refresh.askedAt = now;
    else this.#refresh = { since: now, askedAt: now, worlds: [this.world] };
  }

  /** Time passes; each day has its refresh, unless the platform leaves it out. */
  advance(now: number, { schedules }: { schedules: boolean }): void {
    for (; this.#nextDailyAt <= now; this.#nextDailyAt += dayMs) {
      if (schedules) this.askForRefresh(this.#nextDailyAt);
    }
    this.#settle(now);
    if (schedules) this.#endOver(now);
  }

  /** Each hour ends what is over, unless a good token refreshes it: the daily refresh makes it certain. */
  #endOver(now: number): void {
    for (const entry of this.#entries.values()) {
      if (now < entry.right.from + goodForMs) continue;
      const { token } = this.world;
      const next = token === 'good' ? contentIn(this.world, entry.call.query) : noGoodToken;
      if (token !== 'good') this.#maybeForgotten.add(entry.call.query);
      entry.contents = distinct([...entry.contents, next]);
    }
  }

  #evaluate({ query, argument }: Call): Content {
    if (!isNameOf(argument, this.world)) return unknownField;
    if (this.world.token === 'none') return noToken;
    return this.world.token === 'revoked' ? tokenRefused : contentIn(this.world, query);
  }

  /** After the last moment at which the refresh may still have run, its results are those to find. */
  #settle(now: number): void {
    const refresh = this.#refresh;
    if (!refresh || now < refresh.askedAt + refreshTakesMs) return;
    for (const entry of this.#entries.values()) Object.assign(entry, this.#after(refresh, entry));
    this.#refresh = undefined;
  }

  #after({ since, askedAt, worlds }: Refresh, entry: Entry): Pick<Entry, 'contents' | 'right'> {
    const span = { from: since, to: askedAt + refreshTakesMs };
    const outcomes = worlds.map((world) => this.#outcome(entry, world, span));
    const isSure =
      entry.createdAt < since && worlds.every(({ token }) => token === worlds[0]?.token);
    const contents = outcomes.flatMap((outcome) => outcome.contents);
    const computed = outcomes.filter(({ isComputed }) => isComputed).length;
    if (isSure && computed === outcomes.length)
      return { contents: distinct(contents), right: span };
    return {
      contents: distinct(isSure ? contents : [...entry.contents, ...contents]),
      right: { from: entry.right.from, to: computed > 0 ? span.to : entry.right.to },
    };
  }

  /** Where a refresh leaves an entry that finds the world so. */
  #outcome(entry: Entry, world: World, span: Span): Outcome {
    const { contents, call } = entry;
    const known = { contents, isComputed: false };
    const isLeftOut = world.token === 'none' ? 'before' : this.#isLeftOut(call, span);
    if (isLeftOut === 'after') return known;
    const outcome =
      world.token === 'good' ? this.#computed(entry, world) : this.#expired(entry, span);
    if (isLeftOut === 'before') return outcome;
    return { contents: [...contents, ...outcome.contents], isComputed: false };
  }

  /** Who asks by a former name is understood as long as the query's row is there. */
  #computed({ call }: Entry, world: World): Outcome {
    const mayBeUnknown = !isNameOf(call.argument, world) && this.#maybeForgotten.has(call.query);
    const content = contentIn(world, call.query);
    return { contents: mayBeUnknown ? [content, unknownField] : [content], isComputed: true };
  }

  #expired({ contents, right, call }: Entry, span: Span): Outcome {
    const isOver = compare(span, { from: right.from + goodForMs, to: right.to + goodForMs });
    if (isOver === 'before') return { contents, isComputed: false };
    this.#maybeForgotten.add(call.query);
    return {
      contents: isOver === 'after' ? [noGoodToken] : [...contents, noGoodToken],
      isComputed: false,
    };
  }

  #isLeftOut({ query }: Call, span: Span): ReturnType<typeof compare> {
    const others = [...this.#entries.values()].filter(({ call }) => call.query === query);
    const unusedAt = Math.max(...others.map(({ usedAt }) => usedAt)) + refreshedUnusedMs;
    return compare(span, { from: unusedAt, to: unusedAt });
  }
}

interface Outcome {
  readonly contents: readonly Content[];
  /** Whether the service was asked for certain. */
  readonly isComputed: boolean;
}

function compare(one: Span, other: Span): 'before' | 'after' | 'unclear' {
  if (one.to < other.from) return 'before';
  return one.from > other.to ? 'after' : 'unclear';
}

function distinct(contents: readonly Content[]): Content[] {
  const keyOf = (content: Content) =>
    content.kind === 'error' ? content.says : [...content.ids].sort().join(' ');
  return [...new Map(contents.map((content) => [keyOf(content), content])).values()];
}
