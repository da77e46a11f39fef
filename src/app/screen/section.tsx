import { Heading, Stack } from '@forge/react';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  return (
    <Stack space="space.150">
      <Heading as="h2" size="small">
        {title}
      </Heading>
      {children}
    </Stack>
  );
}
