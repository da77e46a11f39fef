import { useState } from 'react';
import type { ShownQuery } from './shown-queries';

/** Which row's button takes the focus when what had it is gone. */
export interface RowFocus {
  /** Undefined where no row is left. */
  readonly hash: string | undefined;
  /** The button is drawn anew with each: only then it takes the focus. */
  readonly turn: number;
}

export function useRowFocus() {
  const [focus, setFocus] = useState<RowFocus>();
  return {
    focus,
    moveTo: (row: ShownQuery | undefined) =>
      setFocus({ hash: row?.hash, turn: (focus?.turn ?? 0) + 1 }),
    /** The person moved it elsewhere. */
    forget: () => setFocus(undefined),
  };
}

/** The row after this one, else the one before; undefined where there is no other. */
export function neighbourOf(rows: readonly ShownQuery[], hash: string): ShownQuery | undefined {
  const index = rows.findIndex((row) => row.hash === hash);
  return rows[index + 1] ?? rows[index - 1];
}
