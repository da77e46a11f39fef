import { invoke } from '@forge/bridge';
import type * as z from 'zod/mini';
import { useCallback, useEffect, useState } from 'react';
import {
  parseReply,
  type Reply,
  screenProblem,
  type ResolverFunction,
  type Trouble,
} from '../replies/reply';

/**
 * Calls a function of the resolver from a screen. Never rejects: a call that fails and an answer of
 * another shape become a problem.
 */
export async function callResolver<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  { key, reply }: ResolverFunction<Payload, Value>,
  payload: z.input<Payload>,
): Promise<Reply<z.output<Value>>> {
  try {
    const answer: unknown = await invoke(key, payload);
    return parseReply(answer, reply) ?? screenProblem('UNEXPECTED');
  } catch {
    return screenProblem('APP_UNREACHABLE');
  }
}

/** The latest answer; it stays while the next one is loading. */
export interface LatestReply<Value> {
  /** Undefined before the first answer, and where the latest is trouble. */
  readonly value: Value | undefined;
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
  /** When the latest answer came, in milliseconds since the epoch. */
  readonly takenAt: number | undefined;
  readonly reload: () => void;
}

/** Loads once, and again on `reload` or when `load` changes; only the newest answer counts. */
export function useReply<Value>(load: () => Promise<Reply<Value>>): LatestReply<Value> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<Value>>();
  const reload = useCallback(() => setTurn((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    void load().then((reply) => {
      if (isCurrent) setAnswer({ reply, load, turn, takenAt: Date.now() });
    });
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);

  const reply = answer?.load === load ? answer.reply : undefined;
  return {
    value: reply?.kind === 'ok' ? reply.value : undefined,
    trouble: reply?.kind === 'ok' ? undefined : reply,
    isLoading: answer?.load !== load || answer.turn !== turn,
    takenAt: answer?.takenAt,
    reload,
  };
}

/** An answer with the question that it belongs to. */
interface Answer<Value> {
  readonly reply: Reply<Value>;
  readonly load: () => Promise<Reply<Value>>;
  readonly turn: number;
  readonly takenAt: number;
}

/**
 * Loads what a function of the resolver answers, and again for another payload. Asks nothing without
 * one: the value stays undefined.
 */
export function useAnswer<Payload extends z.ZodMiniObject, Value extends z.ZodMiniType>(
  asked: ResolverFunction<Payload, Value>,
  payload: z.input<Payload> | undefined,
): LatestReply<z.output<Value>> {
  const kept = useUnlessEqual(payload);
  const load = useCallback(
    async (): Promise<Reply<z.output<Value> | undefined>> =>
      kept ? callResolver(asked, kept) : { kind: 'ok', value: undefined },
    [asked, kept],
  );
  const latest = useReply(load);
  return { ...latest, isLoading: latest.isLoading && kept !== undefined };
}

/** The action of a button: whether it is running, and why it failed. */
export function useAction() {
  const [isRunning, setIsRunning] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

  /** Returns undefined where it failed. */
  async function run<Value>(call: () => Promise<Reply<Value>>): Promise<Value | undefined> {
    setIsRunning(true);
    setTrouble(undefined);
    const reply = await call();
    setIsRunning(false);
    if (reply.kind === 'ok') return reply.value;
    setTrouble(reply);
    return undefined;
  }

  return { isRunning, trouble, run, forget: () => setTrouble(undefined) };
}

/** The same object as before while its content is equal. */
export function useUnlessEqual<Value>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
