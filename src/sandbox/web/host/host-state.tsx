import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useColorMode } from '../shell/theme';
import { publishBridges, type FrameBridges } from './frame-bridges';

export interface HostState {
  bridges: FrameBridges;
  events: AppEvents;
}

const HostContext = createContext<HostState | undefined>(undefined);

/** @throws Error outside of a ForgeHostProvider */
export function useForgeHost(): HostState {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error('useForgeHost needs a ForgeHostProvider above it.');
  return host;
}

/** What all resources of the app on this page share. */
export function ForgeHostProvider({ children }: { children: ReactNode }) {
  const [host] = useState<HostState>(() => ({
    bridges: publishBridges(window),
    events: createAppEvents(),
  }));
  const colorMode = useColorMode();
  useEffect(() => {
    host.events.emit('FORGE_CORE_THEME_CHANGED', { theme: { colorMode } });
  }, [host, colorMode]);
  return <HostContext.Provider value={host}>{children}</HostContext.Provider>;
}

export type AppEventListener = (payload: unknown) => void;

/** Carries the app's own events between its resources on the page. */
export interface AppEvents {
  emit(event: string, payload: unknown): void;
  /** @returns ends the subscription */
  on(event: string, listener: AppEventListener): () => void;
}

function createAppEvents(): AppEvents {
  const listeners = new Map<string, Set<AppEventListener>>();
  return {
    emit(event, payload) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload);
    },
    on(event, listener) {
      const ofEvent = listeners.get(event) ?? new Set();
      listeners.set(event, ofEvent.add(listener));
      return () => ofEvent.delete(listener);
    },
  };
}
