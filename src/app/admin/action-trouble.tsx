import { ErrorMessage, Stack, Text } from '@forge/react';
import type { Trouble } from '../replies/reply';
import { adminPageTexts as texts } from './page-texts';

/** Why a button did nothing, beside the button, which is there to try again. */
export function ActionTrouble({ trouble }: { trouble: Trouble }) {
  if (trouble.kind === 'consent') return <ErrorMessage>{texts.connectReason}</ErrorMessage>;
  return (
    <Stack space="space.050">
      <ErrorMessage>{trouble.message}</ErrorMessage>
      {trouble.detail !== undefined && (
        <Text size="small" color="color.text.subtle">
          {trouble.detail}
        </Text>
      )}
    </Stack>
  );
}
