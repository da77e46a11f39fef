import { CommandFailure, exitCodes } from '../failure';
import { printable, printableJson, printableLine } from '../printable';

export interface OutputStreams {
  readonly writeOut: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Whether a person looks at the error stream, so that a line of it can be redrawn. */
  readonly isErrorTerminal: boolean;
}

export type Output = ReturnType<typeof createOutput>;

const clearLine = '\r\u001B[2K';

/** Results go to the output, everything else to the error stream. */
export function createOutput({ writeOut, writeError, isErrorTerminal }: OutputStreams) {
  let hasProgress = false;
  const endProgress = () => {
    if (hasProgress) writeError(clearLine);
    hasProgress = false;
  };
  return {
    endProgress,
    /** Redraws one line; says nothing if nobody looks at it. */
    progress: (text: string) => {
      if (!isErrorTerminal) return;
      hasProgress = true;
      writeError(`${clearLine}${printableLine(text)}`);
    },
    warn: (text: string) => {
      endProgress();
      writeError(`Note: ${printable(text)}\n`);
    },
    succeed: (result: unknown, asJson: boolean | undefined, lines: readonly string[]) => {
      endProgress();
      writeOut(`${asJson === true ? printableJson(result) : printable(lines.join('\n'))}\n`);
    },
    /** @returns the exit code */
    fail: (error: unknown, asJson: boolean): number => {
      endProgress();
      const { code, message } = asFailure(error);
      if (asJson) writeOut(`${printableJson({ error: { code, message } })}\n`);
      else writeError(`✗ ${printable(message)}\n`);
      return exitCodes[code];
    },
  };
}

/** An unexpected error is named without its details, which may hold anything. */
export function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const name = error instanceof Error ? printable(error.name) : 'unknown';
  return new CommandFailure(
    'unexpected',
    `Something unexpected went wrong (${name}). Try again. If it keeps happening, report it.`,
    { cause: error },
  );
}
