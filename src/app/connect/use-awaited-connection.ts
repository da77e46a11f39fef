import { useEffect, useState } from 'react';
import { useReturn } from '../screen/use-return';

const checkEveryMs = 5_000;
/** Nobody takes longer to agree than two minutes, or else they come back and see this page anew. */
const mostChecks = 24;

/**
 * Checks when the person comes back from another tab, and now and then: they may agree in a window
 * beside this page, which tells it nothing.
 * @param check the same function each time
 */
export function useAwaitedConnection(isAwaited: boolean, check: () => void): void {
  useReturn(isAwaited ? check : undefined);
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    if (!isAwaited || checks >= mostChecks) return undefined;
    const timer = setTimeout(() => {
      setChecks(checks + 1);
      check();
    }, checkEveryMs);
    return () => clearTimeout(timer);
  }, [isAwaited, checks, check]);
}
