import { Stack } from '@forge/react';
import type { PageFormats } from '../object-display/use-page-formats';
import { HoldersForm } from './holders-form';
import { LabelsSection } from './labels-section';
import type { AdminField, Facts } from './admin-replies';

interface ValuesSectionProps {
  readonly facts: Facts;
  /** Undefined while they are loaded. */
  readonly fields: readonly AdminField[] | undefined;
  readonly formats: PageFormats;
}

/** What the fields of all work items hold. */
export function ValuesSection(props: ValuesSectionProps) {
  return (
    <Stack space="space.400">
      <HoldersForm formats={props.formats} />
      <LabelsSection {...props} />
    </Stack>
  );
}
