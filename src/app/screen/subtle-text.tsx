import { Text } from '@forge/react';
import type { ReactNode } from 'react';

interface SubtleTextProps {
  readonly maxLines?: number;
  readonly children: ReactNode;
}

/** Small text beside what matters more. */
export function SubtleText(props: SubtleTextProps) {
  return <Text size="small" color="color.text.subtle" {...props} />;
}
