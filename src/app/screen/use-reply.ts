import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '../replies/reply';

interface LoadedReply<Value> {
  /** The latest answer, also while a further one is on its way; undefined before the first. */
  readonly reply: Reply<Value> | undefined;
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Loads once, and again on `reload` or when `load` changes; only the newest answer counts. */
export function useReply<Value>(load: () => Promise<Reply<Value>>): LoadedReply<Value> {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<Value>>();
  const reload = useCallback(() => setTurn((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    void load().then((reply) => {
      if (isCurrent) setAnswer({ reply, load, turn });
    });
    return () => {
      isCurrent = false;
    };
  }, [load, turn]);

  const isFresh = answer?.load === load && answer.turn === turn;
  return {
    reply: answer?.load === load ? answer.reply : undefined,
    isLoading: !isFresh,
    reload,
  };
}

/** An answer with the question that it belongs to. */
interface Answer<Value> {
  readonly reply: Reply<Value>;
  readonly load: () => Promise<Reply<Value>>;
  readonly turn: number;
}
