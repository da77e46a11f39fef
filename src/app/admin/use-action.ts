import { useState } from 'react';
import type { Reply, Trouble } from '../replies/reply';

interface Action {
  readonly isRunning: boolean;
  /** What kept the last run from being done; undefined while one is under way. */
  readonly trouble: Trouble | undefined;
  /** Returns undefined where it was not done. */
  readonly run: <Value>(call: () => Promise<Reply<Value>>) => Promise<Value | undefined>;
  readonly forget: () => void;
}

/** What a button does: whether it is under way, and why it was not done. */
export function useAction(): Action {
  const [isRunning, setIsRunning] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>();

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
