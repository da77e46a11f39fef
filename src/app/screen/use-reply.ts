import { useCallback, useEffect, useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';

/** The latest answer, also while a further one is on its way. */
export interface LatestReply<Value> {
  /** Undefined before the first answer, and where the latest is trouble. */
  readonly value: Value | undefined;
  readonly trouble: Trouble | undefined;
  readonly isLoading: boolean;
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
      if (isCurrent) setAnswer({ reply, load, turn });
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
    reload,
  };
}

/** An answer with the question that it belongs to. */
interface Answer<Value> {
  readonly reply: Reply<Value>;
  readonly load: () => Promise<Reply<Value>>;
  readonly turn: number;
}
