import { Box, Text, xcss } from '@forge/react';
import { avatarOf, type AvatarColor } from './present-value';

/** Draws what stands for a person of the service: UI Kit's own `User` draws only those with an Atlassian account. */
export function Initials({ name }: { readonly name: string }) {
  const { initials, color } = avatarOf(name);
  if (initials === '') return null;
  return (
    <Box xcss={circleOf(color)}>
      <Text size="small" weight="medium" color="color.text.inverse" align="center">
        {initials}
      </Text>
    </Box>
  );
}

/** As high as a line of small text with this padding; a line that is too long doesn't squeeze it. */
const circle = {
  width: '20px',
  minWidth: '20px',
  paddingBlock: 'space.025',
  borderRadius: 'radius.full',
} as const;

function circleOf(color: AvatarColor) {
  return xcss({ ...circle, backgroundColor: `color.background.accent.${color}.bolder` });
}
