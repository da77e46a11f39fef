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
import { at, compare, hull, later, type Span } from './span';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Jira drops a result so long after the last search with it. */
const keptUnusedMs = 7 * dayMs;
/** A refresh asks no more for what was not searched with for so long. */
const refreshedUnusedMs = 6 * dayMs;
/** So long a result is good that nobody can compute again. */
const goodForMs = 7 * dayMs;
/** So long after its end the hourly schedule tries to end a result. */
const triedForMs = 3 * hourMs;
/** A refresh that may have died is over so long after it was asked for. */
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
  /** When the content was last known to be right. */
  right: Span;
  /** When the hourly schedule tried to end it, and may have died. */
  triedAt?: number;
}

interface Refresh {
  /** None that may still run began earlier. */
  readonly since: number;
  /** When one was asked for last. */
  askedAt: number;
  /** Whether it does all that it has to as soon as time passes, and no other is asked for before. */
  isExact: boolean;
  /** Whether another one may have kept it from beginning. */
  readonly isDoubtful: boolean;
  readonly worlds: World[];
}

/**
 * What each search must answer: see the head of `model.test.ts`. Times are milliseconds since 1970.
 * Refreshes die only where a fault is planned, which the calls say by `mayDie`.
 */
export class ExpectedAnswers {
  world: World;
  readonly #entries = new Map<string, Entry>();
  readonly #failures = new Map<string, { content: Content; endsAt: number }>();
  /** Queries of which the app may have forgotten by which names they were asked. */
  readonly #maybeForgotten = new Set<KnownQuery>();
  /** Whether the last refresh found that the service refuses the token. */
  #isKnownAsRefused: 'yes' | 'no' | 'unclear' = 'no';
  /** An hourly refresh that died is over by then. */
  #hourlyOverAt = 0;
  #refresh: Refresh | undefined;
  #nextDailyAt: number;
  #nextHourlyAt: number;

