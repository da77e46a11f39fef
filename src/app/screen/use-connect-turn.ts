import { events } from '@forge/bridge';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

export interface ConnectPlace {
  /** The same for all that stand together, such as the fields of one work item. */
  readonly page: string;
  /** Of two that stand together, the first in the order of characters shows the way to connect. */
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
    return takePart(place, setIsFirst, () => newest.current?.());
  }, [place, isWanted]);
  return place ? isFirst : true;
}

const eventName = 'wds-connect';
const message = z.object({ page: z.string(), rank: z.string(), isLeaving: z.boolean() });

const answerLimitMs = 300;
const repeatEveryMs = 2_000;
/** What the host took away says nothing more, not even that it leaves. */
const maximumMissed = 2;

/** @returns how to leave */
function takePart(
  place: ConnectPlace,
  tell: (isFirst: boolean) => void,
  onLeave: () => void,
): () => void {
  const { page } = place;
  const rank = [place.rank, Date.now(), Math.random()].join(' ');
  /** By rank, how often each wasn't heard when it should have been. */
  const others = new Map<string, number>();
  let isInTime = true;
  const say = (isLeaving: boolean) => {
    events.emit(eventName, { page, rank, isLeaving }).catch(() => undefined);
  };
  const decide = () => {
    const isFirst = [...others.keys()].every((other) => rank < other);
    if (!isFirst || !isInTime) tell(isFirst);
  };
  const hear = (payload: unknown) => {
    const { data } = message.safeParse(payload);
    if (data?.page !== page || data.rank === rank) return;
    if (!data.isLeaving && !others.has(data.rank)) say(false);
    others.set(data.rank, 0);
    if (data.isLeaving) {
      others.delete(data.rank);
      onLeave();
    }
    decide();
  };
  const decideAtLast = () => {
    isInTime = false;
    decide();
  };
  const repeat = () => {
    forgetSilent(others);
    say(false);
    decideAtLast();
    timer = setTimeout(repeat, repeatEveryMs);
  };
  let timer = setTimeout(repeat, answerLimitMs);
  const subscription = events.on(eventName, hear);
  subscription.then(
    () => say(false),
    () => {
      clearTimeout(timer);
      decideAtLast();
    },
  );
  return () => {
    clearTimeout(timer);
    say(true);
    subscription.then(({ unsubscribe }) => unsubscribe()).catch(() => undefined);
  };
}

/** To be called as often as each of them says something. */
function forgetSilent(others: Map<string, number>): void {
  others.forEach((missed, other) => {
    if (missed < maximumMissed) others.set(other, missed + 1);
    else others.delete(other);
  });
}
