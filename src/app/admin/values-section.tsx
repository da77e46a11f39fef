import { Stack } from '@forge/react';
import type { PageFormats } from '../object-display/use-page-formats';
import { HoldersForm } from './holders-form';
import type { AdminField } from './replies';

interface ValuesSectionProps {
  /** Undefined while they are loaded. */
  readonly fields: readonly AdminField[] | undefined;
  readonly formats: PageFormats;
}

/** What the fields of all work items hold. */
export function ValuesSection({ formats }: ValuesSectionProps) {
  return (
    <Stack space="space.400">
      <HoldersForm formats={formats} />
    </Stack>
  );
}
