/** What is noted with an error: the function that it arose in, and how far that was. */
interface Circumstances {
  readonly functionKey: string;
  /** Of what the person was told. */
  readonly code?: string;
  /** Of a refresh. */
  readonly phase?: string;
}

/** Notes an error that kept something from being done. */
export type FailureLog = (circumstances: Circumstances, error: unknown) => void;

/**
 * Writes one line per error: what it kept from being done, its kind, the code and status that it
 * carries, and for one without them where in the code it arose. Messages stay out, since they may
 * carry queries, labels or addresses.
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

/** Of whoever was asked: the service, Jira, or the platform's storage. */
interface Answer {
  readonly errorCode?: string;
  readonly status?: number;
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof Error)) return {};
  const code = 'code' in error ? error.code : undefined;
  const status = 'status' in error ? error.status : undefined;
  return {
    ...(isWord(code) && { errorCode: code }),
    ...(typeof status === 'number' && { status }),
  };
}

/** One word: never what somebody typed, whoever threw the error. */
function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value);
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
