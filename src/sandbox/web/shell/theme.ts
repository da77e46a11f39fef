import { useEffect, useSyncExternalStore } from 'react';
import { setGlobalTheme } from '@atlaskit/tokens/set-global-theme';

type ThemeChoice = 'auto' | 'light' | 'dark';

export const themeChoices: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'auto', label: 'Match system' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

const storageKey = 'sandbox-theme';
const changed = 'sandbox-theme-changed';

/** The remembered choice; follows the system until the person chooses. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(listenToChoice, storedChoice);
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(storageKey, choice);
  dispatchEvent(new Event(changed));
}

/** Applies the chosen theme to the page. */
export function useGlobalTheme(): void {
  const choice = useThemeChoice();
  useEffect(() => {
    void setGlobalTheme({
      colorMode: choice,
      light: 'light',
      dark: 'dark',
      spacing: 'spacing',
      typography: 'typography',
      shape: 'shape',
    });
  }, [choice]);
}

/** The color mode that is visible now, after the system's preference. */
export function useColorMode(): 'light' | 'dark' {
  const choice = useThemeChoice();
  const systemIsDark = useSyncExternalStore(listenToSystem, () => systemPreference().matches);
  if (choice !== 'auto') return choice;
  return systemIsDark ? 'dark' : 'light';
}

function systemPreference(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

function listenToSystem(listener: () => void): () => void {
  const preference = systemPreference();
  preference.addEventListener('change', listener);
  return () => preference.removeEventListener('change', listener);
}

function listenToChoice(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}
