import { useProductContext } from '@forge/react';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { createDistanceFormat, createFormats, type PageFormats } from './formats';
import { FormatsProvider } from './use-formats';

const PageFormatsContext = createContext<PageFormats | undefined>(undefined);

interface PageFormatsProviderProps {
  readonly value: PageFormats;
  readonly children: ReactNode;
}

/** As {@link FormatsProvider}, on a page that also writes moments and distances. */
export function PageFormatsProvider({ value, children }: PageFormatsProviderProps) {
  return (
    <PageFormatsContext.Provider value={value}>
      <FormatsProvider value={value}>{children}</FormatsProvider>
    </PageFormatsContext.Provider>
  );
}

/** @throws {Error} where no {@link PageFormatsProvider} is around */
export function usePageFormats(): PageFormats {
  const formats = useContext(PageFormatsContext);
  if (!formats) throw new Error('Draw this inside a PageFormatsProvider.');
  return formats;
}

/** Undefined until the host has said who is looking. */
export function useHostFormats(): PageFormats | undefined {
  const context = useProductContext();
  return useMemo(() => {
    if (!context) return undefined;
    const formats = createFormats(context.locale, context.timezone);
    return {
      ...formats,
      moment: (epochMs) => formats.dateTime(new Date(epochMs).toISOString()),
      distance: createDistanceFormat(context.locale),
    };
  }, [context]);
}
