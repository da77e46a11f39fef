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

/** The first lines of the stack; undefined where they cannot be told from the message before them. */
function placeOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, frames] = error.stack?.split(`${error.message}\n`, 2) ?? [];
  if (error.message === '' || frames === undefined) return undefined;
  return frames
    .split('\n')
    .slice(0, 5)
    .map((line) => line.trim());
}
