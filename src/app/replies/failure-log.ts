interface Circumstances {
  readonly functionKey: string;
  /** The code of the problem that the person sees. */
  readonly code?: string;
  /** How far a refresh was. */
  readonly phase?: string;
}

export type FailureLog = (circumstances: Circumstances, error: unknown) => void;

/**
 * Writes one line for each error: the circumstances, its name, its code and status, or where in the
 * code it was thrown if it has neither. Messages are left out, since they may hold queries, labels or
 * addresses.
 */
export function createFailureLog(write: (line: string) => void): FailureLog {
  return (circumstances, error) => {
    const answer = answerOf(error);
    const isExplained = answer.errorCode !== undefined || answer.status !== undefined;
    const where = isExplained ? undefined : placeOf(error);
    write(JSON.stringify({ ...circumstances, error: nameOf(error), ...answer, where }));
  };
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return isWord(error.name) ? error.name : 'Error';
}

/** What the service, Jira or the platform's storage answered. */
function answerOf(error: unknown): { errorCode?: string; status?: number } {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error ? error.code : undefined;
  const status = 'status' in error ? error.status : undefined;
  return {
    ...(isWord(code) && { errorCode: code }),
    ...(typeof status === 'number' && { status }),
  };
}

/** One word, so that it is never a text that somebody typed. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value);
}

/** The first lines of the stack; undefined where they can't be told from the message before them. */
function placeOf(error: unknown): string[] | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, frames] = error.stack?.split(`${error.message}\n`, 2) ?? [];
  if (error.message === '' || frames === undefined) return undefined;
  return frames
    .split('\n')
    .slice(0, 5)
    .map((line) => line.trim());
}
