import { useEffect, useSyncExternalStore } from 'react';
import { setGlobalTheme } from '@atlaskit/tokens/set-global-theme';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '@atlaskit/button/new';
import DropdownMenu, { DropdownItemRadio, DropdownItemRadioGroup } from '@atlaskit/dropdown-menu';
import ThemeIcon from '@atlaskit/icon/core/theme';

type ThemeChoice = 'auto' | 'light' | 'dark';

const themeChoices: readonly { choice: ThemeChoice; label: string }[] = [
  { choice: 'auto', label: 'Match system' },
  { choice: 'light', label: 'Light' },
  { choice: 'dark', label: 'Dark' },
];

const storageKey = 'sandbox-theme';
const changed = 'sandbox-theme-changed';

/** The remembered choice; follows the system until the person chooses. */
function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(listenToChoice, storedChoice);
}

function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(storageKey, choice);
  dispatchEvent(new Event(changed));
}

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

export function ThemeMenu() {
  const current = useThemeChoice();
  return (
    <IconMenu icon={ThemeIcon} label="Theme">
      <DropdownItemRadioGroup id="theme" title="Theme">
        {themeChoices.map(({ choice, label }) => (
          <DropdownItemRadio
            key={choice}
            id={choice}
            isSelected={choice === current}
            onClick={() => chooseTheme(choice)}
          >
            {label}
          </DropdownItemRadio>
        ))}
      </DropdownItemRadioGroup>
    </IconMenu>
  );
}

interface IconMenuProps {
  icon: ComponentProps<typeof IconButton>['icon'];
  label: string;
  children: ReactNode;
}

/** A menu behind an icon at the end of the bar. */
export function IconMenu({ icon, label, children }: IconMenuProps) {
  return (
    <DropdownMenu<HTMLButtonElement>
      placement="bottom-end"
      trigger={({ triggerRef, ...trigger }) => (
        <IconButton {...trigger} ref={triggerRef} icon={icon} label={label} appearance="subtle" />
      )}
    >
      {children}
    </DropdownMenu>
  );
}
