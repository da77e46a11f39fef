import { useCallback, useEffect, useRef, useState } from 'react';

/** For questions that follow each other quickly: only the answer to the newest one counts. */
export function useNewestAnswer() {
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** From the moment of asking until the newest answer is taken. */
  const [isWaiting, setIsWaiting] = useState(false);

  /** Takes the answer unless a newer question or `cancel` came between. */
  const ask = useCallback(
    <Answer>(delayMs: number, load: () => Promise<Answer>, take: (answer: Answer) => void) => {
      const ownTurn = (turn.current += 1);
      const run = async () => {
        const answer = await load();
        if (turn.current !== ownTurn) return;
        take(answer);
        setIsWaiting(false);
      };
      clearTimeout(timer.current);
      setIsWaiting(true);
      if (delayMs === 0) void run();
      else timer.current = setTimeout(() => void run(), delayMs);
    },
    [],
  );

  const cancel = useCallback(() => {
    turn.current += 1;
    clearTimeout(timer.current);
    setIsWaiting(false);
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);
  return { ask, cancel, isWaiting };
}
