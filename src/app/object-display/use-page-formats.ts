import { useProductContext } from '@forge/react';
import { useMemo } from 'react';
import { createDistanceFormat, createFormats } from './formats';

/** How the person reads numbers and moments in milliseconds. */
export interface PageFormats {
  readonly number: (value: number) => string;
  readonly moment: (epochMs: number) => string;
  /** Of a distance, the past being negative. */
  readonly distance: (milliseconds: number) => string;
}

/** Undefined until the host has told who looks. */
export function usePageFormats(): PageFormats | undefined {
  const context = useProductContext();
  return useMemo(() => {
    if (!context) return undefined;
    const { number, dateTime } = createFormats(context.locale, context.timezone);
    return {
      number: (value) => number(String(value)),
      moment: (epochMs) => dateTime(new Date(epochMs).toISOString()),
      distance: createDistanceFormat(context.locale),
    };
  }, [context]);
}