  /** @param options.areListsFrozen whether the hourly schedule finds nothing, as lists tell it of no result */
  constructor(
    world: World,
    installedAt: number,
    private readonly options: { readonly areListsFrozen: boolean },
  ) {
    this.world = world;
    this.#nextDailyAt = installedAt + 5 * minuteMs;
    this.#nextHourlyAt = this.#nextDailyAt;
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
      const refresh = this.#refresh;
      const hasBegun = refresh !== undefined && !refresh.isExact;
      const refreshed = hasBegun ? this.#after(refresh, entry).contents : [];
      return [...entry.contents, ...refreshed];
    }
    const failure = this.#failures.get(key);
    if (failure && now < failure.endsAt) return [failure.content];
    const content = this.#evaluate(call);
    if (content.kind === 'error') {
      this.#failures.set(key, { content, endsAt: now + minuteMs });
    } else {
      const right = this.#rightWithOthers(call, now);
      this.#entries.set(key, { call, createdAt: now, usedAt: now, contents: [content], right });
    }
    return [content];
  }

  /** The results of a query end together, with the oldest of them. */
  #rightWithOthers({ query }: Call, now: number): Span {
    const others = [...this.#entries.values()].filter(
      ({ call, contents }) => call.query === query && !contents.every((one) => one === noGoodToken),
    );
    const kept = others.filter(
      ({ usedAt, contents }) => now - usedAt < keptUnusedMs && contents.every(isResult),
    );
    return {
      from: Math.min(now, ...others.map(({ right }) => right.from)),
      to: Math.min(now, ...kept.map(({ right }) => right.to)),
    };
  }

  askForRefresh(now: number, { mayDie }: { mayDie: boolean }): void {
    this.#settle(now);
    if (this.#refresh) {
      Object.assign(this.#refresh, { askedAt: now, isExact: false });
      return;
    }
    const isDoubtful = now < this.#hourlyOverAt;
    const isExact = !mayDie && !isDoubtful;
    this.#refresh = { since: now, askedAt: now, isExact, isDoubtful, worlds: [this.world] };
  }

  /** Time passes; each day has its refresh, and each hour ends what is over, unless the platform leaves them out. */
  advance(now: number, { schedules, mayDie }: { schedules: boolean; mayDie: boolean }): void {
    this.#finishExact();
    for (; this.#nextHourlyAt <= now; this.#nextHourlyAt += hourMs) {
      const isDaily = this.#nextHourlyAt === this.#nextDailyAt;
      if (isDaily) this.#nextDailyAt += dayMs;
      if (schedules) this.#runSchedules(this.#nextHourlyAt, { isDaily, mayDie });
    }
    this.#settle(now);
  }

  /** The daily refresh comes after the hourly one, if that has anything to do. */
  #runSchedules(now: number, { isDaily, mayDie }: { isDaily: boolean; mayDie: boolean }): void {
    this.#settle(now);
    const hasMaybeBegun = this.#endOver(now, mayDie);
    if (!isDaily) return;
    this.askForRefresh(now, { mayDie: mayDie || hasMaybeBegun });
    this.#finishExact();
  }

  /**
   * When the hourly schedule ends the next result that nobody computes again; undefined where that is
   * of none, or not known to the hour.
   */
  nextEnd(now: number): number | undefined {
    const ends = [...this.#entries.values()]
      .filter(({ contents, right }) => contents.every(isResult) && right.from === right.to)
      .map(({ right }) => Math.max(right.to + goodForMs, this.#nextHourlyAt));
    const hours = ends.map((end) => Math.ceil((end - this.#nextHourlyAt) / hourMs));
    const next = this.#nextHourlyAt + Math.min(...hours) * hourMs;
    return next > now && Number.isFinite(next) ? next : undefined;
  }

  /** Ends what is over, where the app knows of no good token; says whether a refresh for it may have begun. */
  #endOver(now: number, mayDie: boolean): boolean {
    const { token } = this.world;
    if (this.options.areListsFrozen) return false;
    if (token === 'good' || (token === 'revoked' && this.#isKnownAsRefused === 'no')) return false;
    const isSure = !this.#refresh && (token === 'none' || this.#isKnownAsRefused === 'yes');
    const over = [...this.#entries.values()].filter((entry) => isTried(entry, now) !== 'no');
    const ended = over.filter((entry) => isSure && this.#isEndedAt(entry, now));
    for (const entry of over) {
      const dies = mayDie && entry.triedAt !== now - hourMs;
      const isEnded = ended.includes(entry) && !dies;
      entry.contents = isEnded ? [noGoodToken] : distinct([...entry.contents, noGoodToken]);
      if (ended.includes(entry)) entry.triedAt = now;
    }
    for (const { call } of over) this.#maybeForgotten.add(call.query);
    if (over.length === 0) return false;
    if (mayDie) this.#hourlyOverAt = now + hourMs;
    const isAsked = !mayDie && ended.some(({ usedAt }) => now - usedAt < keptUnusedMs);
    if (token === 'revoked' && !isAsked) this.#isKnownAsRefused = 'unclear';
    return true;
  }

  /** Who asks by a former name is understood as long as the query's row is there. */
  #isEndedAt(entry: Entry, now: number): boolean {
    const { call, contents } = entry;
    const hasRow = !this.#maybeForgotten.has(call.query);
    const isUnderstood = contents.every(isResult) && isNameOf(call.argument, this.world);
    return isTried(entry, now) === 'yes' && (hasRow || isUnderstood);
  }

  #evaluate({ query, argument }: Call): Content {
    if (!isNameOf(argument, this.world)) return unknownField;
    if (this.world.token === 'none') return noToken;
    return this.world.token === 'revoked' ? tokenRefused : contentIn(this.world, query);
  }

  /** After the last moment at which the refresh may still have run, its results are those to find. */
  #settle(now: number): void {
    const refresh = this.#refresh;
    if (refresh && now >= refresh.askedAt + refreshTakesMs) this.#finish(refresh);
  }

  #finishExact(): void {
    // It ran when time began to pass: all that changed before was there.
    if (this.#refresh?.isExact) this.#finish({ ...this.#refresh, worlds: [this.world] });
  }

  #finish(refresh: Refresh): void {
    this.#refresh = undefined;
    const entries = [...this.#entries.values()];
    this.#isKnownAsRefused = this.#foundRefused(refresh, entries);
    const changes = entries.map((entry) => this.#after(refresh, entry));
    for (const [index, entry] of entries.entries()) Object.assign(entry, changes[index]);
  }

  /** Found by the first query that is asked, if there is one. */
  #foundRefused({ worlds, isExact, since }: Refresh, entries: readonly Entry[]) {
    if (worlds.every(({ token }) => token !== 'revoked')) return 'no';
    const isAsked = entries.some(
      ({ call, usedAt }) =>
        since - usedAt < refreshedUnusedMs &&
        (isNameOf(call.argument, this.world) || !this.#maybeForgotten.has(call.query)),
    );
    const isSure = isExact && isAsked && worlds.every(({ token }) => token === 'revoked');
    return isSure ? 'yes' : 'unclear';
  }

  #after(refresh: Refresh, entry: Entry): Outcome {
    const { since, askedAt, isExact, isDoubtful, worlds } = refresh;
    const span = isExact ? at(since) : { from: since, to: askedAt + refreshTakesMs };
    const outcomes = worlds.map((world) => this.#outcome(entry, world, span));
    const isSame = worlds.every(({ token }) => token === worlds[0]?.token);
    const isListed = isExact || entry.createdAt < since;
    return eitherOf(isSame && isListed && !isDoubtful ? outcomes : [entry, ...outcomes]);
  }

  /** Where a refresh leaves an entry that finds the world so. */
  #outcome(entry: Entry, world: World, span: Span): Outcome {
    const isLeftOut = world.token === 'none' ? 'before' : this.#isLeftOut(entry.call, span);
    // What comes in Jira's list after a query for which the token was refused is not left out.
    if (isLeftOut === 'after' && world.token === 'good') return entry;
    const outcome =
      world.token === 'good' ? this.#computed(entry, world, span) : this.#expired(entry, span);
    return isLeftOut === 'before' ? outcome : eitherOf([entry, outcome]);
  }

  /**
   * A query that is refused has an error, and is as old as its last result. One that names no field
   * that the app sees stays as it is.
   */
  #computed(entry: Entry, world: World, span: Span): Outcome {
    const { call, right } = entry;
    const content = contentIn(world, call.query);
    const computed = { contents: [content], right: isResult(content) ? span : right };
    const mayBeUnknown = !isNameOf(call.argument, world) && this.#maybeForgotten.has(call.query);
    return mayBeUnknown ? eitherOf([computed, entry]) : computed;
  }

  #expired({ contents, right, call }: Entry, span: Span): Outcome {
    const isOver = compare(span, later(right, goodForMs));
    if (isOver === 'before') return { contents, right };
    this.#maybeForgotten.add(call.query);
    return { contents: isOver === 'after' ? [noGoodToken] : [...contents, noGoodToken], right };
  }

  #isLeftOut({ query }: Call, span: Span): ReturnType<typeof compare> {
    const others = [...this.#entries.values()].filter(({ call }) => call.query === query);
    const usedAt = Math.max(...others.map(({ usedAt }) => usedAt));
    return compare(span, at(usedAt + refreshedUnusedMs));
  }
}

type Outcome = Pick<Entry, 'contents' | 'right'>;

function eitherOf(outcomes: readonly Outcome[]): Outcome {
  return {
    contents: distinct(outcomes.flatMap(({ contents }) => contents)),
    right: hull(outcomes.map(({ right }) => right)),
  };
}

/** Whether the hourly schedule finds that the result is over, and not for too long. */
function isTried({ right }: Entry, now: number): 'yes' | 'no' | 'unclear' {
  const isOver = compare(at(now), later(right, goodForMs));
  const isGivenUp = compare(at(now), later(right, goodForMs + triedForMs));
  if (isOver === 'before' || isGivenUp === 'after') return 'no';
  return isOver === 'after' && isGivenUp === 'before' ? 'yes' : 'unclear';
}

function isResult({ kind }: Content): boolean {
  return kind === 'objects';
}

function distinct(contents: readonly Content[]): Content[] {
  const keyOf = (content: Content) =>
    content.kind === 'error' ? content.says : [...content.ids].sort().join(' ');
  return [...new Map(contents.map((content) => [keyOf(content), content])).values()];
}
