import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useColorMode } from '../shell/theme';
import { createAppEvents, type AppEvents } from './app-events';
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
