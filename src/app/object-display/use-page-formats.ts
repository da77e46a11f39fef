import { useProductContext } from '@forge/react';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { createFormats } from './formats';

const optionalText = z.catch(z.optional(z.string()), undefined);
const person = z.object({ locale: optionalText, timezone: optionalText });

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
    const { locale, timezone } = person.parse(context);
    const { number, dateTime, distance } = createFormats(locale, timezone);
    return {
      number: (value) => number(String(value)),
      moment: (epochMs) => dateTime(new Date(epochMs).toISOString()),
      distance,
    };
  }, [context]);
}
