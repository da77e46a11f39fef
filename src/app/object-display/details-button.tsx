import { Icon, Pressable, Tooltip, xcss } from '@forge/react';
import { detailsTexts as texts } from './display-texts';

const look = xcss({
  padding: 'space.0',
  borderRadius: 'radius.small',
  backgroundColor: 'color.background.neutral.subtle',
  ':hover': { backgroundColor: 'color.background.neutral.subtle.hovered' },
  ':active': { backgroundColor: 'color.background.neutral.subtle.pressed' },
});

interface DetailsButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** A small button beside an object's label. */
export function DetailsButton({ label, onClick }: DetailsButtonProps) {
  const name = texts.details(label);
  return (
    <Tooltip content={name}>
      <Pressable xcss={look} onClick={onClick}>
        <Icon glyph="information-circle" label={name} size="small" color="color.icon.subtle" />
      </Pressable>
    </Tooltip>
  );
}
