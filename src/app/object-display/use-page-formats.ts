import { useProductContext } from '@forge/react';
import { useMemo } from 'react';
import { createDistanceFormat, createFormats, type PageFormats } from './formats';

/** Undefined until the host has said who is looking. */
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
