import { useCallback, useEffect, useRef, useState } from 'react';

interface NewestAnswer {
  /** Asks after a delay; the answer is taken unless something newer was asked, or all canceled. */
  readonly ask: <Answer>(
    delayMs: number,
    load: () => Promise<Answer>,
    take: (answer: Answer) => void,
  ) => void;
  readonly cancel: () => void;
  /** True from the moment of asking until the newest answer is taken. */
  readonly isWaiting: boolean;
}

/** For questions that follow each other quickly: only the answer to the newest one counts. */
export function useNewestAnswer(): NewestAnswer {
  const turn = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isWaiting, setIsWaiting] = useState(false);

  const ask: NewestAnswer['ask'] = useCallback((delayMs, load, take) => {
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
  }, []);

  const cancel = useCallback(() => {
    turn.current += 1;
    clearTimeout(timer.current);
    setIsWaiting(false);
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);
  return { ask, cancel, isWaiting };
}
