import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '@atlaskit/button/new';
import DropdownMenu, { DropdownItemRadio, DropdownItemRadioGroup } from '@atlaskit/dropdown-menu';
import ThemeIcon from '@atlaskit/icon/core/theme';
import { chooseTheme, themeChoices, useThemeChoice } from './theme';

/** Where the person chooses between light and dark. */
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
