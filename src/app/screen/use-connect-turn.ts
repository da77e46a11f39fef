import { events } from '@forge/bridge';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

export interface ConnectPlace {
  /** The same for all that stand together, such as the fields of one work item. */
  readonly page: string;
  /** The order of those that stand together: the first, by characters, shows the way to connect. */
  readonly rank: string;
}

const Place = createContext<ConnectPlace | undefined>(undefined);
export const ConnectPlaceProvider = Place.Provider;

/**
 * Agrees with the other screens of the app on the page which of them shows the way to connect. Without an
 * answer in 300 ms, each does, and so does a screen that stands alone.
 * @param isWanted whether this one needs a connection
 * @param onLeave called when another one no longer needs a connection: the person may have connected
 * @returns whether it is this one; undefined until that is known
 * @see docs/platform-assumptions.md, 86
 */
export function useConnectTurn(
  isWanted: boolean,
  onLeave: (() => void) | undefined,
): boolean | undefined {
  const place = useContext(Place);
  const [isFirst, setIsFirst] = useState<boolean>();
  const newest = useRef(onLeave);
  useEffect(() => {
    newest.current = onLeave;
  });
  useEffect(() => {
    if (!place || !isWanted) return undefined;
    const turn = new ConnectTurn(place, { tell: setIsFirst, onLeave: () => newest.current?.() });
    return () => turn.leave();
  }, [place, isWanted]);
  return place ? isFirst : true;
}

const eventName = 'wds-connect';
const message = z.object({ page: z.string(), rank: z.string(), isLeaving: z.boolean() });

const answerLimitMs = 300;
const repeatEveryMs = 2_000;
/** A screen that the host took away says nothing more, not even that it leaves. */
const maximumMissed = 2;

interface TurnListener {
  readonly tell: (isFirst: boolean) => void;
  /** Called when another screen no longer needs a connection. */
  readonly onLeave: () => void;
}

/** The part that one screen takes in the agreement, from its start until it leaves. */
class ConnectTurn {
  readonly #page: string;
  readonly #rank: string;
  readonly #listener: TurnListener;
  /** The other screens that need a connection, by rank: how often each wasn't heard when it should have been. */
  readonly #missed = new Map<string, number>();
  readonly #subscription = events.on(eventName, (payload: unknown) => this.#hear(payload));
  #timer = setTimeout(() => this.#repeat(), answerLimitMs);
  #isInTime = true;

  constructor({ page, rank }: ConnectPlace, listener: TurnListener) {
    this.#page = page;
    this.#rank = [rank, Date.now(), Math.random()].join(' ');
    this.#listener = listener;
    this.#subscription.then(
      () => this.#say(false),
      () => {
        clearTimeout(this.#timer);
        this.#decideAtLast();
      },
    );
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#say(true);
    this.#subscription.then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
  }

  #say(isLeaving: boolean): void {
    const state = { page: this.#page, rank: this.#rank, isLeaving };
    events.emit(eventName, state).catch(() => undefined);
  }

  #hear(payload: unknown): void {
    const { data } = message.safeParse(payload);
    if (data?.page !== this.#page || data.rank === this.#rank) return;
    if (data.isLeaving) {
      this.#missed.delete(data.rank);
      this.#listener.onLeave();
    } else {
      if (!this.#missed.has(data.rank)) this.#say(false);
      this.#missed.set(data.rank, 0);
    }
    this.#decide();
  }

  #repeat(): void {
    this.#removeSilent();
    this.#say(false);
    this.#decideAtLast();
    this.#timer = setTimeout(() => this.#repeat(), repeatEveryMs);
  }

  /** To be called as often as each of the others says something. */
  #removeSilent(): void {
    this.#missed.forEach((count, other) => {
      if (count < maximumMissed) this.#missed.set(other, count + 1);
      else this.#missed.delete(other);
    });
  }

  /** Decides once the time for answers is over; until then a screen only learns that it isn't the first. */
  #decideAtLast(): void {
    this.#isInTime = false;
    this.#decide();
  }

  #decide(): void {
    const isFirst = [...this.#missed.keys()].every((other) => this.#rank < other);
    if (!isFirst || !this.#isInTime) this.#listener.tell(isFirst);
  }
}
