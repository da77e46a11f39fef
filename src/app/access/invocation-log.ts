import type { Trouble } from './reply';

/** Notes a call that could not be answered. */
export type InvocationLog = (functionKey: string, reply: Trouble, error: unknown) => void;

/**
 * Writes one line per call that failed: the function, the code and, for an unexpected error, where
 * in the code it arose. Messages stay out, since they may carry queries, labels or addresses.
 * Nothing is written for a person who has to connect first: that is everyday.
 */
export function createInvocationLog(write: (line: string) => void): InvocationLog {
  return (functionKey, reply, error) => {
    if (reply.kind === 'consent') return;
    const { code } = reply;
    const where = code === 'UNEXPECTED' ? placeOf(error) : undefined;
    write(JSON.stringify({ functionKey, code, error: nameOf(error), where }));
  };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** The first lines of the stack, without the message that precedes them. */
function placeOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error)) return undefined;
  const lines = error.stack?.split('\n') ?? [];
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
    .map((line) => line.trim());
}
