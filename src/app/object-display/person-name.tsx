import { Box, Inline, Text, xcss } from '@forge/react';
import type { ReactNode } from 'react';
import { faceOf, type FaceColor } from './face';

interface PersonNameProps {
  readonly name: string;
  readonly size: 'small' | 'medium';
  /** The name, as a link where there is an address. */
  readonly children: ReactNode;
}

/** A person of the service: UI Kit's own `User` draws only those who have an Atlassian account. */
export function PersonName({ name, size, children }: PersonNameProps) {
  const { initials, color } = faceOf(name);
  return (
    <Inline space="space.050" alignBlock="center">
      {initials !== '' && (
        <Box xcss={circleOf(color)}>
          <Text size="small" weight="medium" color="color.text.inverse" align="center">
            {initials}
          </Text>
        </Box>
      )}
      <Text size={size}>{children}</Text>
    </Inline>
  );
}

/** As high as a line of small text with this padding. */
const circle = {
  width: '24px',
  paddingBlock: 'space.050',
  borderRadius: 'radius.full',
} as const;

function circleOf(color: FaceColor) {
  return xcss({ ...circle, backgroundColor: `color.background.accent.${color}.bolder` });
}
